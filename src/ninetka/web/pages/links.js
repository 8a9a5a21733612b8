// Links that hold a game: made, copied and shared, and read from the page's address.

import { Refusal, call } from "./calls.js";
import { page } from "./elements.js";
import { TEXT, lastPly, recordParams } from "./game.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @typedef {{ record: string, id: string | null, at: number | null, players: string[] }} Link what a link holds */

const RECORD_FIELD = "game"; // of an address that holds a record
const MAX_CHARACTERS = 1_000_000; // of a record
let linking = Promise.resolve(); // resolves once the page's link is made

// The link is made when it can be seen.
export function renderLink() {
  page.link.value = "";
  if (page.files.open) {
    linking = makeLink().catch(() => {}); // the next change makes another
  }
}

/** @param {number | null} at */
async function gameLink(at = null) {
  const { record } = await call("record", recordParams(TEXT));
  return linkTo(record, at);
}

async function makeLink() {
  const { plies, last } = state.steps;
  const link = await gameLink();
  if (plies === state.steps.plies && last === state.steps.last) {
    page.link.value = link;
  }
}

/**
 * The link has the id of the game, so that an answer to it is found to be the same game, the ply to show if
 * it is not the last, and who plays, unless the game is over: then who opens it has not won or lost it.
 * @param {string} record
 * @param {number | null} at
 */
async function linkTo(record, at) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const { computers, ending, id } = state.game;
  const isPlayed = computers.some(Boolean) && !lastPly().is_over && !ending;
  const players = isPlayed ? `&players=${computers.map(encode).join(",")}` : "";
  const shown = at === null ? "" : `&at=${at}`;
  return `${location.href.split("#")[0]}#${RECORD_FIELD}=${safe}&id=${id}${shown}${players}`;
}

/** @param {string | null} player */
function encode(player) {
  return encodeURIComponent(player ?? "");
}

function inAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

export function addressHoldsGame() {
  return inAddress().has(RECORD_FIELD);
}

/**
 * What the address holds: the record of a game, its id, the ply to show, and who plays; or null.
 * @returns {Promise<Link | null>}
 */
export async function gameInAddress() {
  if (!addressHoldsGame()) {
    return null;
  }
  const said = inAddress();
  try {
    const decoded = atob((said.get(RECORD_FIELD) ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const record = await bounded(stream.pipeThrough(new TextDecoderStream()));
    history.replaceState(null, "", location.pathname); // a reload goes on with the game as it stands then
    const at = said.has("at") ? Math.trunc(Number(said.get("at"))) : null;
    return { record, id: said.get("id"), at, players: said.get("players")?.split(",") ?? [] };
  } catch {
    throw new Refusal(t("the link holds no game: part of it may be missing"));
  }
}

/** @param {ReadableStream<string>} stream */
async function bounded(stream) {
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return text;
    }
    text += value;
    if (text.length > MAX_CHARACTERS) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}

/** @param {HTMLInputElement} input */
async function copy(input) {
  await linking;
  try {
    await navigator.clipboard.writeText(input.value);
    page.said.textContent = t("Copied.");
  } catch {
    input.select();
    page.said.textContent = t("The text is selected: press Ctrl+C to copy it.");
  }
}

/**
 * Gives a link to the ply that is shown to the device's own way of sharing, or copies it and says so.
 * @param {HTMLElement} said
 */
export async function shareLink(said) {
  const { last, ply } = state.steps;
  const url = await gameLink(ply < last ? ply : null);
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch(() => {}); // the user may change their mind
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    said.textContent = t("The link is copied: send it to whom you like.");
  } catch {
    said.textContent = t("Copy this link: {0}", url); // some browsers let no page write to the clipboard
  }
}

page.files.addEventListener("toggle", renderLink);
page["copy-position"].addEventListener("click", () => copy(page.position));
page["copy-link"].addEventListener("click", () => copy(page.link));
