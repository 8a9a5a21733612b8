// Has computer players think in a worker of this browser, by the game's WebAssembly.

/**
 * The moves since a position of the game at hand, as texts; null if it has not been there.
 * @typedef {(position: string) => string[] | null} Since
 */

/**
 * The worker with what was found for a player's last move, if that is kept, and where this was.
 * @type {{ worker: Worker, player: string, position: string } | null}
 */
let kept = null;

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
 * @param {Since} since
 */
export async function searchedReply(line, signal, ask, since) {
  const request = JSON.parse(line);
  if (request.method !== "choose") {
    return null;
  }
  const { player, position } = request.params;
  const before = kept && kept.player === player ? kept.position : null;
  const moves = before && since(before);
  const params = { ...request.params, ...(moves ? { since: { position: before, moves } } : {}) };
  const planned = await ask(JSON.stringify({ ...request, method: "plan", params }));
  const { result, error } = JSON.parse(planned);
  refuseStopped(signal);
  if (error) {
    return planned;
  }
  const found = result.plan && (await searched(result.plan, signal, { player, position }));
  refuseStopped(signal);
  return found && ask(JSON.stringify({ ...request, params: { ...request.params, found } }));
}

/**
 * What a search finds by a plan; null if there is no WebAssembly for it, or it is stopped.
 * @param {{ keeps: boolean }} plan
 * @param {AbortSignal} signal
 * @param {{ player: string, position: string }} where
 * @returns {Promise<object | null>}
 */
async function searched(plan, signal, where) {
  const worker = kept?.worker ?? new Worker("search.js", { type: "module" });
  kept = null;
  const found = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    signal.addEventListener("abort", () => resolve(null));
    worker.postMessage(plan);
  });
  if (found && plan.keeps && !signal.aborted && !kept) {
    kept = { worker, ...where };
  } else {
    worker.terminate(); // with its memory, which may be large
  }
  return found;
}
