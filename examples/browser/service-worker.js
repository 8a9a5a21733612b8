// Keeps the page for times without a network. Each build has a cache of its own, filled as a whole
// and checked by digests, so that no two builds are ever mixed.
"use strict";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.importScripts("build.js"); // a new build changes it, and the browser then installs this file anew
const { scope } = worker.registration;
const PREFIX = `ninetka ${scope} `; // other folders of this host have other builds
const CACHE = PREFIX + build.hash;
const PAGE = "index.html"; // is kept as ./, since hosts may redirect from one to the other

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOthers()));
worker.addEventListener("message", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const name = nameOf(new URL(event.request.url));
  if (event.request.method === "GET" && name !== undefined && name in build.files) {
    event.respondWith(answer(name, event.request));
  }
});

async function fill() {
  const cache = await caches.open(CACHE);
  const requests = Object.entries(build.files).map(
    ([name, integrity]) => new Request(addressOf(name), { integrity, cache: "no-cache" }),
  );
  await cache.addAll(requests);
}

async function removeOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// A page that has just been loaded offers to be loaded again with this build. While others are
// open, this build waits, since they go on with the files of theirs.
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter((page) => page.url.startsWith(scope)).length === 1) {
    await worker.skipWaiting();
  }
}

/**
 * @param {string} name
 * @param {Request} request
 */
async function answer(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(addressOf(name))) ?? fetch(request);
}

/** @param {URL} url */
function nameOf(url) {
  const address = url.origin + url.pathname;
  return address.startsWith(scope)
    ? address.slice(scope.length) || PAGE
    : undefined;
}

/** @param {string} name */
function addressOf(name) {
  return scope + (name === PAGE ? "" : name);
}
