// @ts-check
/** Moves: they are shown at once, posted, and taken back where the server does not take them. */

import { speed } from "./choices.js";
import { lift, place, shake } from "./flight.js";
import { ask as fetchFrom, isLost, reason } from "./net.js";
import { say } from "./say.js";
import { isShowing, show } from "./show.js";
import { buzz, sound } from "./sound.js";
import { all, find, focus, moveTo, outline, parse, pick, problem, putIn, replace, table, zoneOf } from "./table.js";

/** @typedef {import("./show.js").Step} Step */
/** @typedef {import("./flight.js").Lifted} Lifted */
/** @typedef {{before: Record<string, string>, steps: Step[]}} Turns */

const SLOW = 900;

/** A move is on its way, or turns are being shown: no other one is begun. */
let busy = false;

/** The others' last turns, for showing them again. @type {Turns | null} */
let replayable = null;

/** Whether no move can be begun now. */
export function isBusy() {
  return busy;
}

/**
 * Plays what lies at `source` to `target`: the one way for taps, drags and keys.
 * @param {HTMLElement} source
 * @param {HTMLElement} target
 * @param {Lifted | null} [held] the picture, where it is in the player's hand already
 */
export async function play(source, target, held = null) {
  const move = moveTo(source.dataset.word ?? "", target);
  if (busy || !move || isLost()) {
    await held?.back();
    if (isLost()) problem(reason());
    return;
  }
  const lifted = held ?? (source === target || speed() === "off" ? null : lift(source));
  for (const pile of all(".legal")) pile.classList.remove("legal");
  buzz();
  await send(move, lifted, lifted?.to(place(target)));
}

/**
 * Posts a move and shows what comes of it. Nothing is lost when that fails: the table stays as it is.
 * @param {string} move
 * @param {Lifted | null} [lifted] what has been moved already, as a picture
 * @param {Promise<void>} [landed] when that has come to its place
 */
export async function send(move, lifted = null, landed) {
  if (busy) return;
  if (isLost()) {
    problem(reason());
    return;
  }
  busy = true;
  const slow = setTimeout(() => problem(table().dataset.sending ?? ""), SLOW);
  const { ply = "" } = table().dataset;
  const answer = await fetchFrom("/move", { form: { move, ply } });
  clearTimeout(slow);
  await landed;
  if (answer?.ok) await accept(answer.body, lifted);
  else {
    await lifted?.back();
    outline();
    if (!answer) problem(reason());
    else await refuse(answer);
  }
  busy = false;
}

/**
 * Asks the server why a move is not allowed.
 * @param {HTMLElement} source
 * @param {HTMLElement} target
 */
export async function ask(source, target) {
  shake(target);
  const { try: verb, word, alone } = source.dataset;
  await send(alone ? `${verb} ${word}` : `${verb} ${word} ${zoneOf(target)}`);
}

/**
 * @param {{steps: Step[], table: string, say: string}} given
 * @param {Lifted | null} lifted
 */
async function accept({ steps, table: html, say: words }, lifted) {
  const own = Number(table().dataset.seat);
  const first = steps.findIndex((step) => step.seat !== own);
  const mine = steps.slice(0, first);
  if (first > 0) {
    replayable = { before: Object.assign({}, ...mine.map((step) => step.parts)), steps: steps.slice(first) };
  } else if (first === 0) replayable = null;
  const sheet = find(".sheet");
  const focused = sheet?.contains(document.activeElement);
  sheet?.remove();
  for (const covered of all("[inert]")) covered.removeAttribute("inert");
  if (focused) focus(find(".hand"));
  await show(steps, lifted);
  replace(html);
  if (first >= 0 || find(".sheet") || steps.some((step) => step.move === "deal")) begins(words);
}

/**
 * Says that one is on turn again, or that there is nothing more to play.
 * @param {string} words
 */
function begins(words) {
  const sheet = find(".sheet");
  say(words, sheet !== null);
  sound(sheet ? (sheet.dataset.result ?? "") : "turn");
}

/**
 * Says why a move was not taken; when the game has moved on, shows how it stands.
 * @param {{status: number, body: {detail: string}}} answer
 */
async function refuse({ status, body }) {
  if (status === 409) await sync();
  problem(body.detail);
}

/** Shows the table as it stands now; not while turns are being shown. */
export async function refresh() {
  if (!busy) await sync();
}

/** Back after a while, perhaps of days: where the game has moved on elsewhere, shows how it stands and says so. */
export async function resume() {
  if (!busy && (await sync(true))) problem(table().dataset.stale ?? "");
}

/**
 * Asks for the table as it stands now; whether the game has moved on.
 * @param {boolean} [sparing] whether a table that has not changed stays as it is
 */
async function sync(sparing = false) {
  const before = busy;
  const answer = await fetchFrom("?fragment", { text: true });
  if (!answer || busy !== before) return false;
  if (!answer.ok) {
    problem(answer.body.detail);
    return false;
  }
  const moved = parse(answer.body).dataset.ply !== table().dataset.ply;
  if (moved) replayable = null;
  if (moved || !sparing) replace(answer.body);
  return moved;
}

/** What the others did before one's first turn is shown once, when the match is opened. */
export async function open() {
  const { opening } = table().dataset;
  if (opening === undefined) return;
  const first = sessionStorage.getItem("opened") !== opening;
  sessionStorage.setItem("opened", opening);
  if (first && !document.hidden && speed() !== "off") await replay();
  delete table().dataset.opening;
}

/** Shows the others' last turns again, then the table as it is. */
export async function replay() {
  if (busy || isShowing()) return;
  busy = true;
  pick(null);
  if (find("#side")?.matches(":popover-open")) find("#side")?.hidePopover();
  replayable ??= (await fetchFrom("/turns"))?.body ?? null;
  if (replayable?.steps?.length) {
    delete table().dataset.opening;
    const now = table().outerHTML;
    putIn(replayable.before);
    await show(replayable.steps);
    replace(now);
  }
  busy = false;
}
