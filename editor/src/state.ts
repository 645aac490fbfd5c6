/** All that the editor knows while it runs, and the few ways to change it that everything else is made of. */
import type { CastOffer } from "./cast";
import { EMPTY, type Doc, type Point } from "./doc";
import { has } from "./edits";
import { settled } from "./literals";
import { parentOf } from "./pins";
import { commit as commitStep, seal, start, type History } from "./history";
import type { Insertable } from "./insertable";
import type { Offer } from "./offer";
import type { NodeInfo, OpInfo, Problem, ServiceState, Summary } from "./protocol";
import { noteIndex } from "./notes";
import type { Upload } from "./uploads";
import { createStore, useStore } from "./store";
import { wireId } from "./wires";

/** `stale`: there is a result, but of the page as it was before an edit. */
export type Status = "idle" | "queued" | "running" | "done" | "stale" | "error";

export interface BlockRun {
  status: Status;
  seconds: number | null;
  kernel: string | null;
  pins: Readonly<Record<string, Summary>>;
}

export interface CheckState {
  nodes: Readonly<Record<string, NodeInfo>>;
  problems: readonly Problem[];
  byBlock: ReadonlyMap<string, readonly Problem[]>;
  skipped: ReadonlySet<string>;
  busy: boolean;
  failed: string; // why there is no answer
}

export interface RunState {
  id: string;
  running: boolean;
  stepping: boolean; // a session is kept for further steps
  done: number;
  total: number;
  block: string;
  before: number; // steps of this session before the run
  step: number;
  steps: number;
  phase: "" | "planning" | "compiling" | "running"; // what the run waits for
  status: string; // of the last run
  seconds: number | null;
  fault: Problem | null; // of the run as a whole
  notRun: Readonly<Record<string, string>>; // by block why the run leaves it out
}

export interface Toast {
  id: number;
  kind: "info" | "error";
  text: string;
  notes: readonly string[];
  cast?: CastOffer; // what a wire that is told of needs
}

export interface Bubble {
  node: string;
  handle: string;
  text: string;
  cast?: CastOffer;
}

export type Dialog =
  "" | "open" | "save" | "conflict" | "choose" | "checkpoint" | "help" | "export" | "move" | "block" | "statistics";

/** A question with several answers, of which the user takes one by name. */
export interface Choice {
  title: string;
  items: readonly { name: string; hint: string }[];
  take(name: string): void;
}

/** A SavedModel, of which the page shows one signature. */
export interface Model {
  name: string;
  signatures: readonly string[];
  signature: string;
}

export type Theme = "auto" | "light" | "dark";

export interface EditorState {
  mode: "editor" | "viewer";
  ready: boolean;
  ops: ReadonlyMap<string, OpInfo>;
  insertable: ReadonlyMap<string, Insertable>; // pages that the palette inserts, by what it calls them
  dtypes: readonly string[]; // all that an op takes, by name
  common: readonly string[]; // ops that people begin with
  version: string;
  service: ServiceState | null;
  typing: boolean; // into a field whose text the page gets
  online: boolean;
  stranger: boolean; // the service that is there now was started anew, and does not know this window's token
  file: string | null;
  fileVersion: string | null; // of the file, as it was loaded or saved last
  conflict: string | null; // the version that is on disk instead, while the user is asked
  opening: object; // another one for each page that is opened: what was asked about one must not reach the next
  saved: Doc;
  history: History<Doc>;
  page: string;
  selection: ReadonlySet<string>; // keys of blocks and sub-pages, and notes
  wires: ReadonlySet<string>; // selected ones
  check: CheckState;
  muted: ReadonlyMap<string, string>; // blocks that do not run, each with the muted block that it is or needs
  run: RunState;
  runs: ReadonlyMap<string, BlockRun>;
  runProblems: ReadonlyMap<string, readonly Problem[]>;
  opened: ReadonlySet<string>; // blocks whose result is shown at full size
  trace: Readonly<Record<string, number>> | null;
  search: string;
  find: number; // how often the search on the page was asked for since it was closed; 0: it is closed
  model: Model | null; // the SavedModel that the page is of
  focusField: string; // the data-testid of a field that the inspector should focus
  focusCount: number;
  dialog: Dialog;
  choice: Choice | null; // what the dialog "choose" asks
  menu: { x: number; y: number; key: string; part?: "align" } | null;
  canvasMenu: { x: number; y: number; at: Point; wire: boolean } | null; // of a wire, or of the empty canvas
  offer: Offer | null; // ops to choose from, at a place of the canvas
  palette: boolean;
  inspector: boolean;
  theme: Theme;
  toasts: readonly Toast[];
  bubble: Bubble | null;
  upload: Upload | null; // the file that is being sent into the folder
  notice: string; // what the library says during a run
  recovered: { modified: number; name: string | null } | null;
  autosaved: number | null;
}

export const NO_RUN: RunState = {
  id: "",
  running: false,
  stepping: false,
  done: 0,
  total: 0,
  block: "",
  before: 0,
  step: 0,
  steps: 1,
  phase: "",
  status: "",
  seconds: null,
  fault: null,
  notRun: {},
};

export const NO_CHECK: CheckState = {
  nodes: {},
  problems: [],
  byBlock: new Map(),
  skipped: new Set(),
  busy: false,
  failed: "",
};

/** What is selected, checked, run and shown of a page that was only just opened. */
function untouched() {
  return {
    opening: {},
    page: "",
    selection: new Set<string>(),
    wires: new Set<string>(),
    check: NO_CHECK,
    muted: new Map<string, string>(),
    run: NO_RUN,
    runs: new Map(),
    runProblems: new Map(),
    opened: new Set<string>(),
    model: null as Model | null,
  } satisfies Partial<EditorState>;
}

const ROOMY = typeof window === "undefined" || window.innerWidth > 860;

export const editor = createStore<EditorState>({
  mode: "editor",
  ready: false,
  ops: new Map(),
  insertable: new Map(),
  dtypes: [],
  common: [],
  version: "",
  service: null,
  typing: false,
  online: true,
  stranger: false,
  file: null,
  fileVersion: null,
  conflict: null,
  saved: EMPTY,
  history: start(EMPTY),
  ...untouched(),
  trace: null,
  search: "",
  find: 0,
  focusField: "",
  focusCount: 0,
  dialog: "",
  choice: null,
  menu: null,
  canvasMenu: null,
  offer: null,
  // In a narrow window the bars would hide the canvas: they come when they are asked for.
  palette: ROOMY,
  inspector: ROOMY,
  theme: "auto",
  toasts: [],
  bubble: null,
  upload: null,
  notice: "",
  recovered: null,
  autosaved: null,
});

export function useEditor<R>(select: (state: EditorState) => R): R {
  return useStore(editor, select);
}

export function doc(): Doc {
  return editor.get().history.present;
}

export const docOf = (state: EditorState): Doc => state.history.present;

/** Makes a step of the history. Steps of the same group, one after the other, are one. */
export function commit(label: string, next: Doc, group = ""): void {
  const { mode, history } = editor.get();
  if (mode === "viewer") return;
  setHistory(commitStep(history, label, settled(history.present, next, editor.get().ops), group));
}

/** A change that is no step of the history: in the viewer, where nothing is undone. */
export function amend(next: Doc): void {
  editor.set((state) => ({ history: { ...state.history, present: next } }));
}

export function sealStep(): void {
  editor.set((state) => ({ history: seal(state.history) }));
}

/** Makes another state of the history the present one; what is gone from the page is no longer looked at. */
export function setHistory(history: History<Doc>): void {
  const present = history.present;
  editor.set((state) => {
    let page = state.page;
    while (page && !present.pages.has(page)) page = parentOf(page);
    const there = [...state.selection].filter((id) => isThere(state.history.present, present, id));
    return {
      history,
      page,
      selection: there.length === state.selection.size ? state.selection : new Set(there),
      wires: present.wires === state.history.present.wires ? state.wires : stillThere(state.wires, present),
    };
  });
}

/** Whether what was selected is there still; notes, which go by number, may have moved up. */
function isThere(before: Doc, present: Doc, id: string): boolean {
  const note = noteIndex(id);
  if (note === null) return has(present, id);
  const same = present.notes.length === before.notes.length || present.notes[note] === before.notes[note];
  return note < present.notes.length && same;
}

/** The selected wires, of which some may be gone. Those for "runs after" have names that begin with ^. */
function stillThere(chosen: ReadonlySet<string>, present: Doc): ReadonlySet<string> {
  if (!chosen.size) return chosen;
  const known = new Set(present.wires.map(wireId));
  return new Set([...chosen].filter((id) => id.startsWith("^") || known.has(id)));
}

export function select(ids: Iterable<string>, wires: Iterable<string> = []): void {
  editor.set({ selection: new Set(ids), wires: new Set(wires) });
}

/** Puts a page in the place of the one that was there, with a history of its own. */
export function openDoc(next: Doc, file: string | null, fileVersion: string | null = null): void {
  editor.set({
    history: start(next),
    saved: next,
    file,
    fileVersion,
    ...untouched(),
    menu: null,
    canvasMenu: null,
    offer: null,
    bubble: null,
  });
}

export function isDirty(state: EditorState): boolean {
  return state.history.present !== state.saved;
}

let toastCount = 0;

export function toast(
  text: string,
  kind: Toast["kind"] = "info",
  notes: readonly string[] = [],
  cast?: CastOffer,
): void {
  const id = ++toastCount;
  editor.set((state) => ({ toasts: [...state.toasts.slice(-3), { id, kind, text, notes, cast }] }));
  setTimeout(() => dismiss(id), kind === "error" ? 12_000 : 4_000);
}

export function dismiss(id: number): void {
  editor.set((state) => ({ toasts: state.toasts.filter((item) => item.id !== id) }));
}

/** Says something to screen readers without showing it. */
export function announce(text: string): void {
  const place = document.getElementById("announcer");
  if (place) place.textContent = text;
}

export function focusField(testId: string): void {
  editor.set((state) => ({ focusField: testId, focusCount: state.focusCount + 1, inspector: true }));
}
