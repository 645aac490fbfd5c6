/** What can be done with a wire, or at a place of the canvas where nothing stands. */
import * as actions from "../actions";
import { editor, useEditor } from "../state";
import { fit } from "../viewport";
import { selectedWire } from "../insert";
import { addPointToWire, offerOnWire } from "../wireKeys";
import { Menu, type MenuItem } from "./Menu";

export function CanvasMenu() {
  const menu = useEditor((state) => state.canvasMenu);
  const viewer = useEditor((state) => state.mode === "viewer");
  if (!menu) return null;
  const { x, y, at, wire } = menu;
  const drawing: MenuItem[] = [
    ["Add an op here …", "menu-add", () => editor.set({ offer: { x, y, at, pin: "", side: "out" } })],
    ["New sub-page", "menu-new-page", () => actions.addSubPage(at), "New sub-page"],
    ["New note", "menu-new-note", () => actions.addNoteAt(at), "New note"],
  ];
  const looking: MenuItem[] = [
    ["Select all", "menu-select-all", actions.selectAll, "Select all"],
    ["Arrange", "menu-arrange", actions.autoLayout, "Arrange"],
    ["Show all", "menu-show-all", () => fit(undefined, true), "Show all, or what is selected"],
  ];
  const onWire: MenuItem[] = [
    ...(selectedWire()
      ? ([
          ["Insert a block here …", "menu-insert", offerOnWire, "Insert a block on the selected wire"],
          ["Add a point", "menu-add-point", addPointToWire, "Add a point to the selected wire"],
        ] as const)
      : []),
    ["Delete the wire", "menu-delete-wire", actions.deleteSelection, "Delete what is selected"],
  ];
  const items = wire ? onWire : viewer ? looking : [...drawing, ...looking];
  return <Menu x={x} y={y} items={items} testId="canvas-menu" close={() => editor.set({ canvasMenu: null })} />;
}
