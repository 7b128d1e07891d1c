// What browsers have only over HTTPS, and on the machine itself: no other phone loads this, and those that do when
// the page has settled.

const root = document.documentElement,
  { serviceWorker, wakeLock } = navigator,
  head = document.getElementById("live");
const [link] = location.pathname.match(/^.*\/s\/[^/]+\//) ?? [];
const above = (path) => new URL(`../../${path}`, import.meta.url);
const TABLE = /\/s\/[^/]+\/$/,
  HASHED = /\/static\/.*\?v=/;
const sheet = () => document.getElementById("sitting");

// What is kept for when nothing answers: by the worker, which hears of it here

const ready = serviceWorker?.ready; // also for a page that was loaded past the worker

function tell(message) {
  ready?.then(({ active }) => active.postMessage(message));
}

function arrive() {
  const asked = performance.getEntriesByType("resource").map(({ name }) => name.split("#")[0]);
  const files = asked.filter((name) => HASHED.test(name));
  tell({ files, link: sheet() && link, looks: `${root.lang} ${root.dataset.theme}` });
}

serviceWorker?.register(above("sw.js")).catch(() => {}); // a private window has none
serviceWorker?.addEventListener("controllerchange", arrive);
if (serviceWorker?.controller) arrive();

// Each sheet that comes takes the place of the one before, in the page as it was sent; and what the page has fetched to
// open without a line is kept with it.
let kept = Promise.resolve();
for (const name of ["sheet", "ahead"]) {
  document.addEventListener(`companion:${name}`, ({ detail }) => {
    kept = kept.then(() => keep(detail.html)).catch(() => {});
  });
}

async function keep(html) {
  const fresh = html && parsed(html).getElementById("sitting"),
    known = (fresh || !html) && (await caches.match(link, { ignoreVary: true }));
  if (!known) return;
  const page = parsed(await known.text());
  const ahead = document.getElementById("ahead");
  if (fresh) page.getElementById("sitting").replaceWith(fresh);
  if (ahead) page.getElementById("ahead")?.replaceWith(ahead.cloneNode(true));
  tell({ link, html: `<!DOCTYPE html>${page.documentElement.outerHTML}` });
}

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Until when it is known to have stood so: until the phone is put away, or the line is lost.
function stillStands() {
  if (sheet()) tell({ link });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden && head?.dataset.state === "live") stillStands();
});
new MutationObserver(([{ oldValue }]) => {
    if (oldValue === "live" && head.dataset.state !== "catching") stillStands();
  })
  .observe(head ?? root, { attributeFilter: ["data-state"], attributeOldValue: true });

// A table that this phone no longer has, and links that open nothing any more

document.addEventListener("submit", ({ target, submitter }) => {
  if (submitter?.name === "put") tell({ gone: above(`s/${submitter.value}/`).pathname });
  if (target.action.endsWith("/share/links")) tell({ gone: link });
}, true);
document.addEventListener("companion:trouble", () => {
  const asked = fetch(link, { method: "HEAD" });
  asked.then(({ status }) => { if (status === 404) tell({ gone: link }); }, () => {}); // unanswered, it stays
});

// A page that was kept says how old it is, until it has caught up

if (root.dataset.asOf && head && head.dataset.state !== "live") {
  const { offline, stood } = head.dataset, [day, time] = moment(new Date(Number(root.dataset.asOf)));
  head.dataset.offline = [day, offline.replace("{time}", time)].filter(Boolean).join("\n");
  head.dataset.stood = [day, stood.replace("{time}", time)].filter(Boolean).join(" · ");
  document.addEventListener("companion:live", () => Object.assign(head.dataset, { offline, stood }), { once: true });
  say("heard", { ok: false });
  say("behind");
}

// The day, if it isn't today, and the time.
function moment(then) {
  const language = root.lang === "en" ? "en-GB" : root.lang,
    day = then.toLocaleDateString(language, { day: "numeric", month: "short" });
  return [then.toDateString() !== new Date().toDateString() && day, then.toTimeString().slice(0, 5)];
}

function say(name, detail) {
  document.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));
}

// Where nothing is kept of what was asked for, what is

const list = document.getElementById("kept");
if (list) {
  listKept();
  addEventListener("online", () => location.reload());
}

async function listKept() {
  for (const name of (await caches.keys()).filter((name) => name.startsWith(`companion ${above("")} `))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (TABLE.test(request.url)) await offer(request.url, await cache.match(request, { ignoreVary: true }));
    }
  }
}

// The newest first.
async function offer(href, answer) {
  const page = parsed(await answer.text()),
    row = document.getElementById("kept-table").content.cloneNode(true);
  const game = page.querySelector("h1").textContent,
    then = new Date(Number(answer.headers.get("Companion-At")));
  row.querySelector("a").href = href;
  row.querySelector(".whose").textContent = page.getElementById("sitting").dataset.players;
  row.querySelector(".as-of").textContent = [game, ...moment(then)].filter(Boolean).join(" · ");
  list.querySelector("ul").prepend(row);
  list.hidden = false;
}

// The screen stays on over a game, for as long as somebody plays it; to save its battery, a phone refuses, or takes
// that back.

const IDLE = 15 * 60_000;
let awake = Promise.resolve(),
  idle;

function stayAwake() {
  clearTimeout(idle);
  const plays = document.body.dataset.awake && document.querySelector("#sitting:not(.ended)");
  if (document.hidden || !plays) return letSleep();
  idle = setTimeout(letSleep, IDLE);
  awake = awake.then((lock) => (lock?.released === false ? lock : wakeLock.request("screen"))).catch(() => {});
}

function letSleep() {
  awake = awake.then((lock) => void lock?.release());
}

if (wakeLock) {
  for (const name of ["visibilitychange", "pointerdown", "keydown", "companion:closed"]) {
    document.addEventListener(name, stayAwake);
  }
  stayAwake();
}

// The settings: what there is here, and what this browser lacks all the same

const here = document.getElementById("over-https");
if (here) {
  here.hidden = false;
  document.getElementById("only-https").hidden = true;
  document.getElementById("no-awake").hidden = wakeLock !== undefined;
  document.getElementById("no-worker").hidden = serviceWorker !== undefined;
}
