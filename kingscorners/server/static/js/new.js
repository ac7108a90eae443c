// The browser's own part of the shuffle: a random number, unless the player has typed something.

const field = document.querySelector("[data-nonce]");
if (field && !field.value) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
