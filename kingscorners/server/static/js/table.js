// @ts-check
/** The table on the page: what is picked, where it may go, and putting in the HTML that the server sends. */

import { rove } from "./keys.js";
import { say } from "./say.js";

/** What is picked: a word of a move, and the element that was tapped. */
let picked = "";
/** @type {HTMLElement | null} */
let pickedBy = null;

/** The table; another element after each move. */
export function table() {
  return /** @type {HTMLElement} */ (document.getElementById("table"));
}

/**
 * The first element within the table.
 * @param {string} selector
 */
export function find(selector) {
  return /** @type {HTMLElement | null} */ (table().querySelector(selector));
}

/**
 * All elements within the table.
 * @param {string} selector
 */
export function all(selector) {
  return /** @type {HTMLElement[]} */ ([...table().querySelectorAll(selector)]);
}

/** The word that is picked, or "". */
export function pickedWord() {
  return picked;
}

/** The element that is picked. */
export function pickedElement() {
  return pickedBy;
}

/**
 * Where a word may go: moves by target.
 * @param {string} word
 * @returns {Record<string, string>}
 */
export function targets(word) {
  const legal = JSON.parse(table().dataset.legal ?? "{}");
  return Object.hasOwn(legal, word) ? legal[word] : {};
}

/**
 * The move that takes a word to where an element is: to the thing itself, or to the zone that it lies in.
 * @param {string} word
 * @param {HTMLElement} element
 * @returns {string | undefined}
 */
export function moveTo(word, element) {
  const reachable = targets(word);
  return reachable[element.dataset.word ?? ""] ?? reachable[zoneOf(element)];
}

/**
 * The name of the zone that an element is or lies in.
 * @param {HTMLElement} element
 */
export function zoneOf(element) {
  return /** @type {HTMLElement | null} */ (element.closest("[data-zone]"))?.dataset.zone ?? "";
}

/**
 * What stands for a zone: of one whose cards lie spread the top card, or the empty place.
 * @param {HTMLElement} zone
 */
export function front(zone) {
  return /** @type {HTMLElement} */ (zone.querySelector(".laid li:last-child [data-word]") ?? zone.querySelector(".slot") ?? zone);
}

/**
 * Picks a card or a pile, or nothing, and outlines where it may go.
 * @param {HTMLElement | null} element
 */
export function pick(element) {
  picked = element?.dataset.word ?? "";
  pickedBy = element;
  outline();
  prompt(picked);
  if (picked) say(find(".prompt .message")?.dataset.say ?? "");
}

/** Outlines where what is picked may go. */
export function outline() {
  const reachable = targets(picked);
  const suffix = ` ${table().dataset.legalMove}`;
  for (const button of all("[data-word]")) {
    // Of cards that lie on each other the top one stands for their zone.
    const top = button.closest(".laid li")?.nextElementSibling == null;
    const legal = Object.hasOwn(reachable, button.dataset.word ?? "") || (top && moveTo(picked, button) !== undefined);
    const label = (button.getAttribute("aria-label") ?? "").replace(suffix, "");
    button.classList.toggle("legal", legal);
    button.setAttribute("aria-label", legal ? label + suffix : label);
    if (button.matches(".card")) button.setAttribute("aria-pressed", String(button === pickedBy));
    else {
      button.classList.toggle("picked", button === pickedBy);
      if (button === pickedBy) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }
  for (const set of all("[data-along]")) set.hidden = !set.dataset.along?.split(" ").includes(picked);
}

/**
 * Shows the prompt that the server wrote for what is picked.
 * @param {string} word
 */
export function prompt(word) {
  const template = /** @type {HTMLTemplateElement | null} */ (find(`template[data-prompt="${word}"]`));
  if (template) find(".prompt .message")?.replaceWith(template.content.cloneNode(true));
}

/**
 * Shows a problem in the prompt, and says it.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function problem(text, urgent = false) {
  const message = document.createElement("span");
  message.className = "message urgent";
  const words = document.createElement("b");
  words.textContent = text;
  message.append(words);
  find(".prompt .message")?.replaceWith(message);
  say(text, urgent);
}

/**
 * Puts in parts of the table, by name.
 * @param {Record<string, string>} parts
 */
export function putIn(parts) {
  const back = focused();
  for (const [name, html] of Object.entries(parts)) find(`[data-part="${name}"]`)?.replaceWith(parse(html));
  rove();
  if (document.activeElement === document.body) back();
}

/**
 * Puts in a whole table, and keeps the focus where it was or brings it where it is wanted.
 * @param {string} html
 */
export function replace(html) {
  const back = focused();
  const open = find("#side")?.matches(":popover-open");
  const scrolled = find(".log")?.scrollTop ?? 0;
  picked = "";
  pickedBy = null;
  const put = parse(html);
  // Only a page that has just been loaded waits for what the others did first.
  delete put.dataset.opening;
  table().replaceWith(put);
  if (open) find("#side")?.showPopover();
  find(".log")?.scrollTo(0, scrolled);
  rove();
  back();
}

/** @param {string} html */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/** @param {HTMLElement | null} element */
export function focus(element) {
  if (!element) return;
  rove(element);
  element.focus({ preventScroll: true });
}

/**
 * Remembers what has the focus; the answer gives it back: to the same thing, else to what took its place.
 * @returns {() => void}
 */
export function focused() {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const within = active !== null && table().contains(active);
  const { word, key } = active?.dataset ?? {};
  const cards = all(".fan .card");
  const index = active ? cards.indexOf(active) : -1;
  const twin = cards.slice(0, Math.max(index, 0)).filter((card) => card.dataset.word === word).length;
  return () => {
    const now = all(".fan .card");
    const same = index >= 0 ? now.filter((card) => card.dataset.word === word)[twin] : null;
    const next = index >= 0 ? now[Math.min(index, now.length - 1)] : null;
    const slot = word ? find(`:is(.board, .mine) [data-word="${word}"]`) : null;
    const button = key ? find(`.actions [data-key="${key}"]:not(:disabled)`) : null;
    const stop = find('.fan .card[tabindex="0"]') ?? find(':is(.board, .mine) [tabindex="0"]');
    focus(find("[data-focus]") ?? (within ? (same ?? next ?? slot ?? button ?? stop) : null));
  };
}
