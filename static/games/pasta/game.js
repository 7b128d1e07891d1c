// A choice that another choice has hidden is given up, before anybody asks what the form would do.
document.addEventListener("change", (event) => {
  const form = event.target.form ?? event.target;
  for (const input of form.querySelectorAll("[data-yields]:checked")) {
    if (input.offsetParent) continue;
    input.checked = false;
    const none = form.querySelector(`[name="${input.name}"][value=""]`);
    if (none) none.checked = true;
  }
}, true);
