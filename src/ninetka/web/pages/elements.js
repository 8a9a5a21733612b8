// The elements of a page: those in its HTML, by id, and the panel that all pages with a game have.

const PANEL = `
  <input id="slider" type="range" min="0" step="1" aria-label="Ply" autocomplete="off">
  <div id="controls" role="group" aria-label="Replay">
    <button id="first" type="button" aria-label="First" title="First (Home)">&laquo;</button>
    <button id="back" type="button" aria-label="Back" title="Back (&larr;)">&lsaquo;</button>
    <button id="play" type="button" title="Replay the moves, or pause (Space)">Replay</button>
    <button id="forward" type="button" aria-label="Forward" title="Forward (&rarr;)">&rsaquo;</button>
    <button id="last" type="button" aria-label="Last" title="Last (End)">&raquo;</button>
    <select id="speed" aria-label="Speed" title="Speed" autocomplete="off">
      <option value="2000">Slow</option>
      <option value="1000" selected>Normal</option>
      <option value="500">Fast</option>
      <option value="200">Very fast</option>
    </select>
  </div>
  <div id="status" role="status">
    <p id="move"></p>
    <p id="score"></p>
    <p id="turn"></p>
    <p id="place"></p>
    <p id="remarks"></p>
    <p id="comment"></p>
  </div>
  <nav id="moves" aria-label="Moves"></nav>`;

document.getElementById("panel")?.insertAdjacentHTML("beforeend", PANEL);

/**
 * The elements that the scripts use, by id. The page that replays games has few of them.
 * @typedef {Record<"agree" | "analyse" | "back" | "begin-here" | "clear-board" | "close" | "close-learn" |
 * "close-start" | "computer" | "copy-link" | "copy-position" | "draw" | "erase" | "first" | "forward" | "ground" |
 * "hint" | "last" | "leave-editor" | "leave-lesson" | "new" | "next-lesson" | "on-board" | "open" | "open-learn" |
 * "play" | "play-learned" | "redo" | "rematch" | "resign" | "review" | "save" | "set-up" | "share" | "share-moment" |
 * "show-me" | "solve" | "to-learn" | "undo" | "zoom-in" | "zoom-out", HTMLButtonElement>} Buttons
 * @typedef {Record<"arrangement" | "confirm" | "file" | "from" | "hints" | "link" | "position" | "slider" | "sound" |
 * "text", HTMLInputElement>} Inputs
 * @typedef {Record<"count" | "form" | "games" | "glyph" | "ink" | "kind" | "language" | "ruleset" | "speed",
 * HTMLSelectElement>} Selects
 * @typedef {Record<"files" | "library" | "more" | "seating" | "setup", HTMLDetailsElement>} Folds
 * @typedef {Record<"begin" | "change" | "typed", HTMLFormElement>} Forms
 * @typedef {Record<"learn" | "start", HTMLDialogElement>} Dialogs
 * @typedef {Record<"note", HTMLTextAreaElement>} Notes
 * @typedef {Record<"progress", HTMLProgressElement>} Bars
 * @typedef {Record<"actions" | "best" | "board" | "book" | "branches" | "cards" | "chart" | "check" | "checked" |
 * "chosen-rules" | "comment" | "costly" | "curve" | "editor" | "end" | "expected" | "facts" | "filled" | "finding" |
 * "game" | "gauge" | "instruction" | "kept" | "kinds" | "lesson" | "lesson-list" | "lesson-reason" | "lesson-task" |
 * "lesson-title" | "lines" | "loading" | "loupe" | "message" | "moment-shared" | "move" | "moves" | "no-games" | "now"
 * | "options" | "outlook" | "pens" | "people" | "picked" | "picks" | "place" | "players" | "playing" | "problems" |
 * "reach" | "refusal" | "remarks" | "replay" | "result" | "reviewed" | "rules-picture" | "said" | "score" | "seats" |
 * "shared" | "spoken" | "status" | "study" | "summary" | "tags" | "texts" | "turn" | "verdict" | "view" | "why" |
 * "won", HTMLElement>} Others
 * @typedef {Buttons & Inputs & Selects & Folds & Forms & Dialogs & Notes & Bars & Others} Page
 */
export const page = /** @type {Page} */ (
  Object.fromEntries(Array.from(document.querySelectorAll("[id]"), (element) => [element.id, element]))
);

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string} className
 * @param {...(string | Node)} children
 */
export function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/**
 * @param {number} to
 * @param {number} most
 */
export function clamp(to, most) {
  return Math.min(Math.max(to, 0), most);
}

/**
 * @param {string} svg
 * @returns {SVGElement[]}
 */
export function elementsOf(svg) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`;
  const { children } = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGElement[]} */ ([...children]);
}

/** The picture on the board: there is one from the first ply on. */
export function boardPicture() {
  return /** @type {SVGSVGElement} */ (page.board.firstElementChild);
}

/**
 * A new picture of its own above the board, since the elements of the board are counted.
 * @param {string} className
 */
export function pictureAbove(className) {
  const layer = /** @type {SVGSVGElement} */ (boardPicture().cloneNode(false));
  layer.setAttribute("class", className);
  page.board.append(layer);
  return layer;
}

/**
 * The nearest element around an event's target that a selector matches; the target itself counts too.
 * @param {EventTarget | null | undefined} target
 * @param {string} selector
 * @returns {HTMLElement | SVGGraphicsElement | null}
 */
export function closest(target, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}
