"use strict";
// Asks the rules that run in this browser: worker.js. In place of the file of the same name that asks a server.

const rules = (() => {
  const NO_WEBASSEMBLY =
    "This browser cannot run WebAssembly, which the rules are made of. Try a current Firefox, Chrome, Edge or Safari.";
  const NO_SERVER =
    "Opened as a file, this page cannot load the rules. Put its folder on a web server, for example with: python -m http.server";
  const NOT_LOADED = "The rules could not be loaded. Check the connection and load the page again.";

  class Python {
    constructor(onProgress = () => {}) {
      this.waiting = new Map();
      this.asked = 0;
      this.ready = new Promise((resolve, reject) => this.waiting.set("ready", { resolve, reject }));
      this.ready.catch(() => {}); // those who wait are told
      this.worker = new Worker("worker.js", { type: "module" });
      this.worker.onmessage = ({ data }) => this.receive(data, onProgress);
      this.worker.onerror = (event) => {
        event.preventDefault(); // said to those who wait, not in the console
        this.stop(new Error(NOT_LOADED));
      };
    }

    receive({ progress, ready, error, number, reply }, onProgress) {
      if (progress) onProgress(progress);
      else if (error) this.stop(new Error(error));
      else this.settle(ready ? "ready" : number, reply);
    }

    settle(number, reply) {
      this.waiting.get(number).resolve(reply);
      this.waiting.delete(number);
    }

    stop(error) {
      this.worker.terminate();
      this.stopped = true;
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    }

    ask(line) {
      const number = (this.asked += 1);
      this.worker.postMessage({ number, line });
      return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
    }
  }

  // Has the page kept for times without a network, and kept up to date: service-worker.js.
  async function keep() {
    const options = { updateViaCache: "none" };
    await navigator.serviceWorker?.register("service-worker.js", options).catch(() => {});
  }

  // If a newer build waits, it takes over and the page is loaded again, unless others are open.
  // Nothing is fetched meanwhile: Chromium then gives up the change.
  async function update() {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.scope !== new URL("./", location).href || !registration.waiting) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      registration.waiting.postMessage("take over");
      setTimeout(resolve, 1000);
    });
  }

  let referee = null; // answers at once
  let thinker = null; // may take its time
  const running = (python, onProgress) =>
    !python || python.stopped ? new Python(onProgress) : python;

  return {
    async start(onProgress) {
      if (location.protocol === "file:") throw new Error(NO_SERVER);
      if (typeof WebAssembly !== "object") throw new Error(NO_WEBASSEMBLY);
      await update();
      referee = running(referee, onProgress);
      await referee.ready;
      keep();
    },
    ask(line) {
      referee = running(referee);
      return referee.ask(line);
    },
    think(line) {
      thinker = running(thinker);
      return thinker.ask(line);
    },
    expectThinking() {
      thinker = running(thinker);
    },
    stopThinking() {
      if (!thinker?.waiting.size) return;
      thinker.stop(new Error("The computer was stopped."));
      thinker = new Python(); // for the next move
    },
    async given() {
      return null;
    },
  };
})();
