// The worker: what this phone has of its tables while nothing answers. A page comes from the server, and as it was
// kept only when nothing
// comes from there. What is noted, and what is heard live, never passes here.
"use strict";

const OURS = `companion ${registration.scope} `,
  CACHE = OURS + VERSION; // another Companion may lie beside this one
const OFFLINE = new URL("offline", registration.scope).href;
const TABLE = /^.*\/s\/[^/]+\//,
  HASHED = /\/static\/.*\?v=/;
const PAGE = / id="(sitting|kept)"/; // of a table, or of what is there in its place
const PATIENCE = 4000,
  MOST = 20; // milliseconds; tables
const NOBODY = [502, 504]; // so says a proxy that finds no server
const AT = "Companion-At",
  LOOKS = "Companion-Looks"; // when it was heard last; in which language and theme
const ANY = { ignoreVary: true };

const cache = () => caches.open(CACHE);
const kept = async (address) => (await cache()).match(address, ANY);

async function keep(address, answer, looks = "") {
  if (answer.status !== 200 || answer.redirected) return;
  const headers = new Headers(answer.headers),
    body = await answer.text();
  if (!PAGE.test(body)) return; // a hotel's door answers 200 as well
  headers.set(AT, Date.now());
  headers.set(LOOKS, looks);
  await (await cache()).put(address, new Response(body, { headers }));
}

async function forget(link) {
  await (await cache()).delete(link, ANY);
}

// Another version of the server has another worker, and what was kept of the one before goes.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys())
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

// What is asked for

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event, new URL(request.url)));
  else if (HASHED.test(request.url)) event.respondWith(file(request));
});

async function file(request) {
  const known = await kept(request);
  if (known) return known;
  const answer = await fetch(request);
  if (isFile(answer))(await cache()).put(request, answer.clone());
  return answer;
}

// Not a page that somebody else says in its place, which would be kept until the next version.
function isFile({ status, headers }) {
  return status === 200 && !/^$|html/.test(headers.get("Content-Type") ?? "");
}

async function page(event, { pathname: path, search }) {
  const link = path.match(TABLE)?.[0],
    fresh = fetch(event.request);
  if (path === link) {
    event.waitUntil(fresh.then((answer) => learn(link, search ? null : answer.clone())).catch(() => {}));
  }
  const known = link && (await kept(link));
  try {
    const answer = await (known && path === link ? Promise.race([fresh, patience()]) : fresh);
    if (!NOBODY.includes(answer.status)) return answer;
  } catch { /* then it isn't the server's turn */ }
  if (!known) return kept(OFFLINE);
  return path === link ? asOf(known) : Response.redirect(link);
}

function patience() {
  return new Promise((_, late) => setTimeout(late, PATIENCE));
}

// The page says itself how old it is.
async function asOf(known) {
  const html = await known.text();
  const aged = html.replace("<html ", `<html data-as-of="${known.headers.get(AT)}" `);
  return new Response(aged, { headers: known.headers });
}

// One after the other: none puts back what another has just replaced.
let turns = Promise.resolve();

function inTurn(work) {
  turns = turns.then(work).catch(() => {});
  return turns;
}

function learn(link, answer) {
  return inTurn(() => (answer ? heard(link, answer) : plain(link)));
}

// Of another seat than is to move, or with a slip, it would be in the way when it is opened next.
async function plain(link) {
  await heard(link, await Promise.race([fetch(link), patience()]));
}

async function heard(link, answer) {
  if (answer.status === 404) return forget(link);
  await keep(link, answer);
  const kept = (await (await cache()).keys()).map((request) => new URL(request.url).pathname);
  const addresses = kept.filter((path) => TABLE.test(path));
  for (const oldest of addresses.slice(0, -MOST)) await forget(oldest);
}

// What a page says

addEventListener("message", (event) => {
  const { files, gone, html, link } = event.data;
  if (files) return event.waitUntil(arrived(event.data));
  event.waitUntil(inTurn(() => (gone ? forget(gone) : stands(link, html))));
});

// What it is made of, and itself, where it came before there was a worker; and what is there in its place when it
// can't come.
async function arrived({ files, link, looks }) {
  for (const name of files)
    if (!(await kept(name))) await add(name).catch(() => {}); // gone with an older version
  if (link && !(await kept(link))) await learn(link);
  if ((await kept(OFFLINE))?.headers.get(LOOKS) !== looks) await keep(OFFLINE, await fetch(OFFLINE), looks);
}

async function add(name) {
  const answer = await fetch(name);
  if (isFile(answer)) await (await cache()).put(name, answer);
}

// The sheet as it stands now, or as it still stands.
async function stands(link, html) {
  const before = await kept(link);
  if (before) await keep(link, new Response(html ?? (await before.text()), { headers: before.headers }));
}
