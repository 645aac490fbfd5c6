/** A Cast in the middle of a wire that is refused for its dtype alone. */
import type { Doc, Point, Wire } from "./doc";
import { addBlock, connect, freshId, idForOp } from "./edits";
import { blockOf, join, parentOf } from "./pins";
import { announce, commit, doc, editor, select } from "./state";

export interface CastOffer {
  wire: Wire; // the one that does not fit
  dtype: string; // to which its value must be converted
  base: () => Doc; // the page that gets the Cast: as it is now, or without the wire whose end was moved
}

const GAP = 200; // pixels from the left of the Cast to what comes after it

/** The page with a Cast between the ends of the wire, and its path. */
export function withCast(page: Doc, wire: Wire, dtype: string): { doc: Doc; path: string } {
  const [source, target] = [blockOf(wire.from), blockOf(wire.to)];
  const home = parentOf(target);
  const path = join(home, freshId(page, home, idForOp("Cast")));
  const [x, y] = page.positions.get(target) ?? [0, 0];
  const from = parentOf(source) === home ? page.positions.get(source) : undefined;
  const at: Point = from ? [Math.round((from[0] + x) / 2), Math.round((from[1] + y) / 2)] : [x - GAP, y];
  const put = addBlock(page, path, "Cast", { DstT: dtype }, at);
  const into = connect(put, { from: wire.from, to: `${path}:x` });
  return { doc: connect(into, { from: `${path}:y`, to: wire.to }), path };
}

/** Puts the Cast and both wires onto the page: one step to undo. */
export function insertCast({ wire, dtype, base }: CastOffer): void {
  const gone = [wire.from, wire.to].some((pin) => !doc().blocks.has(blockOf(pin)));
  if (!gone) {
    const made = withCast(base(), wire, dtype);
    commit(`insert a Cast to ${dtype}`, made.doc);
    select([made.path]);
    announce(`Inserted a Cast to ${dtype} as ${made.path}`);
  }
  editor.set((state) => ({ bubble: null, toasts: state.toasts.filter((item) => !item.cast) }));
}

/** The Cast that is proposed at the moment, at a pin or in a message. */
export function insertProposed(): void {
  const { bubble, toasts } = editor.get();
  const offer = bubble?.cast ?? toasts.filter((item) => item.cast).at(-1)?.cast;
  if (offer) insertCast(offer);
}
