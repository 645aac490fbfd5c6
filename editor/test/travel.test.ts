import "./window";
import assert from "node:assert/strict";
import { test } from "node:test";
import { keysChanged, notesChanged, pageAround } from "../src/changes";
import { fromPage, type Doc } from "../src/doc";
import { addBlock, changeBlock, connect, place, remove, rename, setCollapsed, toggleFetch } from "../src/edits";
import { addNote } from "../src/notes";
import { commit, editor, openDoc } from "../src/state";
import { redo, undo } from "../src/travel";

const doc = fromPage({
  graphops_page: 1,
  blocks: [
    { id: "x", op: "Const", attrs: { dtype: "float", value: 1 } },
    { id: "n", op: "Neg" },
  ],
  wires: [{ from: "x:output", to: "n:x" }],
  pages: { g: { blocks: [{ id: "a", op: "Neg" }], pages: { h: { blocks: [{ id: "b", op: "Neg" }] } } } },
  functions: { "g/f": { arguments: [], results: [], blocks: [{ id: "one", op: "NoOp" }] } },
  ui: { collapsed: ["g/h"] },
});
const changed = (next: Doc) => [...keysChanged(doc, next)].sort();

test("what differs between two states of a page", () => {
  assert.deepEqual(changed({ ...doc, title: "t", view: [0, 0, 1] }), []);
  assert.deepEqual(changed(changeBlock(doc, "g/a", { device: "/cpu:0" })), ["g/a"]);
  assert.deepEqual(changed(remove(doc, ["x"])), ["n", "x"]);
  assert.deepEqual(changed(place(doc, [["g/", [40, 40]]])), ["g/"]);
  assert.deepEqual(changed(connect(doc, { from: "n:y", to: "g/a:x" })), ["g/a", "n"]);
  assert.deepEqual(changed(toggleFetch(doc, "g/h/b:y")), ["g/h/b"]);
  assert.deepEqual(changed({ ...doc, feeds: { x: 2 } }), ["x"]);
  assert.deepEqual(changed(setCollapsed(doc, "g", true)), ["g/"]);
  assert.deepEqual(notesChanged(doc, addNote(doc, "g", [0, 0])), ["g"]);
});

test("the page around what is there or was", () => {
  assert.equal(pageAround(doc, "g/h/gone"), "g/h");
  assert.equal(pageAround(doc, "g/lost/gone"), "g");
  assert.equal(pageAround(doc, "lost/gone"), "");
  assert.equal(pageAround(doc, "g/f()/"), "g/f()");
  assert.equal(pageAround(doc, "g/f()/gone"), "g/f()");
});

/** Where the editor looks after an edit was undone, and redone, elsewhere. */
function looked(next: Doc, page: string): string[] {
  openDoc(doc, null);
  commit("edit", next);
  editor.set({ page });
  undo();
  const first = editor.get().page;
  editor.set({ page });
  redo();
  return [first, editor.get().page];
}

test("undo and redo go to the page of what they change", () => {
  assert.deepEqual(looked(changeBlock(doc, "x", { device: "/cpu:0" }), "g/h"), ["", ""]);
  assert.deepEqual(looked(changeBlock(doc, "g/h/b", { device: "/cpu:0" }), ""), ["g/h", "g/h"]); // closed
  assert.deepEqual(looked(addBlock(doc, "g/h/new", "Neg", {}, [0, 0]), ""), ["g/h", "g/h"]);
  assert.deepEqual(looked(remove(doc, ["g/h/"]), "g/f()"), ["g", "g"]);
  assert.deepEqual(looked(changeBlock(doc, "g/f()/one", { device: "/cpu:0" }), ""), ["g/f()", "g/f()"]);
  assert.deepEqual(looked(changeBlock(doc, "x", { device: "/cpu:0" }), "g/f()"), ["", ""]);
  assert.deepEqual(looked(addNote(doc, "g/h", [0, 0]), ""), ["g/h", "g/h"]);
});

test("undo and redo stay where they change something that is seen, and where nothing is to be seen", () => {
  assert.deepEqual(looked(changeBlock(doc, "g/a", { device: "/cpu:0" }), ""), ["", ""]); // in an opened sub-page
  assert.deepEqual(looked(remove(doc, ["g/h/"]), ""), ["", ""]); // the same
  assert.deepEqual(looked(connect(doc, { from: "x:output", to: "g/h/b:x" }), ""), ["", ""]); // one end is here
  assert.deepEqual(looked({ ...doc, title: "t" }, "g/h"), ["g/h", "g/h"]);
});

test("a step that gives something another path changes nothing else", () => {
  const noted = addNote(changeBlock(doc, "x", { after: ["n"] }), "", [0, 0]);
  const renamed = rename(noted, "g/h/b", "c");
  assert.deepEqual([...keysChanged(noted, renamed)].sort(), ["g/h/b", "g/h/c"]);
  assert.deepEqual(notesChanged(noted, renamed), []);
});

test("a function that an undo takes away is left for the outermost page", () => {
  openDoc(remove(doc, ["g/f()/"]), null);
  commit("paste", doc);
  editor.set({ page: "g/f()" });
  undo();
  assert.equal(editor.get().page, "");
});

test("what the selection was of is selected where undo goes", () => {
  looked(changeBlock(doc, "g/h/b", { device: "/cpu:0" }), "");
  assert.deepEqual([...editor.get().selection], ["g/h/b"]);
});
