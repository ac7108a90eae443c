// @ts-check
/** Sounds without files: made when something happens, off unless they are wanted. Nothing is told by sound only. */

import { wanted } from "./choices.js";

const LOUDNESS = 10 ** (-14 / 20);
const BUZZ = 10;

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode} */
let master;

/** Notes: frequency in Hz, when in s, how long in s, how loud. @type {Record<string, number[][]>} */
const TONES = {
  first: [[523, 0, 0.12, 0.5], [784, 0.09, 0.2, 0.5]],
  turn: [[660, 0, 0.25, 0.35]],
  won: [[523, 0, 0.18, 0.5], [659, 0.14, 0.18, 0.5], [784, 0.28, 0.4, 0.5]],
  lost: [[392, 0, 0.2, 0.4], [349, 0.16, 0.2, 0.4], [294, 0.32, 0.4, 0.4]],
};
/** Rustling: cut-off in Hz at its start and its end, how long in s, how loud. @type {Record<string, number[]>} */
const NOISES = {
  card: [2400, 900, 0.04, 1],
  pick: [1600, 1200, 0.03, 0.35],
  draw: [700, 3200, 0.09, 0.6],
};

/** Browsers allow sound from the first gesture on. */
export function listen() {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, { passive: true });
}

function begin() {
  if (context || !wanted("sound")) return;
  context = new AudioContext();
  master = new GainNode(context, { gain: LOUDNESS });
  master.connect(context.destination);
}

/**
 * Plays one of the sounds, if sounds are wanted.
 * @param {string} name
 */
export function sound(name) {
  if (!context || !wanted("sound") || document.hidden) return;
  for (const [pitch, at, length, loud] of TONES[name] ?? []) tone(context, pitch, at, length, loud);
  if (name in NOISES) rustle(context, NOISES[name]);
}

/** A short tremble of the device, where it can. */
export function buzz() {
  if (wanted("sound")) navigator.vibrate?.(BUZZ);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} at
 * @param {number} length
 * @param {number} loud
 */
function tone(audio, pitch, at, length, loud) {
  const start = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  source.connect(fading(audio, start, length, loud));
  source.start(start);
  source.stop(start + length);
}

/**
 * @param {AudioContext} audio
 * @param {number[]} noise
 */
function rustle(audio, [from, to, length, loud]) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: from });
  filter.frequency.linearRampToValueAtTime(to, audio.currentTime + length);
  source.connect(filter).connect(fading(audio, audio.currentTime, length, loud));
  source.start();
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} length
 * @param {number} loud
 */
function fading(audio, start, length, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(master);
  return gain;
}
