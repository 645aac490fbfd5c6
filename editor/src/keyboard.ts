/** Keys: one table, which is also what the help shows. */
import * as actions from "./actions";
import { insertProposed } from "./cast";
import { newPage, saveAgain } from "./files";
import { functionOfSelection, inlineSelection } from "./functionActions";
import { align, ALIGNMENTS, distribute } from "./align";
import { toggleMode } from "./modes";
import { noteIndex } from "./notes";
import { isPageKey, pathOf } from "./pins";
import { runAll, step, stop } from "./run";
import { editor, focusField, select } from "./state";
import { toggleTheme } from "./theme";
import { redo, undo } from "./travel";
import { fit, zoomBy } from "./viewport";
import { addPointToWire, nextWire, offerOnWire } from "./wireKeys";

interface Shortcut {
  keys: readonly string[]; // "Ctrl+Shift+z"; Ctrl is also the command key
  title: string;
  group: "Page" | "Edit" | "View" | "Run";
  run(): void;
  typing?: boolean; // also while a text is being typed
  viewer?: boolean; // also in the viewer
}

const move = (dx: number, dy: number) => () => actions.nudge(dx, dy);

const ALIGN_KEYS = {
  left: "ArrowLeft",
  right: "ArrowRight",
  top: "ArrowUp",
  bottom: "ArrowDown",
  centre: "c",
  middle: "m",
} as const;

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["/", "Ctrl+k"], title: "Search ops (in the viewer: blocks)", group: "Page", run: focusSearch, viewer: true },
  { keys: ["Ctrl+s"], title: "Save", group: "Page", run: () => void saveAgain(), typing: true },
  {
    keys: ["Ctrl+Shift+s"],
    title: "Save under a name",
    group: "Page",
    run: () => editor.set({ dialog: "save" }),
    typing: true,
  },
  { keys: ["Ctrl+o"], title: "Open", group: "Page", run: () => editor.set({ dialog: "open" }), typing: true },
  { keys: ["Alt+n"], title: "New page", group: "Page", run: newPage },
  { keys: ["s"], title: "Statistics", group: "Page", run: () => editor.set({ dialog: "statistics" }) },
  { keys: ["Ctrl+z"], title: "Undo", group: "Edit", run: undo },
  { keys: ["Ctrl+Shift+z", "Ctrl+y"], title: "Redo", group: "Edit", run: redo },
  { keys: ["Delete", "Backspace"], title: "Delete what is selected", group: "Edit", run: actions.deleteSelection },
  { keys: ["Ctrl+a"], title: "Select all", group: "Edit", run: actions.selectAll, viewer: true },
  { keys: ["Ctrl+d"], title: "Duplicate", group: "Edit", run: actions.duplicate },
  { keys: ["g"], title: "Add gradients", group: "Edit", run: actions.addGradients },
  { keys: ["Ctrl+g"], title: "Group into a sub-page", group: "Edit", run: actions.groupSelection },
  { keys: ["Ctrl+Shift+g"], title: "Ungroup a sub-page", group: "Edit", run: actions.ungroupSelection },
  { keys: ["Shift+f"], title: "Make a function", group: "Edit", run: functionOfSelection },
  { keys: ["Shift+i"], title: "Put a function in place of its call", group: "Edit", run: inlineSelection },
  { keys: ["m"], title: "Move to another page", group: "Edit", run: askWhereTo },
  { keys: ["p"], title: "New sub-page", group: "Edit", run: () => actions.addSubPage() },
  { keys: ["n"], title: "New note", group: "Edit", run: () => actions.addNoteAt() },
  { keys: ["ArrowLeft"], title: "Move left; with Shift by more", group: "Edit", run: move(-8, 0) },
  { keys: ["ArrowRight"], title: "Move right", group: "Edit", run: move(8, 0) },
  { keys: ["ArrowUp"], title: "Move up", group: "Edit", run: move(0, -8) },
  { keys: ["ArrowDown"], title: "Move down", group: "Edit", run: move(0, 8) },
  { keys: ["Shift+ArrowLeft"], title: "", group: "Edit", run: move(-64, 0) },
  { keys: ["Shift+ArrowRight"], title: "", group: "Edit", run: move(64, 0) },
  { keys: ["Shift+ArrowUp"], title: "", group: "Edit", run: move(0, -64) },
  { keys: ["Shift+ArrowDown"], title: "", group: "Edit", run: move(0, 64) },
  {
    keys: ["Shift+m"],
    title: "Mute the selected blocks: they do not run, nor does what needs them",
    group: "Edit",
    run: () => void toggleMode("muted"),
  },
  {
    keys: ["Shift+b"],
    title: "Bypass the selected blocks: each gives its first input like its output",
    group: "Edit",
    run: () => void toggleMode("bypassed"),
  },
  { keys: ["w"], title: "Select the next wire of the block", group: "Edit", run: nextWire, viewer: true },
  { keys: ["i"], title: "Insert a block on the selected wire", group: "Edit", run: offerOnWire },
  { keys: ["o"], title: "Add a point to the selected wire", group: "Edit", run: addPointToWire },
  ...ALIGNMENTS.map((how): Shortcut => ({
    keys: [`Alt+Shift+${ALIGN_KEYS[how]}`],
    title: `Align ${how}`,
    group: "Edit",
    run: () => align(how),
  })),
  { keys: ["Alt+Shift+h"], title: "Distribute horizontally", group: "Edit", run: () => distribute("horizontally") },
  { keys: ["Alt+Shift+v"], title: "Distribute vertically", group: "Edit", run: () => distribute("vertically") },
  { keys: ["c"], title: "Insert the Cast that a refused wire needs", group: "Edit", run: insertProposed },
  { keys: ["F2"], title: "Rename the selected block", group: "Edit", run: rename },
  {
    keys: ["Enter"],
    title: "Select the focused block; enter the selected sub-page",
    group: "View",
    run: activate,
    viewer: true,
  },
  { keys: ["e"], title: "Expand or collapse the selected sub-page", group: "View", run: expand, viewer: true },
  { keys: ["Alt+ArrowUp"], title: "Leave the sub-page", group: "View", run: actions.leave, viewer: true },
  { keys: ["l"], title: "Arrange", group: "View", run: actions.autoLayout, viewer: true },
  {
    keys: ["f"],
    title: "Show all, or what is selected",
    group: "View",
    run: () => fit(editor.get().selection, true),
    viewer: true,
  },
  { keys: ["Ctrl+f"], title: "Find on the page", group: "View", run: startFind, typing: true, viewer: true },
  { keys: ["+", "="], title: "Zoom in", group: "View", run: () => zoomBy(1.25), viewer: true },
  { keys: ["-"], title: "Zoom out", group: "View", run: () => zoomBy(0.8), viewer: true },
  { keys: ["t"], title: "Dark or light", group: "View", run: toggleTheme, viewer: true },
  { keys: ["?"], title: "This list", group: "View", run: () => editor.set({ dialog: "help" }), viewer: true },
  { keys: ["Escape"], title: "Close, or select nothing", group: "View", run: escape, typing: true, viewer: true },
  { keys: ["Ctrl+Enter"], title: "Run", group: "Run", run: () => void runAll(), typing: true },
  { keys: ["Ctrl+Shift+Enter"], title: "Run one step", group: "Run", run: () => void step(), typing: true },
  { keys: ["Ctrl+."], title: "Stop", group: "Run", run: () => void stop(), typing: true },
];

/** Keys that the browser handles and the editor answers. */
export const MORE_KEYS: readonly (readonly [string, string])[] = [
  ["Ctrl+C / Ctrl+X / Ctrl+V", "Copy, cut and paste blocks, as text, also between windows"],
  ["Tab", "Go from block to block"],
  ["Enter / Shift+Enter", "In the list of ops: add one, wired to the selected block; without a wire"],
  ["Arrows / Delete", "On a point of a wire: move it; delete it"],
];

/** What is done with the mouse and cannot be seen. */
export const MOUSE: readonly (readonly [string, string])[] = [
  ["Shift+drag", "Select with a box"],
  ["Shift+click", "Select one more"],
  ["Double-click", "On the empty canvas: add an op there"],
  ["Right click", "What can be done here"],
  ["Drag from a pin", "To another pin: a wire; to the empty canvas: an op that fits"],
  ["Drag a wire’s end", "Lead it elsewhere; on the empty canvas: take it off"],
  ["Drag onto a sub-page", "Move the blocks into it"],
  ["Drag onto a wire", "An op, or a block without wires: put it between the wire’s ends"],
  ["Double-click on a wire", "Add a point; drag it to move it"],
];

function rename(): void {
  const [only, ...others] = editor.get().selection;
  if (only && !others.length && noteIndex(only) === null) focusField("block-id");
}

function askWhereTo(): void {
  if (editor.get().selection.size) editor.set({ dialog: "move" });
}

export function startFind(): void {
  editor.set((state) => ({ find: state.find + 1 }));
}

function focusSearch(): void {
  const focus = () => {
    const field = document.querySelector<HTMLInputElement>("[data-testid=palette-search]");
    field?.focus();
    field?.select();
    return field !== null;
  };
  // At once if it is there: the next letter may be typed before the next frame.
  editor.set({ palette: true });
  if (!focus()) requestAnimationFrame(focus);
}

function focusedNode(): string | null {
  const node = document.activeElement?.closest<HTMLElement>(".react-flow__node");
  return node?.dataset.id ?? null;
}

function activate(): void {
  const focused = focusedNode();
  const { selection } = editor.get();
  const [only] = selection;
  if (focused && !selection.has(focused)) select([focused]);
  else if (selection.size === 1 && isPageKey(only)) actions.enter(pathOf(only));
  else if (selection.size === 1) focusField("first");
}

function expand(): void {
  for (const key of editor.get().selection) if (isPageKey(key)) actions.toggleCollapse(pathOf(key));
}

function escape(): void {
  const { dialog, menu, canvasMenu } = editor.get();
  if (dialog || menu || canvasMenu) return editor.set({ dialog: "", menu: null, canvasMenu: null });
  const active = document.activeElement;
  if (active instanceof HTMLElement && isTyping(active)) return active.blur();
  select([]);
  editor.set({ bubble: null });
}

export function isTyping(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

function nameOfKey(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/.test(key)) ? "Shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift}${key}`;
}

function onKey(event: KeyboardEvent): void {
  // Where the key was pressed: what answered it there may have moved the focus since.
  const active = event.target instanceof Element ? event.target : document.activeElement;
  if (event.defaultPrevented) return;
  const { mode, dialog } = editor.get();
  const key = nameOfKey(event);
  if (dialog && key !== "Escape") return;
  const found = SHORTCUTS.find((item) => item.keys.includes(key));
  if (!found || (isTyping(active) && !found.typing) || (mode === "viewer" && !found.viewer)) return;
  // Enter and the arrows belong to a focused button, list or slider first.
  const onCanvas = !active || active === document.body || !!active.closest(".canvas");
  const onControl = active instanceof HTMLButtonElement || active instanceof HTMLInputElement;
  if (/^(Enter|Shift\+Arrow|Arrow|Delete|Backspace)/.test(key) && (!onCanvas || onControl)) return;
  event.preventDefault();
  found.run();
}

let onCanvas = true; // whether the mouse was pressed there last: what is selected then are blocks, and no text

/** A shift-click would extend the text that is selected in a panel up to the block: that text is let go first. */
function onPress(event: PointerEvent): void {
  onCanvas = event.target instanceof Element && event.target.closest(".canvas") !== null;
  if (onCanvas && !isTyping(event.target as Element)) window.getSelection()?.removeAllRanges();
}

function onClipboard(event: ClipboardEvent): void {
  const { mode, dialog, selection } = editor.get();
  const chosen = window.getSelection();
  const ofText = event.type !== "paste" && chosen && !chosen.isCollapsed && !(onCanvas && selection.size);
  if (dialog || isTyping(document.activeElement) || ofText) return;
  if (event.type === "paste") {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (mode !== "viewer" && text) void actions.paste(text);
  } else {
    const text = actions.copyText();
    if (!text) return;
    event.clipboardData?.setData("text/plain", text);
    if (event.type === "cut" && mode !== "viewer") actions.deleteSelection();
  }
  event.preventDefault();
}

export function startKeyboard(): void {
  window.addEventListener("keydown", onKey);
  window.addEventListener("pointerdown", onPress, true);
  for (const type of ["copy", "cut", "paste"] as const) document.addEventListener(type, onClipboard);
}
