// @ts-check
/** Playing: taps become moves, moves are posted, answers are shown. */

import { fly, place, shake } from "./flight.js";
import { listen } from "./keys.js";
import { say } from "./say.js";
import "./settings.js";
import { isShowing, show, skipAll, skipTurn, zone } from "./show.js";
import { all, find, focused, pick, pickedElement, pickedWord, problem, prompt, putIn, replace, table, targets } from "./table.js";

/** @typedef {import("./show.js").Step} Step */
/** @typedef {{ply: number, steps: Step[], table: string, say: string, before?: Record<string, string>}} Answer */

const TWICE = 400;
const ARMED = 3000;
const HELD = 500;
const SLOW = 900;
const OWN = 260;

let busy = false;
let pickedAt = 0;
let disarm = 0;

/** The others' last turns, for showing them again. @type {{before: Record<string, string>, steps: Step[]} | null} */
let replayable = null;

// ---------------------------------------------------------------------- taps

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (target.closest("#table button, #table .felt"));
  if (!button) return;
  if (isShowing() && !button.matches("[name=speed], [data-skip], .side *")) {
    event.preventDefault();
    skipTurn();
  } else if (button.dataset.word) {
    event.preventDefault();
    tap(button);
  } else if (button.name === "move") {
    event.preventDefault();
    void play(button.value);
  } else if ("skip" in button.dataset) skipAll();
  else if ("replay" in button.dataset) void replay();
  else if (button.matches(".felt") && !target.closest(".prompt") && pickedWord()) pick(null);
});

/** @param {HTMLButtonElement} button */
function tap(button) {
  if (busy) return;
  clearTimeout(disarm);
  const word = button.dataset.word ?? "";
  const picked = pickedWord();
  const reachable = targets(picked);
  const again = button === pickedElement();
  const only = Object.keys(reachable).length === 1 ? Object.keys(reachable)[0] : "";
  if (picked && Object.hasOwn(reachable, word)) void play(reachable[word], pickedElement(), button);
  else if (again && only && performance.now() - pickedAt < TWICE) void play(reachable[only], button, zone(only));
  else if (again) pick(null);
  else if (picked && button.dataset.try && button.matches(".slot") && !movable(button)) void ask(picked, button);
  else choose(button);
}

/**
 * Whether a tap on a pile means to pick it, though something else is picked.
 * @param {HTMLElement} pile
 */
function movable(pile) {
  return pickedElement()?.matches(".slot") && Object.keys(targets(pile.dataset.word ?? "")).length > 0;
}

/** @param {HTMLElement} button */
function choose(button) {
  pick(button);
  pickedAt = performance.now();
  // What is played by tapping it twice is armed for a short while only.
  const word = pickedWord();
  if (Object.hasOwn(targets(word), word)) disarm = setTimeout(() => pickedWord() === word && pick(null), ARMED);
}

/**
 * Asks the server why a move is not allowed.
 * @param {string} picked
 * @param {HTMLElement} target
 */
async function ask(picked, target) {
  shake(target);
  await play(`${pickedElement()?.dataset.try} ${picked} ${target.dataset.word}`);
}

// ---------------------------------------------------------------------- looking through a pile

let holding = 0;

document.addEventListener("pointerdown", (event) => {
  const pile = /** @type {Element} */ (event.target).closest("#table .slot");
  clearTimeout(holding);
  if (pile && event.pointerType !== "mouse") holding = setTimeout(() => look(pile), HELD);
});
for (const kind of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(kind, (event) => {
    const moved = /** @type {PointerEvent} */ (event);
    if (kind !== "pointermove" || Math.hypot(moved.movementX, moved.movementY) > 4) clearTimeout(holding);
  });
}
document.addEventListener("contextmenu", (event) => {
  const pile = /** @type {Element} */ (event.target).closest("#table .slot");
  if (pile && look(pile)) event.preventDefault();
});

/** @param {Element} pile */
function look(pile) {
  const sheet = find(`#look-${/** @type {HTMLElement} */ (pile).dataset.word}`);
  if (sheet && !sheet.matches(":popover-open")) sheet.showPopover();
  return sheet !== null;
}

// ---------------------------------------------------------------------- moves

/**
 * Posts a move and shows what comes of it. Nothing is lost when that fails: the table stays as it is.
 * @param {string} move
 * @param {HTMLElement | null} [source] what flies
 * @param {HTMLElement | null} [target] where to
 */
async function play(move, source = null, target = null) {
  if (busy) return;
  busy = true;
  const flown = source !== null && target !== null && source !== target && document.documentElement.dataset.speed !== "off";
  const flight = flown ? lift(source, target) : Promise.resolve();
  const slow = setTimeout(() => problem(table().dataset.sending ?? ""), SLOW);
  const response = await post(move);
  clearTimeout(slow);
  await flight;
  if (response?.ok) await answer(response.body, flown);
  else {
    source?.classList.remove("away");
    if (response) await refuse(response);
    else problem(table().dataset.lost ?? "", true);
  }
  busy = false;
}

/**
 * The answer to a move; nothing where the server was not reached or what came was no answer of ours.
 * @param {string} move
 */
async function post(move) {
  const { ply = "", address } = table().dataset;
  try {
    const response = await fetch(`${address}/move`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ move, ply }),
    });
    return { ok: response.ok, status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

/**
 * Lets what was picked fly at once, before the server has answered.
 * @param {HTMLElement} source
 * @param {HTMLElement} target
 */
async function lift(source, target) {
  const shown = source.querySelector(source.matches(".slot") ? ".top" : ".face");
  if (!shown) return;
  const from = source.matches(".slot") ? place(source) : source.getBoundingClientRect();
  source.classList.add("away");
  for (const pile of all(".legal")) pile.classList.remove("legal");
  await fly(/** @type {Element} */ (shown.cloneNode(true)), from, place(target), OWN);
}

/**
 * @param {Answer} given
 * @param {boolean} flown
 */
async function answer(given, flown) {
  const { steps } = given;
  const own = Number(table().dataset.seat);
  const first = steps.findIndex((step) => step.seat !== own);
  if (first >= 0) {
    replayable = first > 0 ? { before: Object.assign({}, ...steps.slice(0, first).map((step) => step.parts)), steps: steps.slice(first) } : null;
  }
  const focus = focused();
  find(".sheet")?.remove();
  for (const covered of all("[inert]")) covered.removeAttribute("inert");
  await show(steps, flown);
  replace(given.table);
  focus();
  if (first >= 0 || steps.some((step) => step.move === "deal")) say(given.say);
}

/**
 * Says why a move was not taken; when the game has moved on, shows how it stands.
 * @param {{status: number, body: {detail: string}}} response
 */
async function refuse({ status, body }) {
  if (status === 409) await refresh();
  problem(body.detail);
}

/** Asks for the whole table. */
async function refresh() {
  const html = await get("?fragment", (response) => response.text());
  if (html) replace(html);
}

/** Shows the others' last turns again, then the table as it is. */
async function replay() {
  if (busy) return;
  busy = true;
  pick(null);
  if (find("#side")?.matches(":popover-open")) find("#side")?.hidePopover();
  replayable ??= await get("/turns", (response) => response.json());
  if (replayable) {
    const now = table().outerHTML;
    putIn(replayable.before);
    await show(replayable.steps);
    replace(now);
  }
  busy = false;
}

/**
 * Fetches something about this match; says so where that fails.
 * @template T
 * @param {string} what
 * @param {(response: Response) => Promise<T>} read
 * @returns {Promise<T | null>}
 */
async function get(what, read) {
  try {
    const response = await fetch(table().dataset.address + what);
    if (response.ok) return await read(response);
  } catch {
    // As below.
  }
  problem(table().dataset.lost ?? "", true);
  return null;
}

document.addEventListener("settings", (event) => {
  if ("sort" in /** @type {CustomEvent} */ (event).detail) void refresh();
});

// ---------------------------------------------------------------------- begin

/** The browser's part of the next match's shuffle. */
document.addEventListener("submit", (event) => {
  const field = /** @type {Element} */ (event.target).querySelector("input[name=nonce]");
  if (!(field instanceof HTMLInputElement)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
});

listen();
const { picked } = table().dataset;
if (picked) pick(find(`[data-word="${CSS.escape(picked)}"]`));
window.addEventListener("pageshow", (event) => {
  if (event.persisted) void refresh();
});
