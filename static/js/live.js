// Live: what other phones note comes here by itself, and the head of the page says how well that goes.
(() => {
  "use strict";

  const head = document.getElementById("live");
  if (!head) return;
  const { after, ask, emit, link, on, sheet } = companion;
  const words = head.dataset;
  const led = document.getElementById("onward") ? "&led=1" : ""; // a page that knew of it from the start stays
  const NET = 20_000,
    SOON = 2000;

  let source, phones = 0,
    state = "catching",
    since = null,
    waits = [],
    timer;

  // The stream

  function listen() {
    source?.close();
    source = new EventSource(`${link}stream?after=${after()}`);
    source.onopen = reached;
    source.onerror = look;
    source.addEventListener("sheet", (event) => emit("sheet", { html: event.data }));
    source.addEventListener("phones", (event) => {
      phones = Number(event.data);
      show();
    });
  }

  // The net under it

  async function look() {
    clearTimeout(timer);
    if (document.hidden) return;
    const asked = after();
    try {
      const { headers, html, ok, status } = await ask(address());
      const length = Number(html.match(/data-after="(\d+)"/)?.[1]);
      if (status === 404) return ended(html);
      if (!ok) throw 0;
      const back = length < asked && asked === after(); // and not merely slower than a tap of its own
      if (length > after() || back) emit("sheet", { html, back });
      const onward = headers.get("Location"); // the others play on
      if (onward && !waits.length && !document.querySelector("dialog, .wrong, #waits")) location = onward;
      reached();
    } catch {
      unreached();
    }
    timer = setTimeout(next, state === "offline" ? SOON : NET);
  }

  // A stream that was refused is not asked for again at once.
  function next() {
    if (source.readyState === EventSource.CLOSED && !document.hidden) listen();
    look();
  }

  function address() {
    if (sheet().id === "log") return location.pathname + location.search;
    return `${link}now?after=${after()}${led}`;
  }

  // The table has new links: its own sentence says so.
  function ended(html) {
    source.close();
    state = "closed";
    show();
    emit("trouble", { html });
    timer = setTimeout(next, NET); // a server that is starting anew may have said so
  }

  // What the head says

  function reached() {
    if (since) document.getElementById("news")?.replaceChildren(); // "as it stood at"
    const again = state !== "live";
    state = "live";
    since = null;
    show();
    if (again) emit("live");
  }

  function unreached() {
    since ??= Date.now();
    state = "offline";
    show();
  }

  function show() {
    head.dataset.state = waits.length ? "waiting" : state;
    const said = head.querySelector("span");
    const text = waits.length ? `${how()}\n${counted("waits", waits.length)}` : how();
    if (said.innerText !== text) said.innerText = text;
    const stood = state === "offline" && document.getElementById("news");
    if (stood) stood.textContent = at("stood", since);
  }

  function how() {
    if (state === "closed") return words.closed;
    if (state === "offline") return at("offline", since);
    if (waits.length) return at("waiting", waits[0].at);
    if (state === "catching") return words.catching;
    return phones > 1 ? `${words.live} · ${counted("phones", phones)}` : words.live;
  }

  function counted(word, number) {
    return words[number === 1 ? `${word}One` : word].replace("{n}", number);
  }

  function at(word, time) {
    return words[word].replace("{time}", new Date(time).toTimeString().slice(0, 5));
  }

  // Asleep and awake

  function wake() {
    if (document.hidden) return source.close();
    state = "catching";
    show();
    listen();
    look();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", unreached);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  on("heard", ({ ok }) => (ok ? reached() : unreached()));
  on("waiting", ({ taps }) => {
    waits = taps;
    show();
  });
  on("behind", look);

  listen();
  timer = setTimeout(next, NET);
})();
