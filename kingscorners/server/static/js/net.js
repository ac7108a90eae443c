// @ts-check
/** Asks the server, notices when it cannot be reached, says so, and notices when it can be again. */

import { say } from "./say.js";
import { all, table } from "./table.js";

const PATIENCE = 20_000;
const [SOONEST, LATEST] = [1000, 10_000];

/** @typedef {{ok: boolean, status: number, body: any}} Answer */

let lost = false;
let wait = SOONEST;
let probing = 0;

/** What to do to find out whether the server is back. @type {() => unknown} */
let probe = () => undefined;

/** Whether the server cannot be reached. */
export function isLost() {
  return lost;
}

/**
 * Asks for something about this match.
 * @param {string} what as in `/turns`
 * @param {{text?: boolean, form?: Record<string, string>}} [how] whether text is expected; what is posted
 * @returns {Promise<Answer | null>} nothing where the server was not reached or the answer is none of ours
 */
export async function ask(what, { text = false, form } = {}) {
  const sent = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  try {
    const response = await fetch(table().dataset.address + what, {
      ...sent,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const body = await (text && response.ok ? response.text() : response.json());
    regain();
    return { ok: response.ok, status: response.status, body };
  } catch {
    lose();
    return null;
  }
}

/**
 * Begins to watch the connection.
 * @param {() => unknown} again asks the server for how things stand
 */
export function watch(again) {
  probe = again;
  addEventListener("offline", lose);
  addEventListener("online", () => lost && probe());
}

/** What says that nothing can be done at the moment. */
function bar() {
  return /** @type {HTMLElement} */ (document.getElementById("offline"));
}

function later() {
  clearTimeout(probing);
  probing = setTimeout(async () => {
    wait = Math.min(2 * wait, LATEST);
    await probe();
    if (lost) later();
  }, wait);
}

function lose() {
  later();
  if (lost) return;
  lost = true;
  bar().hidden = false;
  mark();
  say(bar().textContent ?? "", true);
}

function regain() {
  clearTimeout(probing);
  wait = SOONEST;
  if (!lost) return;
  lost = false;
  bar().hidden = true;
  mark();
  say(bar().dataset.back ?? "");
}

/** Moves need the server: their buttons stay, since one of them may have the focus, and say that they do nothing. */
export function mark() {
  for (const button of all(".actions [name=move]")) {
    if (lost) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/** Why nothing can be played at the moment. */
export function reason() {
  return bar().textContent ?? "";
}
