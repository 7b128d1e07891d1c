// What the page does by itself: our own keys, closing a slip, sharing a link. Everything else is the server's.
(() => {
  "use strict";

  const RUN = { adds, rubs, steps, closes, shares };
  const ATTRIBUTES = { adds: "data-adds", rubs: "data-rubs", steps: "data-steps", closes: "data-closes", shares: "data-shares" };

  document.addEventListener("click", (event) => {
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      const key = event.target.closest(`[${attribute}]`);
      if (key) return RUN[name](key, event);
    }
  });

  // Our keypad

  function field(key, name) {
    return key.closest("form").elements[name];
  }

  function typed(input, value) {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // One more of several; or the next digit of a number, which begins anew where the page had filled one in.
  function adds(key) {
    const input = field(key, key.dataset.to), { adds, between } = key.dataset;
    const before = !between && input.value === input.defaultValue ? "" : input.value;
    typed(input, before && between ? before + between + adds : before + adds);
  }

  function rubs(key) {
    const input = field(key, key.dataset.rubs);
    const value = input.value.trim();
    typed(input, key.dataset.between ? value.split(key.dataset.between).slice(0, -1).join(key.dataset.between) : value.slice(0, -1).trim());
  }

  function steps(key) {
    const input = field(key, key.dataset.to);
    const low = Number(input.dataset.low || 0), high = Number(input.dataset.high || Infinity);
    typed(input, Math.min(high, Math.max(low, (parseInt(input.value, 10) || 0) + Number(key.dataset.steps))));
  }

  // Names tapped faster than the line carries them: each tap takes the earlier ones along.
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-seats]");
    if (!chip || chip.classList.contains("taken")) return;
    chip.classList.add("taken");
    const seat = Object.assign(document.createElement("input"), { type: "hidden", name: chip.dataset.seats, value: chip.value });
    chip.closest("form").querySelector("#seats").append(seat);
  });

  // A list is narrowed by what is typed, as the server does it: in words that each follow a blank,
  // two letters find a beginning, more find any part.
  document.addEventListener("input", (event) => {
    const list = document.getElementById(event.target.dataset.filters);
    if (!list) return;
    const sought = event.target.value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
    const begins = sought.length > 2 ? sought : ` ${sought}`;
    for (const item of list.querySelectorAll("[data-words]")) item.hidden = !item.dataset.words.includes(begins);
  });

  // A choice that another choice has hidden is given up, before anybody asks what the form would do.
  document.addEventListener("change", (event) => {
    for (const input of event.target.form?.querySelectorAll("[data-yields]:checked") ?? []) {
      if (input.offsetParent) continue;
      input.checked = false;
      const none = event.target.form.querySelector(`[name="${input.name}"][value=""]`);
      if (none) none.checked = true;
    }
  }, true);

  // The phone's own keyboard stays down where we have keys.
  function quiet(root) {
    for (const input of root.querySelectorAll("[data-keyed]")) input.inputMode = "none";
  }

  // Slips

  function closes(link, event) {
    const slip = document.getElementById("slip");
    if (!slip || event.metaKey || event.ctrlKey || link.pathname !== location.pathname) return; // a page of its own
    event.preventDefault();
    slip.replaceChildren();
    returns();
  }

  // The focus goes back to where the slip was opened from, or to what has come in its place.
  let opener = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target.id === "slip" && !event.target.closest("#slip")) opener = event.target;
  });

  function returns() {
    const place = opener && (opener.isConnected ? opener : document.getElementById(opener.id));
    (place || document.querySelector("[aria-current=true]") || document.getElementById("main")).focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    const close = event.key === "Escape" && document.querySelector("#slip [data-closes]");
    if (close) close.click();
  });

  function opened() {
    const slip = document.querySelector("#slip dialog");
    if (slip && !slip.contains(document.activeElement)) {
      const first = slip.querySelector("[autofocus], [aria-invalid=true], input:checked, button, a[href]");
      if (first) first.focus({ preventScroll: true });
    }
  }

  // What happened is said to those who don't see it.
  function say() {
    const shelf = document.querySelector("#shelf, .win");
    const said = document.getElementById("said");
    if (shelf && said) said.textContent = (shelf.querySelector(".now, .wrong, h2") || shelf).innerText;
  }

  // A tap that didn't arrive is not silent.
  function trouble(kind) {
    const line = document.getElementById("trouble");
    line.textContent = line.dataset[kind];
    line.hidden = false;
  }

  document.addEventListener("htmx:sendError", () => trouble("offline"));
  document.addEventListener("htmx:timeout", () => trouble("offline"));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 404 || event.detail.xhr.status === 400) window.location.reload();
    else trouble("refused");
  });
  document.addEventListener("htmx:afterOnLoad", () => { document.getElementById("trouble").hidden = true; });

  document.addEventListener("htmx:afterSettle", (event) => {
    quiet(document);
    opened();
    if (!event.detail.target || event.detail.target.id !== "sitting") return;
    say();
    if (opener && document.activeElement === document.body) returns();
  });

  // Sending the link: the phone's own sheet where it has one, else the clipboard

  function shares(button) {
    const link = { title: button.dataset.title, url: button.dataset.shares };
    const done = () => { button.querySelector("span").textContent = button.dataset.copied; };
    if (navigator.share) navigator.share(link).catch(() => {});
    else navigator.clipboard.writeText(link.url).then(done, () => {});
  }

  quiet(document);
  opened();
  for (const button of document.querySelectorAll("[data-shares]")) button.hidden = !(navigator.share || navigator.clipboard);
})();
