// The queue of actions: each is run when the one before is done. If one is refused, the page says why.

import { make, page } from "./elements.js";
import { translated } from "./words.js";

/** @type {Promise<unknown>} */
let queue = Promise.resolve(); // settled once the last action in it is done

/** @param {string} text */
export function say(text) {
  page.message.textContent = text;
}

/** @param {{ message: string }} error */
export function sayError({ message }) {
  const sentence = translated(message);
  say(`${sentence[0].toUpperCase()}${sentence.slice(1)}`);
}

/**
 * Queues an action of the user's, which clears the last message.
 * @param {() => unknown} action
 */
export function enqueue(action) {
  return enqueueSilently(() => {
    say("");
    return action();
  });
}

/**
 * Queues what no user has asked for, such as a computer player's move.
 * @param {() => unknown} action
 */
export function enqueueSilently(action) {
  queue = queue.then(action).catch(sayError);
  return queue;
}

// Resolves once the actions queued so far are done.
export function queueDone() {
  return queue;
}

/**
 * A button that queues an action.
 * @param {string} text
 * @param {() => unknown} action
 */
export function button(text, action) {
  const element = make("button", "", text);
  element.type = "button";
  element.addEventListener("click", () => enqueue(action));
  return element;
}
