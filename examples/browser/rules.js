// The rules, asked from a worker of this browser (worker.js) in place of a server. Computer players
// search in another (search.js, by thinking.js), which is there in milliseconds; what it cannot do, Python does.

import { searchedReply } from "./thinking.js";

/** @import { Rules } from "../../src/ninetka/web/pages/rules.js" */

/**
 * What worker.js sends: how far it is, why it has stopped, or its reply to a line. Line 0 is the start.
 * @typedef {{ progress?: string, error?: string, number: number, reply: string }} Message
 */

/** @typedef {(text: string) => void} OnProgress */
/** @typedef {{ language?: string, game?: string, picture?: { names?: string[] } }} Params */
/** @typedef {{ id: number, method: string, params: Params }} Call */
/** @typedef {{ svg?: string }} Answer */
/** @typedef {{ answers: Record<string, Answer>, shortened: Record<string, Record<string, string>> }} Answers */

/** @type {Rules} */
export const rules = (() => {
  const NO_WEBASSEMBLY =
    "This browser cannot run WebAssembly, which the rules are made of. " +
    "Try a current Firefox, Chrome, Edge or Safari.";
  const STOPPED = "The computer was stopped.";
  const NOT_LOADED = "The rules could not be loaded. Check the connection and load the page again.";

  /** A web worker with Python in it, which answers lines once it is ready. */
  class Python {
    isStopped = false;

    /** @param {OnProgress} [onProgress] */
    constructor(onProgress = () => {}) {
      /** @type {Map<number, { resolve: (reply: string) => void, reject: (error: Error) => void }>} */
      this.settlers = new Map(); // of promises, by the number of the line, 0 for the start
      this.lines = 0;
      this.worker = new Worker("worker.js", { type: "module" });
      this.worker.onmessage = ({ data }) => this.receive(data, onProgress);
      this.worker.onerror = (event) => {
        event.preventDefault(); // said to those who wait, not in the console
        this.stop(new Error(NOT_LOADED));
      };
      this.ready = this.promise(0);
      this.ready.catch(() => {}); // whoever asks is told
    }

    get isAsked() {
      return [...this.settlers.keys()].some((number) => number > 0);
    }

    /** @param {string} line */
    ask(line) {
      this.lines += 1;
      this.worker.postMessage({ number: this.lines, line });
      return this.promise(this.lines);
    }

    /**
     * @param {number} number
     * @returns {Promise<string>}
     */
    promise(number) {
      return new Promise((resolve, reject) => this.settlers.set(number, { resolve, reject }));
    }

    /**
     * @param {Message} message
     * @param {OnProgress} onProgress
     */
    receive({ progress, error, number, reply }, onProgress) {
      if (progress !== undefined) {
        onProgress(progress);
      } else if (error !== undefined) {
        this.stop(new Error(error));
      } else {
        this.settlers.get(number)?.resolve(reply);
        this.settlers.delete(number);
      }
    }

    /** @param {Error} error */
    stop(error) {
      this.isStopped = true;
      this.worker.terminate();
      for (const { reject } of this.settlers.values()) {
        reject(error);
      }
      this.settlers.clear();
    }
  }

  /** @type {Promise<Answers> | null} */
  let made = null; // the promise of those that came with the page, once they are asked for

  /**
   * The answers that came with the page, by call: games are begun with them before Python is there.
   * @param {string} [language]
   */
  function answersIn(language = "en") {
    made ??= fetch(`answers-${language}.json`)
      .then((response) => response.json())
      .catch(() => ({ answers: {}, shortened: {} }));
    return made;
  }

  const answersFile = "kept-answers.json"; // its name in the cache of this build
  const IDLE = 3000; // milliseconds

  /**
   * The answers that were kept at the last visit, by call: its game is opened with them.
   * @type {Promise<Record<string, Answer>>}
   */
  const kept = cacheOfBuild()
    .then((cache) => cache?.match(answersFile))
    .then((found) => found?.json() ?? {})
    .catch(() => ({}));
  /** @type {(() => Promise<void>) | null} */
  let rehearsal = null; // asks what opening the game at hand again asks
  /** @type {Record<string, Answer> | null} */
  let noted = null; // what is answered while it does, by call
  let timer = 0;

  /** Where service-worker.js keeps this build, and removes what is there with it. Null if no build is kept, or two. */
  async function cacheOfBuild() {
    const names = await caches.keys();
    const own = names.filter((each) => each.startsWith(`ninetka ${new URL("./", location.href).href} `));
    return own.length === 1 ? caches.open(own[0]) : null;
  }

  /** Keeps what the next visit will ask first, once nothing has been asked for a while. */
  function rehearseSoon() {
    if (isReady && rehearsal && !noted) {
      clearTimeout(timer);
      timer = setTimeout(rehearse, IDLE);
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden && timer) {
      rehearse();
    }
  });

  async function rehearse() {
    clearTimeout(timer);
    timer = 0;
    noted = {};
    try {
      await rehearsal?.();
      const cache = await cacheOfBuild();
      await cache?.put(answersFile, new Response(JSON.stringify(noted)));
    } catch {
      // Not every browser keeps files: then the next visit waits for Python.
    } finally {
      noted = null;
    }
  }

  /**
   * @param {Record<string, Answer>} answers
   * @param {string} line
   * @param {string} reply
   */
  function note(answers, line, reply) {
    const replies = [JSON.parse(reply)].flat();
    for (const [at, request] of [JSON.parse(line)].flat().entries()) {
      answers[callOf(request)] = replies[at].result;
    }
  }

  /** @param {Call} request */
  function callOf({ method, params }) {
    return JSON.stringify([method, params]);
  }

  /**
   * A call as the answers name it: with its fields in order, and numbers in place of players' names.
   * @param {Call} request
   */
  function keyOf({ method, params }) {
    const names = params.picture?.names ?? [];
    const key = JSON.stringify([method, params], (field, value) => {
      if (field === "names") {
        return names.map((name, seat) => name && `{${seat}}`);
      }
      return isObject(value) ? Object.fromEntries(Object.entries(value).filter(isGiven).sort(byName)) : value;
    });
    return { key, names };
  }

  /**
   * @param {unknown} value
   * @returns {value is object}
   */
  function isObject(value) {
    return value !== null && typeof value === "object" && !Array.isArray(value);
  }

  /** @param {[name: string, value: unknown]} field */
  function isGiven([, value]) {
    return value !== null;
  }

  /**
   * @param {[name: string, value: unknown]} one
   * @param {[name: string, value: unknown]} other
   */
  function byName([one], [other]) {
    return one < other ? -1 : 1;
  }

  /**
   * The reply to a line if all its requests are among those answers; else null.
   * @param {string} line
   */
  async function madeReply(line) {
    const asked = JSON.parse(line);
    const requests = [asked].flat();
    /** @type {[Answers, Record<string, Answer>]} */
    const given = [await answersIn(requests[0].params.language), await kept];
    const replies = requests.map((request) => ({ jsonrpc: "2.0", id: request.id, result: resultIn(given, request) }));
    if (replies.some(({ result }) => result === null)) {
      return null;
    }
    return JSON.stringify(Array.isArray(asked) ? replies : replies[0]);
  }

  /**
   * @param {[Answers, Record<string, Answer>]} given
   * @param {Call} request
   */
  function resultIn([{ answers, shortened }, last], request) {
    const { key, names } = keyOf(request);
    if (Object.hasOwn(answers, key)) {
      return named(answers[key], names, shortened[request.params.game ?? ""] ?? {});
    }
    return last[callOf(request)] ?? null;
  }

  /**
   * The answer with the players' names in its picture, in whose legend long ones are shortened.
   * @param {Answer} answer
   * @param {string[]} names
   * @param {Record<string, string>} shortened
   */
  function named(answer, names, shortened) {
    if (!answer.svg) {
      return answer;
    }
    /** @param {number} seat */
    const shown = (seat) => escaped(shortened[names[seat]] ?? names[seat]);
    const labelled = answer.svg.replace(/>\{(\d)\}<\/text>/g, (_, seat) => `>${shown(seat)}</text>`);
    return { ...answer, svg: labelled.replace(/\{(\d)\}/g, (_, seat) => escaped(names[seat])) };
  }

  /** @param {string} text */
  function escaped(text) {
    return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  }

  /** @type {Python | null} */
  let referee = null; // answers at once
  /** @type {Python | null} */
  let thinker = null; // takes its time
  let thinking = new AbortController(); // of the last move that was thought about

  /**
   * The same one, or another if there is none or it has stopped.
   * @param {Python | null} python
   * @param {OnProgress} [onProgress]
   */
  function running(python, onProgress) {
    return python === null || python.isStopped ? new Python(onProgress) : python;
  }

  function stopPython() {
    if (thinker?.isAsked) {
      thinker.stop(new Error(STOPPED));
      thinker = new Python(); // for the next move
    }
  }

  /** Has the page kept for times without a network, and kept up to date (service-worker.js). */
  async function keep() {
    await navigator.serviceWorker?.register("service-worker.js", { updateViaCache: "none" });
  }

  /**
   * If a newer build waits, has it take over and load the page again, unless others are open.
   * Nothing is to be fetched meanwhile: Chromium then gives up the change.
   */
  async function update() {
    const registration = await navigator.serviceWorker?.getRegistration();
    const waiting = registration?.waiting;
    if (!waiting || registration.scope !== new URL("./", location.href).href) {
      return;
    }
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      waiting.postMessage("take over");
      setTimeout(resolve, 1000);
    });
  }

  /** @type {Promise<Python> | null} */
  let starting = null; // the promise of Python's worker, from `start` on
  let isReady = false;

  /** @param {OnProgress} onProgress */
  async function begin(onProgress) {
    if (typeof WebAssembly !== "object") {
      throw new Error(NO_WEBASSEMBLY);
    }
    await update().catch(() => {}); // browsers may forbid it
    return (referee = running(referee, onProgress));
  }

  return {
    /** Whether calls are answered at once. Until then only those that begin a game or open the last one are. */
    get isReady() {
      return isReady;
    },

    async start(onProgress) {
      starting = begin(onProgress);
      await (await starting).ready;
      isReady = true;
      keep().catch(() => {});
      rehearseSoon();
    },

    async ask(line) {
      await starting;
      const early = isReady ? null : await madeReply(line);
      referee = running(referee);
      const reply = early ?? (await referee.ask(line));
      if (noted) {
        note(noted, line, reply);
      }
      rehearseSoon();
      return reply;
    },

    /** Names what asks all that opening the game at hand again asks. */
    rehearses(asking) {
      rehearsal = asking;
    },

    /** Stopped by `stopThinking`, or by a signal. */
    async think(line, signalled = null, since = () => null) {
      const signal = signalled ?? (thinking = new AbortController()).signal;
      if (JSON.parse(line).method !== "choose") {
        return this.ask(line); // what is soon found
      }
      const reply = await searchedReply(line, signal, (each) => this.ask(each), since);
      if (reply) {
        return reply;
      }
      thinker = running(thinker);
      signal.addEventListener("abort", stopPython);
      return thinker.ask(line);
    },

    stopThinking() {
      thinking.abort();
    },

    async given() {
      return null;
    },
  };
})();
