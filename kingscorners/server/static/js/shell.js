/** On every page: brings the service worker, and what shares a text; on the page for being offline, goes on when the site answers. */

const RETRY = 4_000;

// Plain HTTP in a home network has no service workers.
navigator.serviceWorker?.register("/sw.js", { scope: "/" }).catch(() => {});

addEventListener("click", async (event) => {
  const box = event.target.closest("[data-share] > summary")?.parentElement;
  if (!box || box.open) return;
  event.preventDefault();
  (await import("./share.js")).share(box);
});

if (document.body.classList.contains("offline")) {
  addEventListener("online", goOn);
  setInterval(goOn, RETRY);
}

async function goOn() {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) location.reload();
}
