/** All that the editor knows while it runs, and the few ways to change it that everything else is made of. */
import { EMPTY, type Doc, type Point } from "./doc";
import { has } from "./edits";
import { settled } from "./literals";
import { parentOf } from "./pins";
import { commit as commitStep, seal, start, type History } from "./history";
import type { Offer } from "./offer";
import type { NodeInfo, OpInfo, Problem, ServiceState, Summary } from "./protocol";
import { noteIndex } from "./notes";
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
  status: string; // of the last run
  seconds: number | null;
  fault: Problem | null; // of the run as a whole
}

export interface Toast {
  id: number;
  kind: "info" | "error";
  text: string;
  notes: readonly string[];
}

export interface Bubble {
  node: string;
  handle: string;
  text: string;
}

export type Dialog = "" | "open" | "save" | "help" | "export" | "move";
export type Theme = "auto" | "light" | "dark";

export interface EditorState {
  mode: "editor" | "viewer";
  ready: boolean;
  ops: ReadonlyMap<string, OpInfo>;
  dtypes: readonly string[]; // all that an op takes, by name
  version: string;
  service: ServiceState | null;
  online: boolean;
  file: string | null;
  opening: object; // another one for each page that is opened: what was asked about one must not reach the next
  saved: Doc;
  history: History<Doc>;
  page: string;
  selection: ReadonlySet<string>; // keys of blocks and sub-pages, and notes
  wires: ReadonlySet<string>; // selected ones
  check: CheckState;
  run: RunState;
  runs: ReadonlyMap<string, BlockRun>;
  runProblems: ReadonlyMap<string, readonly Problem[]>;
  opened: ReadonlySet<string>; // blocks whose result is shown at full size
  trace: Readonly<Record<string, number>> | null;
  search: string;
  focusField: string; // the data-testid of a field that the inspector should focus
  focusCount: number;
  dialog: Dialog;
  menu: { x: number; y: number; key: string } | null;
  canvasMenu: { x: number; y: number; at: Point; wire: boolean } | null; // of a wire, or of the empty canvas
  offer: Offer | null; // ops to choose from, at a place of the canvas
  palette: boolean;
  inspector: boolean;
  theme: Theme;
  toasts: readonly Toast[];
  bubble: Bubble | null;
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
  status: "",
  seconds: null,
  fault: null,
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
    run: NO_RUN,
    runs: new Map(),
    runProblems: new Map(),
    opened: new Set<string>(),
  } satisfies Partial<EditorState>;
}

const ROOMY = typeof window === "undefined" || window.innerWidth > 860;

export const editor = createStore<EditorState>({
  mode: "editor",
  ready: false,
  ops: new Map(),
  dtypes: [],
  version: "",
  service: null,
  online: true,
  file: null,
  saved: EMPTY,
  history: start(EMPTY),
  ...untouched(),
  trace: null,
  search: "",
  focusField: "",
  focusCount: 0,
  dialog: "",
  menu: null,
  canvasMenu: null,
  offer: null,
  // In a narrow window the bars would hide the canvas: they come when they are asked for.
  palette: ROOMY,
  inspector: ROOMY,
  theme: "auto",
  toasts: [],
  bubble: null,
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
export function openDoc(next: Doc, file: string | null): void {
  editor.set({
    history: start(next),
    saved: next,
    file,
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

export function toast(text: string, kind: Toast["kind"] = "info", notes: readonly string[] = []): void {
  const id = ++toastCount;
  editor.set((state) => ({ toasts: [...state.toasts.slice(-3), { id, kind, text, notes }] }));
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
