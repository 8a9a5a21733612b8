// Runs the rules in Python: answers lines of JSON-RPC with one `ninetka.server.Server`.
// Takes {number, line}; gives {number, reply}, and while it loads {progress} or {error}.

import "./wheels.js";

const load = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const response = await load(...request).catch(() => null);
  if (response?.ok) return response;
  const name = new URL(request[0], location).pathname.split("/").at(-1);
  const why = response ? `the server answered ${response.status}` : "there was no answer";
  return fail(`${name} could not be loaded (${why}). Check the connection and load the page again.`);
};
console.warn = (what) => {
  // Pyodide says so, and then waits for ever, if the browser could not make use of its WebAssembly.
  if (what instanceof Error) fail(`Python could not be started: ${what.message}`);
};

function fail(error) {
  postMessage({ error });
  return new Promise(() => {}); // nothing else is to come of it
}

async function start() {
  postMessage({ progress: "Loading Python" });
  const loading = wheels.map(async (path) => {
    return new Uint8Array(await (await fetch(path)).arrayBuffer());
  });
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({
    env: { PYTHONPATH: wheels.map((path) => `/${path}`).join(":") }, // zip files, not unpacked
    fsInit: async (FS) => {
      FS.mkdir("/wheels");
      const contents = await Promise.all(loading);
      contents.forEach((content, at) => FS.writeFile(`/${wheels[at]}`, content));
    },
    stdout: () => {},
    stderr: () => {},
  });
  postMessage({ progress: "Loading the rules" });
  return python.pyimport("ninetka.server").Server().answer;
}

const answer = start().catch((error) => fail(`Python could not be started: ${error.message}`));
onmessage = async ({ data: { number, line } }) => {
  postMessage({ number, reply: (await answer)(line) ?? "" });
};
answer.then(() => postMessage({ ready: true }));
