// @ts-check
/** Says things to screen readers: one after the other, each once, none lost. */

const APART = 1200;
const KEPT = 8000;

/** @type {string[]} */
const waiting = [];
let speaking = false;

/**
 * Says a sentence when the ones before it have been said; an urgent one at once.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function say(text, urgent = false) {
  if (!text) return;
  if (urgent) {
    append("alert", text);
    return;
  }
  waiting.push(text);
  if (!speaking) next();
}

function next() {
  const text = waiting.shift();
  speaking = text !== undefined;
  if (text === undefined) return;
  append("say", text);
  setTimeout(next, APART);
}

/**
 * Regions are appended to and never rewritten: the same words twice are two events.
 * @param {string} region
 * @param {string} text
 */
function append(region, text) {
  const line = document.createElement("p");
  line.textContent = text;
  document.getElementById(region)?.append(line);
  setTimeout(() => line.remove(), KEPT);
}
