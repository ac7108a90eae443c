/** On every page: brings the service worker; on the page for being offline, goes on when the site answers. */

const RETRY = 4_000;

// Plain HTTP in a home network has no service workers.
navigator.serviceWorker?.register("/sw.js", { scope: "/" }).catch(() => {});

if (document.body.classList.contains("offline")) {
  addEventListener("online", goOn);
  setInterval(goOn, RETRY);
}

async function goOn() {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) location.reload();
}
