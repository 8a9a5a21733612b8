"use strict";

/* Asks the rules of the server that sent the page: `ninetka play --browser`. */
const rules = (() => {
  const ENDED = "The program that knows the rules has ended: start ninetka play --browser again.";
  let thinking = null;

  /** The text at an address. Rejects with the server's sentence, or if there is no server now. */
  async function fetched(address, options) {
    let response, text;
    try {
      response = await fetch(address, options);
      text = await response.text();
    } catch (error) {
      throw error.name === "AbortError" ? error : new Error(ENDED);
    }
    if (!response.ok) {
      throw new Error(text.trim());
    }
    return text;
  }

  function post(line, signal) {
    const headers = { "Content-Type": "application/json" };
    return fetched("answer", { method: "POST", headers, body: line, signal });
  }

  return {
    /** How far links to the page reach. */
    reach: "(for this computer, while the program runs)",

    async start() {},

    ask(line) {
      return post(line);
    },

    think(line) {
      thinking = new AbortController();
      return post(line, thinking.signal);
    },

    expectThinking() {},

    stopThinking() {
      thinking?.abort();
    },

    async given() {
      return JSON.parse(await fetched("given"));
    },
  };
})();
