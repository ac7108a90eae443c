/**
 * Hands the text in a box on: by the system's own way, else to the clipboard, else selected in the box. Neither
 * of the first two exists on plain HTTP in a home network.
 */
export async function share(box) {
  const text = box.querySelector("textarea");
  const done = box.querySelector("[data-copied]");
  if (navigator.share) {
    const failed = await navigator.share({ text: text.value }).catch((error) => error);
    if (!failed || failed.name === "AbortError") return;
  }
  const copied = await navigator.clipboard?.writeText(text.value).then(() => true, () => false);
  box.open = true;
  done.textContent = copied ? done.dataset.copied : "";
  text.focus();
  text.select();
  text.scrollIntoView({ block: "nearest" });
}
