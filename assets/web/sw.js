"use strict";
// Keeps the site in the browser, so that it works without a network after the first visit. `files.json` names the version
// of the site and its files; a site of another version takes the place of the old one at its next start.
const NAME = "fivefoot-";

async function files() { return (await fetch("files.json", { cache: "no-store" })).json(); }
addEventListener("install", (e) => e.waitUntil(files().then(async ({ version, files }) => {
  const kept = await caches.open(NAME + version);
  await kept.addAll(["./", ...files].map((name) => new Request(name, { cache: "no-cache" }))); // no file of an older site
  await kept.put("files.json", new Response(JSON.stringify({ version, files })));
  await skipWaiting();
})));
addEventListener("activate", (e) => e.waitUntil((async () => {
  const { version } = await files();
  for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== NAME + version) await caches.delete(name);
  await clients.claim();
})().catch(() => {})));
addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || !/^https?:/.test(e.request.url)) return;
  e.respondWith((async () => {
    const found = await caches.match(e.request, { ignoreSearch: e.request.mode === "navigate" });
    if (found) return found;
    const answer = await fetch(e.request);
    if (answer.ok && new URL(e.request.url).origin !== location.origin) { // a Pyodide on the web
      const name = (await caches.keys()).find((one) => one.startsWith(NAME));
      if (name) await (await caches.open(name)).put(e.request, answer.clone());
    }
    return answer;
  })());
});
