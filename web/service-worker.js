// Stores all the game's files in the browser, for play without a connection. Each version has a cache of
// its own. The next version takes over when no page of this one is open, so files never mix.

const VERSION = "@VERSION@";
// Another folder of the server may have another version.
const OURS = `icochess ${registration.scope} `;
const CACHE = OURS + VERSION;
const PAGE = ["./", "index.html"].map((name) => new URL(name, registration.scope).pathname);
const FILES = [
  "./",
  "page.js",
  "files.js",
  "xr.js",
  "style.css",
  "icochess.js",
  "icochess_bg.wasm",
  "engine-worker.js",
  "engine.js",
  "engine_bg.wasm",
  "manifest.webmanifest",
  "icochess.svg",
  "icochess-256.png",
  "icochess-512.png",
  "icochess-full.png",
];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Revalidates cached files, and downloads only newer ones.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  const isPage = mode === "navigate" && PAGE.includes(pathname);
  const answer = async () => {
    const cache = await caches.open(CACHE);
    // The page's address may contain a game.
    const kept = await cache.match(isPage ? "./" : event.request, { ignoreSearch: true, ignoreVary: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
