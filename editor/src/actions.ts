/** What people do to a page; buttons, menus and keys all come here. */
import { toPage, type Doc, type Point } from "./doc";
import { addBlock, disconnect, freshId, has, idForOp, place, remove, removeAfter, setCollapsed } from "./edits";
import { copied, pageInText, pasted } from "./clip";
import { api, ServiceError } from "./api";
import { addPage, corner, group, groupFault, moveFault, moveTo, ungroup } from "./group";
import { addNote, changeNote, NOTE_WIDTH, noteHeight, noteId, noteIndex, removeNotes } from "./notes";
import { lossIn, withGradients } from "./gradients";
import { pageOf as pageOfInsertable } from "./insertable";
import { foldOf } from "./fold";
import { blockOf, isAmong, isFunctionPage, isOf, isPageKey, isWithin, join, keyOfPage, parentOf, pathOf } from "./pins";
import { autoWire } from "./insert";
import { carried, pageOfWire, straightened } from "./routes";
import { arranged, makeScene, membersOfPage, type Scene } from "./scene";
import { amend, announce, commit, doc, editor, focusField, sealStep, select, toast, type EditorState } from "./state";
import { boundsOf, comeNear, fitOnOpen, isSeen, middle, reveal } from "./viewport";
import { firstAttrs } from "./typed";
import { wireId, wiresOutOf } from "./wires";

export function sceneOf(state: EditorState): Scene {
  return makeScene({ ...state, doc: state.history.present });
}

function isViewer(): boolean {
  return editor.get().mode === "viewer";
}

/**
 * Puts a new block on the page that is shown; its place is free of others if none is given. With `wired`, an output of
 * the only selected block leads to it, if one fits.
 */
export function addOp(op: string, at?: Point, wired = false): string {
  if (isViewer()) return "";
  const { page, selection, insertable } = editor.get();
  const wanted = insertable.get(op);
  if (wanted) {
    void pageOfInsertable(wanted).then((part) => part && insert(part, "add", at ?? freePlace()));
    return "";
  }
  const [source] = wired && selection.size === 1 ? selection : [];
  const path = join(page, freshId(doc(), page, idForOp(op)));
  const group = `add ${path}`;
  const attrs = firstAttrs(editor.get().ops.get(op));
  commit(`add ${op}`, addBlock(doc(), path, op, attrs, at ?? freePlace(source)), group);
  select([path]);
  announce(`Added ${op} as ${path}`);
  if (doc().blocks.has(source)) void autoWire(source, path, group);
  else sealStep();
  return path;
}

/** Puts a block of gradients beside the last selected loss, wired to it and to the variables that lead to it. */
export function addGradients(): void {
  if (isViewer()) return;
  const { page, check, selection } = editor.get();
  const loss = lossIn(doc(), selectedKeys(), check.nodes);
  if (!loss) return toast("Select a block that gives a single number, such as a loss, to add its gradients.");
  const item = sceneOf(editor.get()).byKey.get([...selection].at(-1)!);
  const at: Point = item ? [Math.round(item.left + item.width + 90), Math.round(item.top)] : freePlace();
  const result = withGradients(doc(), page, loss, at);
  commit("add gradients", result.doc);
  select([result.path]);
  comeNear({ left: at[0], top: at[1], width: 240, height: 200 });
  announce(`Added the gradients of ${loss} as ${result.path}`);
}

/** A place that is free of others: right of a block if it is given and seen, else near the middle. */
export function freePlace(beside = ""): Point {
  const { items, byKey } = sceneOf(editor.get());
  const before = byKey.get(beside);
  const [middleX, middleY] = middle();
  const near = before && !before.frame && isSeen([before.left + before.width + 220, before.top + 60]);
  const [x, y] = near ? [before.left + before.width + 160, before.top + 40] : [middleX, middleY];
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

/** Puts an empty sub-page onto the page that is shown. */
export function addSubPage(at: Point = freePlace()): void {
  if (isViewer()) return;
  const result = addPage(doc(), editor.get().page, at);
  commit("new sub-page", result.doc);
  select([keyOfPage(result.page)]);
  announce(`Added the sub-page ${result.page}`);
}

/** Puts an empty note onto the page that is shown, to be written at once. */
export function addNoteAt(at: Point = freePlace()): void {
  if (isViewer()) return;
  const index = doc().notes.length;
  commit("new note", addNote(doc(), editor.get().page, at));
  select([noteId(index)]);
  comeNear({ left: at[0], top: at[1], width: NOTE_WIDTH, height: noteHeight(doc().notes[index]) });
  // What asked for the note, such as a menu, gives the focus back first.
  requestAnimationFrame(() => focusField(`note-${index}`));
}

/** The keys of the selected blocks and sub-pages, without notes. */
export function selectedKeys(): string[] {
  return [...editor.get().selection].filter((id) => noteIndex(id) === null);
}

/** Moves what is selected to another page; `places` are on that page, else it goes below what is there. */
export function moveSelection(page: string, places?: ReadonlyMap<string, Point>): void {
  const keys = selectedKeys();
  if (isViewer()) return;
  const fault = moveFault(doc(), keys, page);
  if (fault) return toast(fault);
  const result = moveTo(doc(), keys, page, places);
  const name = page ? `'${page}'` : "the outermost page";
  commit(`move to ${name}`, result.doc);
  select(result.keys);
  toast(`Moved ${countText(keys.length, 0)} to ${name}.`);
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
  next = removeNotes(
    next, // first: other notes go with their sub-pages, and these go by number
    [...selection].flatMap((id) => noteIndex(id) ?? []),
  );
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

export function selectAll(): void {
  const { page } = editor.get();
  const notes = doc().notes.flatMap((note, index) => (note.page === page ? [noteId(index)] : []));
  select([...membersOfPage(doc(), page), ...notes]);
}

let ownCopy = ""; // what this window copied last, which need not be checked

export function copyText(): string {
  const { selection } = editor.get();
  return (ownCopy = selection.size ? copied(doc(), [...selection]) : "");
}

/** Pastes the text of a page; one from elsewhere only if the service can read it, as it must read the page then. */
export async function paste(text: string, at?: Point): Promise<void> {
  const part = pageInText(text);
  if (!part || !(part.blocks.size || part.pages.size || part.notes.length))
    return toast("The clipboard holds no blocks: it must be the text of a page.");
  if (text !== ownCopy) {
    const { opening } = editor.get();
    try {
      await api.import(new Blob([text]));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return toast(`The clipboard's page cannot be pasted: ${error.message}`, "error", error.notes);
    }
    if (editor.get().opening !== opening) return;
  }
  insert(part, "paste", at);
}

/** Copies onto the page that the selected stand on, a bit beside them. */
export function duplicate(): void {
  const { selection } = editor.get();
  const keys = selectedKeys();
  const part = selection.size ? pageInText(copied(doc(), [...selection])) : null;
  if (!part) return;
  const pages = new Set(keys.map(parentOf));
  const first = doc().notes[noteIndex([...selection][0]) ?? -1];
  const [left, top] = keys.length ? corner(doc(), keys) : [first.x, first.y];
  if (!keys.length) return insert(part, "duplicate", [left + 32, top + 32]);
  if (pages.size === 1) return insert(part, "duplicate", [left + 32, top + 32], parentOf(keys[0]));
  const box = boundsOf(sceneOf(editor.get()).items.filter((item) => keys.includes(item.key)));
  insert(part, "duplicate", box ? [box.left + 32, box.top + 32] : undefined);
}

let pastes = 0;

function insert(part: Doc, label: string, at?: Point, page = editor.get().page): void {
  if (isViewer()) return;
  const [x, y] = middle();
  const shift = (pastes++ % 8) * 24;
  const result = pasted(doc(), part, page, at ?? [x - 120 + shift, y - 80 + shift]);
  commit(`${label} ${result.ids.length} block${result.ids.length > 1 ? "s" : ""}`, result.doc);
  select(result.ids);
}

export function nudge(dx: number, dy: number): void {
  const { selection } = editor.get();
  const moves = [...selection].map((id) => {
    const note = doc().notes[noteIndex(id) ?? -1];
    const [x, y] = note ? [note.x, note.y] : (doc().positions.get(id) ?? [0, 0]);
    return [id, [x + dx, y + dy]] as const;
  });
  if (selection.size) commit("move", withMoved(doc(), moves), `nudge ${[...selection].join(" ")}`);
}

export function moveItems(moved: readonly (readonly [string, Point])[], label = "", group = ""): void {
  const words = label || (moved.length === 1 ? "move" : `move ${moved.length} blocks`);
  commit(words, withMoved(doc(), moved), group);
}

/** Moves items of a frame without moving the others in it, whose places count from its left upper block. */
function withMoved(before: Doc, moved: readonly (readonly [string, Point])[]): Doc {
  const all = new Set(moved.map(([id]) => id)); // what moves with its sub-page has its place there
  const moves = moved.filter(([id]) => noteIndex(id) === null && !isAmong(all, keyOfPage(parentOf(id))));
  const shifts = moves.map(([key, [x, y]]): [string, Point] => {
    const [oldX, oldY] = before.positions.get(key) ?? [x, y];
    return [key, [x - oldX, y - oldY]];
  });
  let next = carried(place(before, moves), new Map(shifts));
  for (const [id, [x, y]] of moved) {
    const index = noteIndex(id);
    if (index !== null) next = changeNote(next, index, { x, y });
  }
  for (const page of new Set(moves.map(([key]) => parentOf(key)))) {
    if (!page || page === editor.get().page || before.collapsed.has(page)) continue;
    const [left, top] = cornerOf(before, page);
    const [newLeft, newTop] = cornerOf(next, page);
    const [x, y] = next.positions.get(keyOfPage(page)) ?? [0, 0];
    next = place(next, [[keyOfPage(page), [x + newLeft - left, y + newTop - top]]]);
  }
  return next;
}

function cornerOf(of: Doc, page: string): Point {
  const points = membersOfPage(of, page).map((key) => of.positions.get(key) ?? ([0, 0] as Point));
  return [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
}

/** Arranges the page that is shown, frames in it first. */
export function autoLayout(): void {
  const state = editor.get();
  const opened = pagesIn(state.page).filter((path) => !doc().collapsed.has(path));
  const pages = [...opened, state.page];
  const next = straightened(arranged({ ...state, doc: doc() }, pages), (wire) => pages.includes(pageOfWire(wire)));
  if (state.mode === "viewer") amend(next);
  else commit("arrange", next);
  requestAnimationFrame(fitOnOpen);
}

/** The sub-pages in a page. */
function pagesIn(page: string): string[] {
  return [...doc().pages.keys()].filter((path) => path !== page && isWithin(keyOfPage(path), page));
}

export function enter(page: string): void {
  if (page && !doc().pages.has(page)) return;
  editor.set({ page, selection: new Set(), wires: new Set(), menu: null });
  announce(page ? `Page ${page}` : "Outermost page");
  requestAnimationFrame(fitOnOpen);
}

export function leave(): void {
  const { page } = editor.get();
  if (!page) return;
  enter(parentOf(page));
  if (!isFunctionPage(page)) select([keyOfPage(page)]); // a function stands on no page
}

export function groupSelection(): void {
  const keys = selectedKeys();
  if (isViewer()) return;
  const fault = groupFault(doc(), keys);
  if (fault) return toast(fault);
  const result = group(doc(), keys);
  commit("group into a sub-page", result.doc);
  select([keyOfPage(result.page)]);
}

export function ungroupSelection(): void {
  const pages = selectedKeys().filter(isPageKey).map(pathOf);
  if (isViewer() || !pages.length) return;
  let next = doc();
  const found: string[] = [];
  for (const page of pages) {
    const result = ungroup(next, page);
    next = result.doc;
    found.push(...result.keys);
  }
  commit("ungroup", next);
  select(found);
}

/** Opens a sub-page in its place, or closes it; what stands right of it or below makes room. */
export function toggleCollapse(path: string): void {
  const state = editor.get();
  const key = keyOfPage(path);
  const collapse = !doc().collapsed.has(path);
  const before = sceneOf(state).byKey.get(key);
  const next = setCollapsed(doc(), path, collapse);
  if (!before) return;
  const after = makeScene({ ...state, doc: next }).byKey.get(key);
  const grown = after ? [after.width - before.width, after.height - before.height] : [0, 0];
  const moves = membersOfPage(next, parentOf(path)).flatMap((other): [string, Point][] => {
    const [x, y] = next.positions.get(other) ?? [0, 0];
    const [left, top] = next.positions.get(key) ?? [0, 0];
    if (other === key) return [];
    if (x >= left + before.width) return [[other, [x + grown[0], y]]];
    return y >= top + before.height ? [[other, [x, y + grown[1]]]] : [];
  });
  const placed = place(next, moves);
  if (state.mode === "viewer") amend(placed);
  else commit(collapse ? "collapse" : "expand", placed);
}

export function collapseAll(collapsed: boolean): void {
  const next = new Set(doc().collapsed);
  const { single } = foldOf(doc()); // seen as what they hold, not as boxes
  for (const path of pagesIn(editor.get().page)) {
    if (collapsed && !single.has(path)) next.add(path);
    else next.delete(path);
  }
  const changed = { ...doc(), collapsed: next };
  if (isViewer()) amend(changed);
  else commit(collapsed ? "collapse all" : "expand all", changed);
  autoLayout();
}

/** Goes to a block, or else a sub-page, by its path or key, wherever it is: to its page, into the middle, selected. */
export function goTo(place: string): void {
  const key = isPageKey(place) || doc().blocks.has(place) ? place : keyOfPage(place);
  if (!has(doc(), key)) return;
  if (isFunctionPage(pathOf(key))) return enter(pathOf(key));
  const seen = drawnInsteadOf(key);
  if (!sceneOf(editor.get()).byKey.has(seen)) editor.set({ page: pageOf(seen) });
  select([key]);
  requestAnimationFrame(() => reveal(seen));
}

/** What is drawn where something is: of a constant at a pin the block that has the pin. */
function drawnInsteadOf(key: string): string {
  const { constants, empty } = foldOf(doc());
  const inside = isPageKey(key) && empty.has(pathOf(key)) ? [...constants].find((path) => isOf(path, key)) : undefined;
  let path = inside ?? key;
  while (constants.has(path)) path = blockOf(wiresOutOf(doc(), path)[0].to);
  return inside || constants.has(key) ? path : key;
}

/** The page to be on to see something: not one that is seen as what it holds. */
function pageOf(key: string): string {
  const { single } = foldOf(doc());
  let page = parentOf(key);
  while (page && single.has(page)) page = parentOf(page);
  return page;
}

/** The page as it is now, with where the canvas looks. */
export function pageNow(view: readonly [number, number, number] | null): ReturnType<typeof toPage> {
  return toPage({ ...doc(), view });
}
