// The plies of a game to step through: the controls, and the list of moves. For all pages with a game.
// May import: elements.js, words.js.

import { clamp, make, page } from "./elements.js";
import { t } from "./words.js";

// The plies of a game, with the controls to step through them and the list of moves. The page says
// how to `draw` a ply, which may take a while (then it returns a promise), and its `address`.
//
// A ply may have variations, each a list of plies that might have been played instead of it and
// what follows. The game is line 0, the variations are numbered as the list has them. The plies and
// links are those of the line that is stepped through, from the start of the game on.
export class Steps {
  constructor({ draw, address }) {
    Object.assign(this, { draw, address, ply: 0, line: 0, timer: 0, plies: [], links: [], lines: [] });
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
    this.setTimer(0);
  }

  // Each ply has a move, the seat that made it and the number of its turn; the first is the start.
  open(plies, players) {
    this.list = make("ol", "turns");
    this.lines = [{ plies, links: [] }];
    this.current = null;
    this.follow(0);
    page.moves.style.setProperty("--players", players);
    plies.forEach((_, at) => this.listMove(at));
    page.moves.replaceChildren(make("div", "turn", this.links[0]), this.list);
  }

  get last() {
    return this.plies.length - 1;
  }

  // Steps through the line of that number from now on.
  follow(number) {
    this.line = number;
    Object.assign(this, this.wholeLine(number));
    page.slider.max = this.last;
  }

  wholeLine(number) {
    const { plies, links, at, parent } = this.lines[number];
    if (parent === undefined) {
      return { plies, links };
    }
    const before = this.wholeLine(parent);
    return {
      plies: [...before.plies.slice(0, at), ...plies],
      links: [...before.links.slice(0, at), ...links],
    };
  }

  // Adds a ply after the last one.
  append(ply) {
    this.plies.push(ply);
    this.listMove(this.last);
    page.slider.max = this.last;
  }

  listMove(at) {
    const ply = this.plies[at];
    const link = this.linkTo(ply, at, 0);
    this.links[at] = link;
    if (at > 0) {
      this.rowOf(at).append(link);
      link.style.gridColumn = ply.seat + 2;
    }
    for (const plies of ply.variations ?? []) {
      this.list.append(make("li", "", this.listVariation(plies, at, 0, this.plies[at - 1].turn)));
    }
  }

  // The row of a move: that of its turn, or another one after variations within the turn.
  rowOf(at) {
    const begins = at === 1 || this.plies[at].turn !== this.plies[at - 1].turn;
    if (begins || !this.list.lastChild.classList.contains("turn")) {
      this.list.append(make("li", begins ? "turn" : "turn continued"));
    }
    return this.list.lastChild;
  }

  listVariation(plies, from, parent, turnBefore) {
    const variation = { plies, links: [], at: from, parent };
    const number = this.lines.push(variation) - 1;
    const listed = make("span", "variation");
    listed.role = "group";
    listed.ariaLabel = t("Variation");
    let turn = turnBefore;
    plies.forEach((ply, index) => {
      const counted = ply.turn !== turn ? `${ply.turn}. ` : `${ply.turn}\u2026 `;
      const resumes = index === 0 || plies[index - 1].variations;
      const link = this.linkTo(ply, from + index, number);
      listed.append(ply.turn !== turn || resumes ? counted : "", link, " ");
      variation.links.push(link);
      for (const inner of ply.variations ?? []) {
        listed.append(this.listVariation(inner, from + index, number, turn), " ");
      }
      turn = ply.turn;
    });
    variation.links[0].classList.add("opening");
    variation.links[0].tabIndex = 0; // so that keyboards can open it
    return listed;
  }

  linkTo(ply, at, line) {
    const { remaining, elapsed, comment } = ply;
    const link = make("a", "move", marked(ply));
    const time = remaining ?? elapsed;
    if (time) {
      link.append(" ", make("small", "", time));
    }
    link.href = this.address(at, line);
    link.title = comment;
    link.tabIndex = -1;
    return link;
  }

  show(at) {
    this.point(at);
    const drawing = this.draw(at);
    if (drawing) {
      return drawing.then(() => this.ply === at && this.render());
    }
    this.render();
  }

  // Makes a ply the current one of the controls and the list.
  point(at) {
    const previous = this.current;
    this.ply = at;
    this.current = this.links[at];
    page.slider.value = at;
    page.slider.setAttribute("aria-valuetext", t("{0} of {1}: {2}", at, this.last, this.plies[at].move));
    for (const [id, end] of [["first", 0], ["back", 0], ["forward", this.last], ["last", this.last]]) {
      page[id].setAttribute("aria-disabled", at === end);
    }
    this.markMove(previous);
    this.scrollToMove();
  }

  render() {
    const now = this.plies[this.ply];
    page.place.textContent = this.line
      ? t("Ply {0} of {1}, variation", this.ply, this.last)
      : t("Ply {0} of {1}", this.ply, this.last);
    page.move.textContent = marked(now);
    page.remarks.textContent = remarksOn(now);
    page.remarks.hidden = !page.remarks.textContent;
    page.score.textContent = now.score;
    page.turn.textContent = now.to_move;
    page.comment.textContent = now.comment;
    page.comment.hidden = !now.comment;
  }

  // The Tab key stops at the current move of the list, and where a variation begins.
  markMove(previous) {
    if (previous) {
      previous.removeAttribute("aria-current");
      previous.tabIndex = previous.classList.contains("opening") ? 0 : -1;
    }
    const link = this.current;
    link.setAttribute("aria-current", "step");
    link.tabIndex = 0;
    if (page.moves.contains(document.activeElement)) {
      link.focus({ preventScroll: true });
    }
  }

  // scrollIntoView would also scroll the page, and the board out of sight.
  scrollToMove() {
    const box = page.moves.getBoundingClientRect();
    const at = this.current?.getBoundingClientRect();
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
      history.replaceState(history.state, "", this.address(at, this.line));
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
    page.play.textContent = started ? t("Pause") : t("Replay");
    const isQuiet = started || page.spoken; // nobody can listen that fast, or the page tells more (spoken.js)
    page.status.setAttribute("aria-live", isQuiet ? "off" : "polite");
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
    const isSeen = page.slider.checkVisibility(); // not while something else is in its place
    if (key && isSeen && !modified && !event.target.closest(key.neededBy)) {
      event.preventDefault();
      key.act();
    }
  }
}

// A move with its glyphs: E5!? or E5 =.
function marked({ move, marks = "" }) {
  return move + (/^[!?]/.test(marks) ? marks : ` ${marks}`).trimEnd();
}

// What the glyphs on a move mean, and its clock times.
function remarksOn({ meaning, remaining, elapsed }) {
  const times = [remaining && t("{0} left", remaining), elapsed && t("took {0}", elapsed)];
  return [meaning, ...times].filter(Boolean).join(" \u00b7 ");
}
