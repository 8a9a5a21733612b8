// The rules, asked from the server that sent the page: `ninetka play --browser`.
// Imports nothing.

export const rules = (() => {
  const ENDED = "The program that knows the rules has ended: start ninetka play --browser again.";
  let thinking = null; // what stops it
  let ready = null; // the promise that the server is ready for `think`

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

  function post(address, line, signal) {
    const headers = { "Content-Type": "application/json" };
    return fetched(address, { method: "POST", headers, body: line, signal });
  }

  return {
    /** How far links to the page reach. */
    reach: "(for this computer, while the program runs)",

    async start() {},

    ask(line) {
      return post("answer", line);
    },

    /** In a process of its own, which ends when the connection does. */
    async think(line) {
      thinking = new AbortController();
      const { signal } = thinking;
      await ready;
      return post("think", line, signal);
    },

    /** Has that process started by an empty message. */
    expectThinking() {
      ready = post("think", "").catch(() => {});
    },

    stopThinking() {
      thinking?.abort();
    },

    async given() {
      return JSON.parse(await fetched("given"));
    },
  };
})();
