/**
 * The service worker, after the line that the server puts before it:
 * `const BUILD = "<hash>", ASSETS = "/static/<version>/", OFFLINE = ["/en/offline", ...], KEPT = ["<asset>", ...];`
 *
 * It keeps the files of one build and a page that says one is offline. Everything else is the network's: a
 * table, a daily or a board is never shown from memory.
 */

const CACHE = `build-${BUILD}`;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(ASSETS)) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offline(pathname)));
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...OFFLINE, ...KEPT]);
  await self.skipWaiting();
}

/** The files of older builds go: open pages that still ask for one get it from the network. */
async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

/** @param {Request} request of a file whose address changes with its content */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {string} path whose first part is the language */
async function offline(path) {
  const own = OFFLINE.find((page) => page.split("/")[1] === path.split("/")[1]) ?? OFFLINE[0];
  return (await caches.match(own)) ?? Response.error();
}
