// Comments on plies as records have them: a text, and what is drawn on the board, written as
// `[%csl GA5,RB7]` for rings and `[%cal GA5-B7]` for arrows, with the letter of a colour before the place.

/** @typedef {{ colour: string, from: string, to: string | null }} Shape a ring, or an arrow */

const RING = "[GRBY][^,\\]-]+";
const ARROW = `${RING}-[^,\\]-]+`;
const COMMANDS = new RegExp(`\\s*\\[%(?:csl (${RING}(?:,${RING})*)|cal (${ARROW}(?:,${ARROW})*))\\]`, "g");
const MARK = /^(.)([^-]+)(?:-(.+))?$/;

/**
 * The text of a comment, without what is shapes.
 * @param {string} comment
 */
export function textOf(comment = "") {
  return comment.replace(COMMANDS, "").trim();
}

/**
 * What a comment draws: each with its colour and where it is, or from where to where.
 * @param {string} comment
 * @returns {Shape[]}
 */
export function shapesIn(comment = "") {
  const written = [...comment.matchAll(COMMANDS)].flatMap(([, rings, arrows]) => (rings ?? arrows).split(","));
  return written.map((each) => {
    const [, colour, from, to = null] = /** @type {RegExpExecArray} */ (MARK.exec(each)); // COMMANDS has found it
    return { colour, from, to };
  });
}

/**
 * The comment on a ply, as records have it.
 * @param {{ comment?: string, shapes?: Shape[] }} ply
 */
export function commentOf({ comment = "", shapes = [] }) {
  const rings = shapes.filter(({ to }) => to === null).map(({ colour, from }) => `${colour}${from}`);
  const arrows = shapes.filter(({ to }) => to !== null).map(({ colour, from, to }) => `${colour}${from}-${to}`);
  const commands = Object.entries({ csl: rings, cal: arrows }).filter(([, written]) => written.length);
  return [comment, ...commands.map(([name, written]) => `[%${name} ${written.join(",")}]`)].filter(Boolean).join(" ");
}
