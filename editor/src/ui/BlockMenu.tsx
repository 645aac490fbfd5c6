/** What can be done with a block or a sub-page, and with all that is selected beside it. */
import * as actions from "../actions";
import { functionOfSelection, inlineSelection } from "../functionActions";
import { calledPage } from "../calls";
import { toggleFetch, toggleInit } from "../edits";
import { bodyOf, isPageKey, pathOf } from "../pins";
import { runTo } from "../run";
import { commit, doc, docOf, editor, focusField, select, useEditor } from "../state";
import { toggleMode } from "../modes";
import { alignItems } from "./AlignMenu";
import { Menu, type MenuItem } from "./Menu";

const ENTER = "Select the focused block; enter the selected sub-page"; // as the list of keys says it
const MUTE = "Mute the selected blocks: they do not run, nor does what needs them";
const BYPASS = "Bypass the selected blocks: each gives its first input like its output";
const COLLAPSE = "Expand or collapse the selected sub-page";

export function BlockMenu() {
  const menu = useEditor((state) => state.menu);
  const present = useEditor(docOf);
  const viewer = useEditor((state) => state.mode === "viewer");
  if (!menu) return null;
  const path = pathOf(menu.key);
  const rename: MenuItem = ["Rename", "menu-rename", () => renameThat(menu.key), "Rename the selected block"];
  const fetched = present.fetches.includes(path);
  const first = present.init.includes(path);
  const ofPage: MenuItem[] = [
    ["Enter", "menu-enter", () => actions.enter(path), ENTER],
    [
      present.collapsed.has(path) ? "Expand" : "Collapse",
      "menu-collapse",
      () => actions.toggleCollapse(path),
      COLLAPSE,
    ],
  ];
  const ungroup: MenuItem = ["Ungroup", "menu-ungroup", actions.ungroupSelection, "Ungroup a sub-page"];
  // Blocks of functions run where they are called.
  const ofBlock: MenuItem[] = bodyOf(path)
    ? []
    : [
        [fetched ? "Do not fetch" : "Fetch", "menu-fetch", () => commit(`fetch ${path}`, toggleFetch(doc(), path))],
        [
          first ? "Not in init" : "Run once before (init)",
          "menu-init",
          () => commit(`init ${path}`, toggleInit(doc(), path)),
        ],
        ["Run to here", "menu-run-to", () => void runTo(path)],
      ];
  const several = editor.get().selection.size > 1;
  const mode = present.blocks.get(menu.key)?.mode;
  const ofModes: MenuItem[] = [
    [mode === "muted" ? "Do not mute" : "Mute", "menu-mute", () => void toggleMode("muted"), MUTE],
    [mode === "bypassed" ? "Do not bypass" : "Bypass", "menu-bypass", () => void toggleMode("bypassed"), BYPASS],
  ];
  const toAlign: MenuItem[] = several
    ? [["Align …", "menu-align", () => editor.set({ menu: { ...menu, part: "align" } })]]
    : [];
  const ofAll: MenuItem[] = [
    ...ofModes,
    ...toAlign,
    ["Move to a page …", "menu-move", () => editor.set({ dialog: "move" }), "Move to another page"],
    ["Group into a sub-page", "menu-group", actions.groupSelection, "Group into a sub-page"],
    ["Make a function", "menu-function", functionOfSelection, "Make a function"],
    ["Add gradients", "menu-gradients", actions.addGradients, "Add gradients"],
    ["Save as a block …", "menu-save-block", () => editor.set({ dialog: "block" })],
    ["Duplicate", "menu-duplicate", actions.duplicate, "Duplicate"],
    ["Delete", "menu-delete", actions.deleteSelection, "Delete what is selected"],
  ];
  const isPage = isPageKey(menu.key);
  const called = calledPage(
    present,
    present.blocks.get(path),
    editor.get().ops.get(present.blocks.get(path)?.op ?? ""),
  );
  const ofCall: MenuItem[] = [["Enter the function", "menu-enter-function", () => actions.enter(called)]];
  if (!viewer)
    ofCall.push(["Put the function here", "menu-inline", inlineSelection, "Put a function in place of its call"]);
  const looking = isPage ? ofPage : called ? ofCall : [];
  const items =
    menu.part === "align"
      ? alignItems()
      : viewer
        ? looking
        : [...looking, ...(isPage ? [] : ofBlock), rename, ...(isPage ? [ungroup] : []), ...ofAll];
  return (
    <Menu key={menu.part} x={menu.x} y={menu.y} items={items} testId="menu" close={() => editor.set({ menu: null })} />
  );
}

/** Of several selected ones, the one that the menu is of. */
function renameThat(key: string): void {
  select([key]);
  focusField("block-id");
}
