// The game as it stands, kept in the browser's storage for the next visit, and in a link.
// May import: calls.js, elements.js, game.js, state.js.

import { Refusal, call } from "./calls.js";
import { page } from "./elements.js";
import { TEXT, recordParams } from "./game.js";
import { state } from "./state.js";

const KEPT = "ninetka"; // the name of the game in the storage
const HOLDS_GAME = "#game="; // an address that goes on so holds a record
const MOST_IN_LINK = 1_000_000; // characters of a record

// Keeps the game with every change of it, at once, so that nothing is lost: the texts of 900 moves are
// written in a tenth of a millisecond, and the rules are not asked. A tab that is loaded again goes on
// with its game, a new one with the game that was played last.
export function keep(...storages) {
  const kept = JSON.stringify({ game: recordParams(TEXT), players: state.game.computers });
  for (const storage of storages) {
    try {
      window[storage].setItem(KEPT, kept);
    } catch {
      // No storage, or not enough: the game is not kept.
    }
  }
  renderLink();
}

export function keepEverywhere() {
  keep("sessionStorage", "localStorage");
}

// The record of the game in a storage, and who plays; null if there is none.
export async function keptIn(storage) {
  const kept = storedIn(storage);
  return kept?.game ? { ...kept, ...(await call("record", kept.game)) } : kept;
}

function storedIn(storage) {
  try {
    return JSON.parse(window[storage].getItem(KEPT));
  } catch {
    return null;
  }
}

// The link is made when it can be seen.
let linking = Promise.resolve();

function renderLink() {
  page.link.value = "";
  if (page.files.open) {
    linking = makeLink().catch(() => {}); // the next change makes another
  }
}

async function makeLink() {
  const { plies, last } = state.steps;
  const { record } = await call("record", recordParams(TEXT));
  const link = await linkTo(record);
  if (plies === state.steps.plies && last === state.steps.last) {
    page.link.value = link;
  }
}

async function linkTo(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}${HOLDS_GAME}${safe}`;
}

export function addressHoldsGame() {
  return location.hash.startsWith(HOLDS_GAME);
}

// The record that the address holds, or null.
export async function recordOfAddress() {
  if (!addressHoldsGame()) {
    return null;
  }
  try {
    const text = location.hash.slice(HOLDS_GAME.length);
    const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const record = await bounded(stream.pipeThrough(new TextDecoderStream()));
    history.replaceState(null, "", location.pathname); // a reload goes on with the game as it stands then
    return record;
  } catch {
    throw new Refusal("the link holds no game: part of it may be missing");
  }
}

async function bounded(stream) {
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return text;
    }
    text += value;
    if (text.length > MOST_IN_LINK) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}

async function copy(input) {
  await linking;
  try {
    await navigator.clipboard.writeText(input.value);
    page.said.textContent = "Copied.";
  } catch {
    input.select();
    page.said.textContent = "The text is selected: press Ctrl+C to copy it.";
  }
}

page.files.addEventListener("toggle", renderLink);
page["copy-position"].addEventListener("click", () => copy(page.position));
page["copy-link"].addEventListener("click", () => copy(page.link));
