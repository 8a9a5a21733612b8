// The plies of a game to step through: the controls, and the list of moves. For all pages with a game.

import { clamp, closest, make, page } from "./elements.js";
import { t } from "./words.js";

/**
 * What the list of moves and the controls show of a ply. In the replay page the first ply has no seat and no turn.
 * @typedef {object} Listed
 * @property {string} move
 * @property {number | null} [seat] who made it
 * @property {number | null} [turn]
 * @property {string} [marks] its glyphs
 * @property {string} [meaning] what they mean
 * @property {string} comment
 * @property {string} [remaining]
 * @property {string} [elapsed]
 * @property {string} [score]
 * @property {string} [to_move] whose turn it is then, in words
 */

/**
 * @template P
 * @typedef {{ plies: P[], links: HTMLAnchorElement[], at?: number, parent?: number }} Line
 */

/**
 * The plies of a game, with the controls to step through them and the list of moves. The page says
 * the `address` of a ply, and puts a function in place of `draw`, which may return a promise. Where
 * a ply is shown, what it is drawn from may be given along, as `drawn`.
 *
 * A ply may have variations, each a list of plies that might have been played instead of it and
 * what follows. The game is line 0, the variations are numbered as the list has them. The plies and
 * links are those of the line that is stepped through, from the start of the game on.
 * @template {Listed & { variations?: P[][] }} P
 * @template [D=undefined]
 */
export class Steps {
  ply = 0;
  line = 0;
  timer = 0;
  /** @type {P[]} */
  plies = [];
  /** @type {HTMLAnchorElement[]} */
  links = [];
  /** @type {Line<P>[]} */
  lines = [];
  /** @type {HTMLAnchorElement | null} */
  current = null;
  list = make("ol", "turns");

  /** @type {(at: number, drawn?: D) => Promise<void> | void} */
  draw = () => {};

  /** @param {(at: number, line: number) => string} address */
  constructor(address) {
    this.address = address;
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

  /**
   * Each ply has a move, the seat that made it and the number of its turn; the first is the start.
   * @param {P[]} plies
   * @param {number} players
   */
  open(plies, players) {
    this.list.replaceChildren();
    this.lines = [{ plies, links: [] }];
    this.current = null;
    this.follow(0);
    page.moves.style.setProperty("--players", String(players));
    plies.forEach((_, at) => this.listMove(at));
    page.moves.replaceChildren(make("div", "turn", this.links[0]), this.list);
  }

  get last() {
    return this.plies.length - 1;
  }

  /**
   * Steps through the line of that number from now on.
   * @param {number} number
   */
  follow(number) {
    this.line = number;
    Object.assign(this, this.wholeLine(number));
    page.slider.max = String(this.last);
  }

  /**
   * @param {number} number
   * @returns {{ plies: P[], links: HTMLAnchorElement[] }}
   */
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

  /**
   * Adds a ply after the last one.
   * @param {P} ply
   */
  append(ply) {
    this.plies.push(ply);
    this.listMove(this.last);
    page.slider.max = String(this.last);
  }

  /** @param {number} at */
  listMove(at) {
    const ply = this.plies[at];
    const link = this.linkTo(ply, at, 0);
    this.links[at] = link;
    if (at > 0) {
      this.rowOf(at).append(link);
      link.style.gridColumn = String(Number(ply.seat) + 2);
    }
    for (const plies of ply.variations ?? []) {
      this.list.append(make("li", "", this.listVariation(plies, at, 0, this.plies[at - 1].turn)));
    }
  }

  /**
   * The row of a move: that of its turn, or another one after variations within the turn.
   * @param {number} at
   */
  rowOf(at) {
    const begins = at === 1 || this.plies[at].turn !== this.plies[at - 1].turn;
    const row = this.list.lastElementChild;
    return !begins && row?.classList.contains("turn")
      ? row
      : this.list.appendChild(make("li", begins ? "turn" : "turn continued"));
  }

  /**
   * @param {P[]} plies
   * @param {number} from
   * @param {number} parent
   * @param {number | null | undefined} turnBefore
   */
  listVariation(plies, from, parent, turnBefore) {
    /** @type {Line<P>} */
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

  /**
   * @param {P} ply
   * @param {number} at
   * @param {number} line
   */
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

  /**
   * @param {number} at
   * @param {D} [drawn]
   */
  show(at, drawn) {
    this.point(at);
    const drawing = this.draw(at, drawn);
    if (drawing) {
      return drawing.then(() => this.ply === at && this.render());
    }
    this.render();
  }

  /**
   * Makes a ply the current one of the controls and the list.
   * @param {number} at
   */
  point(at) {
    const previous = this.current;
    this.ply = at;
    this.current = this.links[at];
    page.slider.value = String(at);
    page.slider.setAttribute("aria-valuetext", t("{0} of {1}: {2}", at, this.last, this.plies[at].move));
    [page.first, page.back, page.forward, page.last].forEach((button, number) => {
      button.setAttribute("aria-disabled", String(at === (number < 2 ? 0 : this.last)));
    });
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
    page.score.textContent = now.score ?? "";
    page.turn.textContent = now.to_move ?? "";
    page.comment.textContent = now.comment;
    page.comment.hidden = !now.comment;
  }

  /**
   * The Tab key stops at the current move of the list, and where a variation begins.
   * @param {HTMLAnchorElement | null} previous
   */
  markMove(previous) {
    if (previous) {
      previous.removeAttribute("aria-current");
      previous.tabIndex = previous.classList.contains("opening") ? 0 : -1;
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
    const at = this.current?.getBoundingClientRect();
    if (at && (at.top < box.top || at.bottom > box.bottom)) {
      page.moves.scrollTop += at.top - box.top - (box.height - at.height) / 2;
    }
  }

  /** @param {number} to */
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

  /** @param {number} to */
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

  /** @param {number} started */
  setTimer(started) {
    clearInterval(this.timer);
    this.timer = started;
    page.play.textContent = started ? t("Pause") : t("Replay");
    const isQuiet = started || page.spoken; // nobody can listen that fast, or the page tells more (spoken.js)
    page.status.setAttribute("aria-live", isQuiet ? "off" : "polite");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const forms = "input, select, textarea";
    /** @type {Record<string, { neededBy: string, act: () => void }>} */
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
    if (key && isSeen && !modified && !closest(event.target, key.neededBy)) {
      event.preventDefault();
      key.act();
    }
  }
}

/**
 * A move with its glyphs: E5!? or E5 =.
 * @param {Listed} ply
 */
function marked({ move, marks = "" }) {
  return move + (/^[!?]/.test(marks) ? marks : ` ${marks}`).trimEnd();
}

/**
 * What the glyphs on a move mean, and its clock times.
 * @param {Listed} ply
 */
function remarksOn({ meaning, remaining, elapsed }) {
  const times = [remaining && t("{0} left", remaining), elapsed && t("took {0}", elapsed)];
  return [meaning, ...times].filter(Boolean).join(" \u00b7 ");
}
