// The elements of a page: those in its HTML, by id, and the panel that all pages with a game have.
// Imports nothing.

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

document.getElementById("panel").insertAdjacentHTML("beforeend", PANEL);

export const page = Object.fromEntries(
  Array.from(document.querySelectorAll("[id]"), (element) => [element.id, element]),
);

export function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

export function clamp(to, most) {
  return Math.min(Math.max(to, 0), most);
}

export function elementsOf(svg) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`;
  return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.children];
}
