// The plies of a game to step through: the controls, and the list of moves. For all pages with a game.
// May import: elements.js.

import { clamp, make, page } from "./elements.js";

// The plies of a game, with the controls to step through them and the list of moves. The page says
// how to `draw` a ply, which may take a while (then it returns a promise), and its `address`.
export class Steps {
  constructor({ draw, address }) {
    Object.assign(this, { draw, address, ply: 0, timer: 0, plies: [], links: [] });
    page.first.addEventListener("click", () => this.step(0));
    page.back.addEventListener("click", () => this.step(this.ply - 1));
    page.play.addEventListener("click", () => this.toggle());
    page.forward.addEventListener("click", () => this.step(this.ply + 1));
    page.last.addEventListener("click", () => this.step(this.last));
    page.slider.addEventListener("input", () => this.step(Number(page.slider.value)));
    page.speed.addEventListener("change", () => this.timer && this.play());
    page.moves.addEventListener("click", () => this.pause());
    document.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.scrollToMove()).observe(page.moves);
  }

  // Each ply has a move, the seat that made it and the number of its turn; the first is the start.
  open(plies, players) {
    this.plies = plies;
    this.list = make("ol", "turns");
    this.links = [];
    page.moves.style.setProperty("--players", players);
    plies.forEach((_, at) => this.listMove(at));
    page.moves.replaceChildren(make("div", "turn", this.links[0]), this.list);
    page.slider.max = this.last;
  }

  get last() {
    return this.plies.length - 1;
  }

  // Adds a ply after the last one.
  append(ply) {
    this.plies.push(ply);
    this.listMove(this.last);
    page.slider.max = this.last;
  }

  listMove(at) {
    const { move, comment, seat, turn } = this.plies[at];
    const link = make("a", "move", move);
    link.href = this.address(at);
    link.title = comment;
    link.tabIndex = -1;
    this.links[at] = link;
    if (at > 0) {
      if (at === 1 || turn !== this.plies[at - 1].turn) {
        this.list.append(make("li", "turn"));
      }
      this.list.lastChild.append(link);
      link.style.gridColumn = seat + 2;
    }
  }

  show(at) {
    const previous = this.links[this.ply];
    this.ply = at;
    page.slider.value = at;
    page.slider.setAttribute("aria-valuetext", `${at} of ${this.last}: ${this.plies[at].move}`);
    for (const [id, end] of [["first", 0], ["back", 0], ["forward", this.last], ["last", this.last]]) {
      page[id].setAttribute("aria-disabled", at === end);
    }
    this.markMove(previous);
    this.scrollToMove();
    const drawing = this.draw(at);
    if (drawing) {
      return drawing.then(() => this.ply === at && this.render());
    }
    this.render();
  }

  render() {
    const now = this.plies[this.ply];
    page.place.textContent = `Ply ${this.ply} of ${this.last}`;
    page.move.textContent = now.move;
    page.score.textContent = now.score;
    page.turn.textContent = now.to_move;
    page.comment.textContent = now.comment;
    page.comment.hidden = !now.comment;
  }

  // The current move is the one of the list that the Tab key stops at.
  markMove(previous) {
    if (previous) {
      previous.removeAttribute("aria-current");
      previous.tabIndex = -1;
    }
    const link = this.links[this.ply];
    link.setAttribute("aria-current", "step");
    link.tabIndex = 0;
    if (page.moves.contains(document.activeElement)) {
      link.focus({ preventScroll: true });
    }
  }

  // scrollIntoView would also scroll the page, and the board out of sight.
  scrollToMove() {
    const box = page.moves.getBoundingClientRect();
    const at = this.links[this.ply]?.getBoundingClientRect();
    if (at && (at.top < box.top || at.bottom > box.bottom)) {
      page.moves.scrollTop += at.top - box.top - (box.height - at.height) / 2;
    }
  }

  go(to) {
    const at = clamp(to, this.last);
    if (at === this.ply) {
      return;
    }
    this.show(at);
    try {
      history.replaceState(null, "", this.address(at));
    } catch {
      // Some browsers refuse very many changes in a short time; the address then lags behind.
    }
  }

  step(to) {
    this.pause();
    this.go(to);
  }

  play() {
    if (this.ply === this.last) {
      this.go(0);
    }
    if (this.last > 0) {
      this.setTimer(setInterval(() => this.advance(), Number(page.speed.value)));
    }
  }

  advance() {
    this.go(this.ply + 1);
    if (this.ply === this.last) {
      this.pause();
    }
  }

  pause() {
    this.setTimer(0);
  }

  toggle() {
    if (this.timer) {
      this.pause();
    } else {
      this.play();
    }
  }

  setTimer(started) {
    clearInterval(this.timer);
    this.timer = started;
    page.play.textContent = started ? "Pause" : "Play";
    page.status.setAttribute("aria-live", started ? "off" : "polite"); // nobody can listen that fast
  }

  onKey(event) {
    const forms = "input, select, textarea";
    const keys = {
      ArrowLeft: { neededBy: `${forms}, .target`, act: () => this.step(this.ply - 1) },
      ArrowRight: { neededBy: `${forms}, .target`, act: () => this.step(this.ply + 1) },
      Home: { neededBy: forms, act: () => this.step(0) },
      End: { neededBy: forms, act: () => this.step(this.last) },
      " ": { neededBy: `${forms}, button, summary, .target`, act: () => this.toggle() },
    };
    const key = keys[event.key];
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (key && !modified && !event.target.closest(key.neededBy)) {
      event.preventDefault();
      key.act();
    }
  }
}
