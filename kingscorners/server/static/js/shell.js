/** On every page: brings the service worker, and reads a page for being offline again when one is back. */

// Plain HTTP in a home network has no service workers.
navigator.serviceWorker?.register("/sw.js", { scope: "/" }).catch(() => {});

if (document.body.classList.contains("offline")) addEventListener("online", () => location.reload());
