// The sounds of moves, made by the browser itself; there is a switch for them.

import { settings } from "./settings.js";

const SOUNDS = {
  move: [[220, 0, 0.05]],
  capture: [[180, 0, 0.06], [120, 0.06, 0.1]],
  end: [[330, 0, 0.15], [262, 0.15, 0.15], [392, 0.3, 0.35]],
}; // by kind: tones, each with its frequency, when it begins and how long it is heard, in seconds
/** @type {AudioContext | null} */
let context = null;

/** @param {keyof typeof SOUNDS} kind */
export function sound(kind) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) {
    return; // browsers allow none before a click
  }
  context ??= new AudioContext();
  for (const [frequency, begins, lasts] of SOUNDS[kind]) {
    const at = context.currentTime + begins;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context);
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + lasts);
  }
}
