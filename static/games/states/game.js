// The list of States is narrowed by what is typed, as the server does it: each word begins one of theirs.
document.addEventListener("input", (event) => {
  const list = document.getElementById(event.target.dataset.filters);
  if (!list) return;
  const plain = event.target.value.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[\p{P}\s]+/gu, " ").toLowerCase();
  const sought = plain.trim().split(" ");
  for (const item of list.querySelectorAll("[data-words]")) {
    item.hidden = !sought.every((word) => item.dataset.words.includes(` ${word}`));
  }
});
