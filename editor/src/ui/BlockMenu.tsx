/** What can be done with a block or a sub-page, and with all that is selected beside it. */
import * as actions from "../actions";
import { toggleFetch, toggleInit } from "../edits";
import { bodyOf, isPageKey, pathOf } from "../pins";
import { runTo } from "../run";
import { commit, doc, docOf, editor, focusField, select, useEditor } from "../state";
import { Menu, type MenuItem } from "./Menu";

const ENTER = "Select the focused block; enter the selected sub-page"; // as the list of keys says it
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
  const ofAll: MenuItem[] = [
    ["Move to a page …", "menu-move", () => editor.set({ dialog: "move" }), "Move to another page"],
    ["Group into a sub-page", "menu-group", actions.groupSelection, "Group into a sub-page"],
    ["Add gradients", "menu-gradients", actions.addGradients, "Add gradients"],
    ["Save as a block …", "menu-save-block", () => editor.set({ dialog: "block" })],
    ["Duplicate", "menu-duplicate", actions.duplicate, "Duplicate"],
    ["Delete", "menu-delete", actions.deleteSelection, "Delete what is selected"],
  ];
  const isPage = isPageKey(menu.key);
  const looking = isPage ? ofPage : [];
  const items = viewer
    ? looking
    : [...looking, ...(isPage ? [] : ofBlock), rename, ...(isPage ? [ungroup] : []), ...ofAll];
  return <Menu x={menu.x} y={menu.y} items={items} testId="menu" close={() => editor.set({ menu: null })} />;
}

/** Of several selected ones, the one that the menu is of. */
function renameThat(key: string): void {
  select([key]);
  focusField("block-id");
}
