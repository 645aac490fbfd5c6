/** What people do to a page; buttons, menus and keys all come here. */
import { toPage, type Doc, type Point } from "./doc";
import { addBlock, connect, disconnect, freshId, idForOp, place, remove, removeAfter, setCollapsed } from "./edits";
import { copied, pageInText, pasted } from "./clip";
import { group, groupFault, ungroup } from "./group";
import { isWithin, join, parentOf } from "./pins";
import { arranged, makeScene, membersOfPage, type Scene } from "./scene";
import { amend, announce, commit, doc, editor, select, toast, type EditorState } from "./state";
import { boundsOf, fitOnOpen, middle, reveal } from "./viewport";
import { wireId } from "./wires";

export function sceneOf(state: EditorState): Scene {
  return makeScene({ ...state, doc: state.history.present });
}

function isViewer(): boolean {
  return editor.get().mode === "viewer";
}

/** Puts a new block on the page that is shown; its place is free of others if none is given. */
export function addOp(op: string, at?: Point): string {
  if (isViewer()) return "";
  const { page } = editor.get();
  const path = join(page, freshId(doc(), page, idForOp(op)));
  commit(`add ${op}`, addBlock(doc(), path, op, {}, at ?? freePlace()));
  select([path]);
  announce(`Added ${op} as ${path}`);
  return path;
}

function freePlace(): Point {
  const [x, y] = middle();
  const { items } = sceneOf(editor.get());
  const taken = (left: number, top: number) =>
    items.some(
      (item) =>
        item.kind !== "frame" &&
        left < item.left + item.width + 16 &&
        left + 160 > item.left &&
        top < item.top + item.height + 16 &&
        top + 90 > item.top,
    );
  for (let ring = 0; ring < 12; ring++) {
    for (const [dx, dy] of ring
      ? [
          [0, ring],
          [ring, 0],
          [0, -ring],
          [-ring, 0],
          [ring, ring],
        ]
      : [[0, 0]]) {
      const left = Math.round(x - 80 + dx * 190);
      const top = Math.round(y - 40 + dy * 110);
      if (!taken(left, top)) return [left, top];
    }
  }
  return [Math.round(x), Math.round(y)];
}

/** Takes away what is selected: blocks, sub-pages and wires. */
export function deleteSelection(): void {
  const { selection, wires } = editor.get();
  let next: Doc = disconnect(
    doc(),
    doc().wires.filter((wire) => wires.has(wireId(wire))),
  );
  for (const id of wires) {
    const control = /^\^(.+)-\^(.+)$/.exec(id);
    if (control) next = removeAfter(next, control[1], control[2]);
  }
  next = remove(next, [...selection]);
  if (next === doc()) return;
  commit(`delete ${countText(selection.size, wires.size)}`, next);
  select([]);
}

function countText(blocks: number, wires: number): string {
  const parts = [];
  if (blocks) parts.push(`${blocks} block${blocks > 1 ? "s" : ""}`);
  if (wires) parts.push(`${wires} wire${wires > 1 ? "s" : ""}`);
  return parts.join(" and ");
}

export function addWire(from: string, to: string): void {
  commit(`connect ${from} to ${to}`, connect(doc(), { from, to }));
}

export function selectAll(): void {
  select(membersOfPage(doc(), editor.get().page));
}

export function copyText(): string {
  const { selection } = editor.get();
  return selection.size ? copied(doc(), [...selection]) : "";
}

export function paste(text: string, at?: Point): void {
  const part = pageInText(text);
  if (!part) return toast("The clipboard holds no blocks: it must be the text of a page.");
  insert(part, "paste", at);
}

export function duplicate(): void {
  const { selection } = editor.get();
  const part = pageInText(copyText());
  if (!part) return;
  const box = boundsOf(sceneOf(editor.get()).items.filter((item) => selection.has(item.path)));
  insert(part, "duplicate", box ? [box.left + 32, box.top + 32] : undefined);
}

let pastes = 0;

function insert(part: Doc, label: string, at?: Point): void {
  if (isViewer()) return;
  const [x, y] = middle();
  const shift = (pastes++ % 8) * 24;
  const result = pasted(doc(), part, editor.get().page, at ?? [x - 120 + shift, y - 80 + shift]);
  commit(`${label} ${result.paths.length} block${result.paths.length > 1 ? "s" : ""}`, result.doc);
  select(result.paths);
}

export function nudge(dx: number, dy: number): void {
  const { selection } = editor.get();
  const moves = [...selection].map((path) => {
    const [x, y] = doc().positions.get(path) ?? [0, 0];
    return [path, [x + dx, y + dy]] as const;
  });
  if (moves.length) commit("move", place(doc(), moves), `nudge ${[...selection].join(" ")}`);
}

/** Moves items of a frame without moving the others in it, whose places count from its left upper block. */
export function moveItems(moves: readonly (readonly [string, Point])[]): void {
  const before = doc();
  let next = place(before, moves);
  for (const page of new Set(moves.map(([path]) => parentOf(path)))) {
    if (!page || page === editor.get().page || before.collapsed.has(page)) continue;
    const [left, top] = cornerOf(before, page);
    const [newLeft, newTop] = cornerOf(next, page);
    const [x, y] = next.positions.get(page) ?? [0, 0];
    next = place(next, [[page, [x + newLeft - left, y + newTop - top]]]);
  }
  commit(`move ${moves.length > 1 ? `${moves.length} blocks` : "block"}`, next);
}

function cornerOf(of: Doc, page: string): Point {
  const points = membersOfPage(of, page).map((path) => of.positions.get(path) ?? ([0, 0] as Point));
  return [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
}

/** Arranges the page that is shown, frames in it first. */
export function autoLayout(): void {
  const state = editor.get();
  let next = doc();
  const pages = [...next.pages.keys()]
    .filter((path) => path !== state.page && isWithin(path, state.page) && !next.collapsed.has(path))
    .sort((a, b) => b.split("/").length - a.split("/").length);
  for (const page of [...pages, state.page]) {
    const places = arranged({ ...state, doc: next }, page);
    next = place(next, places);
  }
  if (state.mode === "viewer") amend(next);
  else commit("arrange", next);
  requestAnimationFrame(fitOnOpen);
}

export function enter(page: string): void {
  editor.set({ page, selection: new Set(), wires: new Set(), menu: null });
  announce(page ? `Page ${page}` : "Outermost page");
  requestAnimationFrame(fitOnOpen);
}

export function leave(): void {
  const { page } = editor.get();
  if (!page) return;
  enter(parentOf(page));
  select([page]);
}

export function groupSelection(): void {
  const paths = [...editor.get().selection];
  if (isViewer()) return;
  const fault = groupFault(doc(), paths);
  if (fault) return toast(fault);
  const result = group(doc(), paths);
  commit("group into a sub-page", result.doc);
  select([result.page]);
}

export function ungroupSelection(): void {
  const pages = [...editor.get().selection].filter((path) => doc().pages.has(path));
  if (isViewer() || !pages.length) return;
  let next = doc();
  const found: string[] = [];
  for (const page of pages) {
    const result = ungroup(next, page);
    next = result.doc;
    found.push(...result.paths);
  }
  commit("ungroup", next);
  select(found);
}

/** Opens a sub-page in its place, or closes it; what stands right of it or below makes room. */
export function toggleCollapse(path: string): void {
  const state = editor.get();
  const collapse = !doc().collapsed.has(path);
  const before = sceneOf(state).byPath.get(path);
  const next = setCollapsed(doc(), path, collapse);
  if (!before) return;
  const after = makeScene({ ...state, doc: next }).byPath.get(path);
  const grown = after ? [after.width - before.width, after.height - before.height] : [0, 0];
  const moves = membersOfPage(next, parentOf(path)).flatMap((other): [string, Point][] => {
    const [x, y] = next.positions.get(other) ?? [0, 0];
    const [left, top] = next.positions.get(path) ?? [0, 0];
    if (other === path) return [];
    if (x >= left + before.width) return [[other, [x + grown[0], y]]];
    return y >= top + before.height ? [[other, [x, y + grown[1]]]] : [];
  });
  const placed = place(next, moves);
  if (state.mode === "viewer") amend(placed);
  else commit(collapse ? "collapse" : "expand", placed);
}

export function collapseAll(collapsed: boolean): void {
  const { page } = editor.get();
  const inside = [...doc().pages.keys()].filter((path) => path !== page && isWithin(path, page));
  const next = new Set(doc().collapsed);
  for (const path of inside) {
    if (collapsed) next.add(path);
    else next.delete(path);
  }
  const changed = { ...doc(), collapsed: next };
  if (isViewer()) amend(changed);
  else commit(collapsed ? "collapse all" : "expand all", changed);
  autoLayout();
}

/** Goes to a block wherever it is: to its page, into the middle, selected. */
export function goTo(path: string): void {
  const state = editor.get();
  if (!doc().blocks.has(path) && !doc().pages.has(path)) return;
  const scene = sceneOf(state);
  if (!scene.byPath.has(path)) editor.set({ page: parentOf(path) });
  select([path]);
  requestAnimationFrame(() => reveal(path));
}

/** The page as it is now, with where the canvas looks. */
export function pageNow(view: readonly [number, number, number] | null): ReturnType<typeof toPage> {
  return toPage({ ...doc(), view });
}
