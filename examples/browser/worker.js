// Runs the rules in Python: answers lines of JSON-RPC with one `ninetka.server.Server`.
// Takes {number, line} and gives {number, reply}, {number: 0} when it is ready, {progress} before,
// and {error} if there is nothing more to come.

import "./wheels.js";

const AGAIN = "Check the connection and load the page again";
const load = globalThis.fetch;

globalThis.fetch = async (address, options) => {
  const response = await load(address, options).catch(() => null);
  if (response?.ok) {
    return response;
  }
  const name = new URL(String(address), location.href).pathname.split("/").at(-1);
  const why = response ? `the server answered ${response.status}` : "there was no answer";
  return fail(`${name} could not be loaded (${why}). ${AGAIN}.`);
};

// Pyodide warns, and then waits for ever, if the browser cannot make use of its WebAssembly.
console.warn = (warning) => warning instanceof Error && notStarted(warning);

/** @param {Error} error */
function notStarted({ message }) {
  return fail(`Python could not be started: ${message}. ${AGAIN}, or try another browser.`);
}

/**
 * @param {string} error
 * @returns {Promise<never>}
 */
function fail(error) {
  postMessage({ error });
  return new Promise(() => {}); // the page ends this worker
}

async function start() {
  postMessage({ progress: "Loading Python" });
  const loading = wheels.map(async (path) => (await fetch(path)).arrayBuffer());
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({
    env: { PYTHONPATH: wheels.map((path) => `/${path}`).join(":") }, // imported from as they are
    fsInit: async (FS) => {
      FS.mkdir("/wheels");
      const contents = await Promise.all(loading);
      contents.forEach((content, at) => FS.writeFile(`/${wheels[at]}`, new Uint8Array(content)));
    },
    stdout: () => {},
    stderr: () => {},
  });
  postMessage({ progress: "Loading the rules" });
  const { answer } = python.pyimport("ninetka.server").Server();
  postMessage({ number: 0 });
  return answer;
}

const started = start().catch(notStarted);

onmessage = async ({ data: { number, line } }) => {
  const answer = await started;
  try {
    postMessage({ number, reply: answer(line) ?? "" });
  } catch (error) {
    fail(`The rules have stopped: ${/** @type {Error} */ (error).message}. Try again, or load the page again.`);
  }
};
