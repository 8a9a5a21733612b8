// The rules, asked from the server that sent the page: `ninetka play --browser`.

import { searchedReply } from "./thinking.js";

/** @import { Since } from "./thinking.js" */

/**
 * What each host of the page gives: a server, or a worker of the browser (examples/browser/rules.js). Lines are
 * JSON-RPC.
 * @typedef {object} Rules
 * @property {string} [reach]
 * @property {boolean} isReady
 * @property {(onProgress: (text: string) => void) => Promise<void>} start
 * @property {(line: string) => Promise<string>} ask
 * @property {(line: string, signalled?: AbortSignal | null, since?: Since) => Promise<string>} think
 * @property {(asking: () => Promise<void>) => void} rehearses
 * @property {() => void} stopThinking
 * @property {() => Promise<Given | null>} given
 */

/**
 * The game with which a server's page begins, and who plays it.
 * @typedef {{ record: string | null, players: (string | null)[] | null, line: number, number: number }} Given
 */

/** @type {Rules} */
export const rules = (() => {
  const ENDED = "The program that knows the rules has ended: start ninetka play --browser again.";
  /** @type {AbortController | null} */
  let thinking = null; // what stops it
  /** @type {Promise<unknown>} */
  let studying = Promise.resolve(); // the promise that the last line with a signal is answered

  /**
   * The text at an address. Rejects with the server's sentence, or if there is no server now.
   * @param {string} address
   * @param {RequestInit} [options]
   */
  async function fetched(address, options) {
    let response, text;
    try {
      response = await fetch(address, options);
      text = await response.text();
    } catch (error) {
      throw error instanceof DOMException && error.name === "AbortError" ? error : new Error(ENDED);
    }
    if (!response.ok) {
      throw new Error(text.trim());
    }
    return text;
  }

  /**
   * @param {string} address
   * @param {string} line
   * @param {AbortSignal} [signal]
   */
  function post(address, line, signal) {
    const headers = { "Content-Type": "application/json" };
    return fetched(address, { method: "POST", headers, body: line, signal });
  }

  /**
   * One line after another, so that they share a process.
   * @param {string} line
   * @param {AbortSignal} signal
   */
  function inTurn(line, signal) {
    const answer = studying.then(() => {
      signal.throwIfAborted();
      return post("think", line);
    });
    studying = answer.catch(() => {});
    return answer;
  }

  return {
    /** How far links to the page reach. */
    reach: "(for this computer, while the program runs)",

    isReady: true,

    async start() {},

    ask(line) {
      return post("answer", line);
    },

    /**
     * Here if it can be, else in a process of its own, which ends when the connection does. `stopThinking` closes that.
     * A signal only keeps a line from being sent: what is begun is soon done, and another process takes time to start.
     */
    async think(line, signalled = null, since = () => null) {
      if (signalled) {
        return inTurn(line, signalled);
      }
      thinking = new AbortController();
      const { signal } = thinking;
      const reply = await searchedReply(line, signal, (each) => post("answer", each, signal), since);
      return reply ?? post("think", line, signal);
    },

    rehearses() {}, // the server is there at once

    stopThinking() {
      thinking?.abort();
    },

    async given() {
      return JSON.parse(await fetched("given"));
    },
  };
})();
