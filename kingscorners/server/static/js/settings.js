// @ts-check
/**
 * Settings: a form marked `data-settings` is sent without leaving the page, and what it changes holds at once, as
 * `data-` attributes of the root. Others hear of it by the event `settings` on the document.
 */

const root = document.documentElement;

/** The newest change of all: an older one that fails does not undo it. */
let newest = 0;
/** @type {Promise<void>} */
let sending = Promise.resolve();

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
 * Sends one setting and nothing else: what nobody has chosen stays free to change with the defaults.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {HTMLElement | null} [submitter]
 */
async function send(form, name, submitter = null) {
  const given = [...new FormData(form, submitter)].filter(([other]) => other === name);
  const sent = new URLSearchParams(/** @type {[string, string][]} */ (given));
  const wanted = Object.fromEntries(sent);
  const before = Object.fromEntries(Object.keys(wanted).map((one) => [one, root.getAttribute(attribute(one)) ?? ""]));
  const mine = (newest += 1);
  apply(wanted);
  try {
    const headers = { Accept: "application/json" };
    const response = await fetch(form.action, { method: "POST", headers, body: sent, keepalive: true });
    if (!response.ok) throw new Error(String(response.status));
    if (mine === newest) apply(await response.json());
    told(form, false);
    document.dispatchEvent(new CustomEvent("settings", { detail: wanted }));
  } catch {
    if (mine !== newest) return;
    apply(before);
    for (const input of form.querySelectorAll("input")) {
      if (input.name in before && input.type !== "hidden") input.checked = input.value === before[input.name];
    }
    told(form, true);
  }
}

/**
 * Says, where the form has words for it, that a change was lost.
 * @param {HTMLFormElement} form
 * @param {boolean} lost
 */
function told(form, lost) {
  const words = form.querySelector(".unsent");
  if (words) /** @type {HTMLElement} */ (words).hidden = !lost;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-settings]")) return;
  event.preventDefault();
  const name = event.submitter?.getAttribute("name");
  if (name) sending = send(form, name, event.submitter);
  // A button without a name is for leaving, when all is sent.
  else void sending.then(() => location.assign(String(new FormData(form).get("back"))));
});

document.addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.form?.matches("[data-settings]")) sending = send(input.form, input.name);
});
