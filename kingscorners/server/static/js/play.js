// @ts-check
/** The page of a table: begins everything, and says what a tap means. */

import { wanted } from "./choices.js";
import * as drag from "./drag.js";
import * as keys from "./keys.js";
import * as look from "./look.js";
import { ask, isBusy, open, play, refresh, replay, resume, send } from "./moves.js";
import * as net from "./net.js";
import { nonce } from "./nonce.js";
import "./settings.js";
import { isShowing, skipAll, skipTurn, zone } from "./show.js";
import * as sound from "./sound.js";
import { find, moveTo, pick, pickedElement, pickedWord, table, targets } from "./table.js";

const TWICE = 400;
const ARMED = 3000;

let pickedAt = 0;
let disarm = 0;

// ---------------------------------------------------------------------- taps

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("#table :is(button, a, .felt)"));
  if (!button) return;
  if (isShowing() && !button.matches("[name=speed], [data-skip], .side *")) {
    event.preventDefault();
    skipTurn();
  } else if (button.dataset.word) {
    event.preventDefault();
    tap(button);
  } else if (button instanceof HTMLButtonElement && button.name === "move") {
    event.preventDefault();
    void send(button.value);
  } else if ("skip" in button.dataset) skipAll();
  else if ("replay" in button.dataset) void replay();
  else if ("keys" in button.dataset) keys.explain();
  else if (button.matches(".felt") && !target.closest(".prompt") && pickedWord()) pick(null);
});

/** @param {HTMLElement} button */
function tap(button) {
  if (isBusy()) return;
  clearTimeout(disarm);
  const picked = pickedWord();
  const source = pickedElement();
  const again = button === source;
  const reachable = targets(picked);
  const places = Object.keys(reachable);
  const only = places.length === 1 ? places[0] : places.find((place) => zone(place)?.matches(".quick"));
  const twice = wanted("doubleTap") && performance.now() - pickedAt < TWICE;
  if (button.dataset.atOnce && moveTo(button.dataset.word ?? "", button)) void play(button, button);
  else if (source && moveTo(picked, button)) void play(source, button);
  else if (again && only && twice) void play(button, /** @type {HTMLElement} */ (zone(only) ?? find(`[data-word="${only}"]`)));
  else if (again && twice && button.dataset.alone) void ask(button, button);
  else if (again) pick(null);
  else if (source && button.dataset.try && !button.matches(".fan .card") && !movable(button)) void ask(source, button);
  else choose(button);
}

/**
 * Whether a tap on a pile means to pick it, though something else is picked.
 * @param {HTMLElement} pile
 */
function movable(pile) {
  return !pickedElement()?.matches(".fan .card") && Object.keys(targets(pile.dataset.word ?? "")).length > 0;
}

/** @param {HTMLElement} button */
function choose(button) {
  pick(button);
  sound.sound("pick");
  pickedAt = performance.now();
  // What is played by tapping it twice is armed for a short while only.
  const word = pickedWord();
  if (Object.hasOwn(targets(word), word)) disarm = setTimeout(() => pickedWord() === word && pick(null), ARMED);
}

// ---------------------------------------------------------------------- begin

/** The browser's part of the next match's shuffle. */
document.addEventListener("submit", (event) => {
  const field = /** @type {Element} */ (event.target).querySelector("input[name=nonce]");
  if (field instanceof HTMLInputElement) field.value = nonce();
});
document.addEventListener("settings", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if ("sort" in detail) void refresh();
  keys.tableMode();
});
document.addEventListener("visibilitychange", () => !document.hidden && void resume());
addEventListener("pageshow", (event) => event.persisted && void resume());

net.watch(refresh);
keys.listen();
drag.listen();
look.listen();
sound.listen();
const { picked } = table().dataset;
if (picked) pick(find(`[data-word="${CSS.escape(picked)}"]`));
void open();
