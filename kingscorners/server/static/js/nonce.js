// @ts-check
/** The browser's own part of a shuffle: 16 random bytes, in hex. */
export function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
