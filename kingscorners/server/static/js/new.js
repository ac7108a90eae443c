// @ts-check
/** The form for a new match: the browser's part of the shuffle, unless the player has typed something. */

import { nonce } from "./nonce.js";

const field = document.querySelector("[data-nonce]");
if (field instanceof HTMLInputElement && !field.value) field.value = nonce();
