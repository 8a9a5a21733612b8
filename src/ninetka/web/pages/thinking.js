// Has computer players think in a worker of this browser, by the game's WebAssembly.
// Imports nothing.

/** @param {AbortSignal} signal */
function refuseStopped(signal) {
  if (signal.aborted) {
    throw new Error("The computer was stopped.");
  }
}

/**
 * The reply to a line with the method `choose`, if its move can be searched for here; else null.
 * @param {string} line
 * @param {AbortSignal} signal
 * @param {(line: string) => Promise<string>} ask - the rules, which say what to search for and make the move
 */
export async function searchedReply(line, signal, ask) {
  const request = JSON.parse(line);
  if (request.method !== "choose") {
    return null;
  }
  const planned = await ask(JSON.stringify({ ...request, method: "plan" }));
  const { result, error } = JSON.parse(planned);
  refuseStopped(signal);
  if (error) {
    return planned;
  }
  const found = result.plan && (await searched(result.plan, signal));
  refuseStopped(signal);
  return found && ask(JSON.stringify({ ...request, params: { ...request.params, found } }));
}

/**
 * What a search finds by a plan; null if there is no WebAssembly for it, or it is stopped.
 * @param {object} plan
 * @param {AbortSignal} signal
 * @returns {Promise<object | null>}
 */
async function searched(plan, signal) {
  const worker = new Worker("search.js", { type: "module" });
  const found = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    signal.addEventListener("abort", () => resolve(null));
    worker.postMessage(plan);
  });
  worker.terminate(); // with its memory, which may be large
  return found;
}
