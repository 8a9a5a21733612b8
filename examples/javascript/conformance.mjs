// Runs ninetka's conformance suite on an implementation of the rules in JavaScript.
//
//     node conformance.mjs ./my-rules.mjs suite/ninetka.json …
//
// The module exports `answer(method, params)`. It returns the result, or throws an object whose
// `data` say what is wrong: `{ data: { reason: "SQUARE_TAKEN" } }`. If it does not have a method,
// it returns undefined. A path to a program in place of a module, as in `-- my-rules`, is asked over its
// standard input and output instead: see docs/conformance.md.
import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/**
 * A case of the suite, what is replied to it, and the function that asks.
 * @typedef {{ name: string, shows: string[], method: string, params: object, result?: unknown, error?: object }} Case
 * @typedef {{ result?: unknown, error?: { code?: number, data?: object } }} Reply
 * @typedef {(wanted: Case) => Promise<Reply>} Asked
 */

const UNORDERED = new Set(["moves", "problems", "winners"]);
const METHOD_NOT_FOUND = -32601;

/**
 * Where an answer differs from what a case demands, in a sentence; null if nowhere.
 * @param {unknown} expected
 * @param {unknown} found
 * @param {string} place
 * @returns {string | null}
 */
function difference(expected, found, place = "") {
  if (isObject(expected) && isObject(found)) {
    for (const [name, value] of Object.entries(expected)) {
      const wrong = difference(value, found[name], place ? `${place}.${name}` : name);
      if (wrong) {
        return wrong;
      }
    }
    return null; // it may have further fields
  }
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    const [wanted, given] = UNORDERED.has(place.split(".").at(-1) ?? "")
      ? [expected, found].map((list) => [...list].sort())
      : [expected, found];
    for (const [at, value] of wanted.entries()) {
      const wrong = difference(value, given[at], `${place}[${at}]`);
      if (wrong) {
        return wrong;
      }
    }
    return null;
  }
  return expected === found ? null : `${place || "the answer"} is ${text(found)}, expected ${text(expected)}`;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function text(value) {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}

/**
 * What is wrong with the answer to a case, in a sentence; null if nothing is.
 * @param {Case} wanted
 * @param {Reply} reply
 */
function judged(wanted, { result, error }) {
  if (wanted.error === undefined) {
    return error ? `expected a result, not the error ${text(error)}` : difference(wanted.result, result);
  }
  return error
    ? difference(wanted.error, error.data ?? {})
    : `expected the error ${text(wanted.error)}, not the result ${text(result)}`;
}

/**
 * Answers by a module's `answer`.
 * @param {string} path
 * @returns {Promise<Asked>}
 */
async function module(path) {
  const { answer } = await import(pathToFileURL(path).href);
  return async ({ method, params }) => {
    try {
      const result = await answer(method, params);
      return result === undefined ? { error: { code: METHOD_NOT_FOUND } } : { result };
    } catch (error) {
      return { error: /** @type {Reply["error"]} */ (error) };
    }
  };
}

/**
 * Answers by a program that reads a call a line and writes an answer a line.
 * @param {string[]} arguments
 * @returns {Asked}
 */
function program([command, ...options]) {
  const child = spawn(command, options, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on("error", (error) => stop(`${command} cannot be started: ${error.message}`));
  let id = 0;
  return async ({ method, params }) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const { value, done } = await lines.next();
    return done ? stop(`${command} has ended`) : JSON.parse(value);
  };
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(sentence);
  process.exit(2);
}

const [path, ...rest] = process.argv.slice(2);
const split = rest.indexOf("--");
const files = split < 0 ? rest : rest.slice(0, split);
if (!path || !files.length) {
  stop("Usage: node conformance.mjs MODULE FILE… or node conformance.mjs - FILE… -- COMMAND");
}
const answer = path === "-" ? program(rest.slice(split + 1)) : await module(path);
const counts = { passed: 0, failed: 0, "left out": 0 };
for (const file of files) {
  /** @type {{ cases: Case[] }} */
  const { cases } = JSON.parse(readFileSync(file, "utf8"));
  for (const wanted of cases) {
    const reply = await answer(wanted);
    const wrong = reply.error?.code === METHOD_NOT_FOUND ? undefined : judged(wanted, reply);
    counts[wrong === undefined ? "left out" : wrong ? "failed" : "passed"] += 1;
    if (wrong) {
      console.log(`${wanted.name} (${wanted.shows.join(", ")}): ${wrong}`);
    }
  }
}
console.log(Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", "));
process.exit(counts.failed ? 1 : 0);
