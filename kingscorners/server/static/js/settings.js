// @ts-check
/**
 * Settings: a form marked `data-settings` is sent without leaving the page, and what it changes holds at once, as
 * `data-` attributes of the root. Others hear of it by the event `settings` on the document.
 */

const root = document.documentElement;

/** The newest change of all: an older one that fails does not undo it. */
let newest = 0;

/** @param {string} name */
const attribute = (name) => `data-${name.replaceAll("_", "-")}`;

/** @param {Record<string, string>} settings */
function apply(settings) {
  for (const [name, value] of Object.entries(settings)) {
    root.setAttribute(attribute(name), value);
    for (const button of document.querySelectorAll(`button[aria-pressed][name="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button.getAttribute("value") === value));
    }
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function send(form, submitter) {
  const sent = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  const wanted = Object.fromEntries([...sent].filter(([name]) => root.hasAttribute(attribute(name))));
  const before = Object.fromEntries(Object.keys(wanted).map((name) => [name, root.getAttribute(attribute(name)) ?? ""]));
  const mine = (newest += 1);
  apply(wanted);
  try {
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body: sent });
    if (!response.ok) throw new Error(String(response.status));
    if (mine === newest) apply(await response.json());
    form.classList.remove("lost");
    document.dispatchEvent(new CustomEvent("settings", { detail: wanted }));
  } catch {
    if (mine !== newest) return;
    apply(before);
    form.classList.add("lost");
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-settings]")) return;
  event.preventDefault();
  void send(form, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = /** @type {Element} */ (event.target).closest("form");
  if (form?.matches("[data-settings]")) void send(form, null);
});
