// Set-up: names are typed or tapped as fast as one can. Each sits down at once, and goes along with the next request.
(() => {
  "use strict";

  const field = () => document.querySelector(".setup [name=name]");

  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[name=enter], [name=add]:not(.taken)");
    if (!key) return;
    if (key.name === "add") {
      key.classList.add("taken");
      return sitDown(key.value);
    }
    sitDown(field().value.trim());
    field().value = "";
    field().focus(); // also where a thumb has tapped the key: the phone's keyboard stays
  }, true);

  function sitDown(name) {
    if (!name) return;
    const seats = document.getElementById("seats"),
      chair = seats.querySelector(".vacant");
    seats.append(Object.assign(document.createElement("input"), { type: "hidden", name: "player", value: name }));
    if (!chair) return; // whether there is room, the table says
    chair.classList.remove("vacant");
    chair.querySelector(".name").textContent = name;
  }

  // What was sent along has sat down, or comes back to be put right; what has been typed since then stays.
  let sent;
  document.addEventListener("htmx:configRequest", ({ detail }) => { sent = detail.formData.get("name"); });
  document.addEventListener("htmx:afterSettle", () => {
    const { typed } = document.getElementById("seats").dataset, wrong = document.getElementById("wrong-name");
    if (field().value === sent) field().value = typed;
    field().toggleAttribute("aria-invalid", false);
    if (wrong) field().setAttribute("aria-invalid", true);
    document.querySelector(".setup .wrong")?.scrollIntoView({ block: "nearest" });
    document.getElementById("said").textContent = document.getElementById("seats").dataset.said || "";
  });

  document.addEventListener("toggle", ({ target }) => {
    if (target.open) target.lastElementChild.scrollIntoView({ block: "nearest" });
  }, true);

  // As long as a name may be, counted as the server counts: an emoji is no two letters.
  function counts(input) {
    if (input.maxLength > 0) input.dataset.longest = input.maxLength;
    input.removeAttribute("maxlength");
  }

  counts(field()); // which may have the focus already
  document.addEventListener("focusin", ({ target }) => {
    counts(target);
    if (target.name === "renamed") target.select();
  });
  document.addEventListener("input", ({ target }) => {
    const letters = [...target.value];
    if (letters.length > target.dataset.longest) target.value = letters.slice(0, target.dataset.longest).join("");
    const fold = target.closest(".house details"),
      answer = fold?.querySelector("[data-usual]");
    const typed = answer && [...fold.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);
    if (answer) answer.textContent = typed.join(" · ") || answer.dataset.usual;
  });
})();
