// A scanned code stands after the # of the address, which no server sees: it goes into the form, and out of sight.

const field = document.querySelector("[data-code]");
if (field && location.hash.length > 1) {
  field.value = location.hash.slice(1).replaceAll("-", " ");
  history.replaceState(null, "", location.pathname);
  field.form.querySelector("button").focus();
}
