import "./window";
import assert from "node:assert/strict";
import { test } from "node:test";
import { copied, pageInText, pasted } from "../src/clip";
import { EMPTY, fromPage, toPage, type Doc } from "../src/doc";
import { remove, rename } from "../src/edits";
import { addPage, moveFault, moveTo, ungroup } from "../src/group";
import { deleteSelection } from "../src/actions";
import { addNote, changeNote, noteHeight, noteIndex, removeNotes } from "../src/notes";
import { commit, editor, openDoc, select } from "../src/state";
import { redo, undo } from "../src/travel";

function scopes(): Doc {
  return fromPage({
    graphops_page: 1,
    blocks: [
      { id: "x", op: "Const" },
      { id: "a", op: "Neg" },
    ],
    pages: {
      g: {
        blocks: [
          { id: "a", op: "Neg" },
          { id: "b", op: "Neg" },
        ],
        wires: [{ from: "a:y", to: "b:x" }],
      },
    },
    wires: [{ from: "x:output", to: "g/a:x" }],
    fetches: ["g/b"],
    ui: {
      positions: { x: [0, 0], a: [0, 100], g: [200, 50], "g/a": [10, 20], "g/b": [210, 20] },
      collapsed: [],
      notes: [
        { page: "", x: 5, y: 6, text: "outer" },
        { page: "g", x: 15, y: 90, text: "inner" },
      ],
    },
  });
}

test("notes are written, taken away and kept with their page", () => {
  const doc = addNote(scopes(), "g", [1, 2]);
  assert.deepEqual(doc.notes[2], { page: "g", x: 1, y: 2, text: "" });
  assert.equal(changeNote(doc, 0, { text: "new" }).notes[0].text, "new");
  assert.equal(changeNote(doc, 7, { text: "new" }), doc);
  assert.deepEqual(removeNotes(doc, [0, 2]).notes, [doc.notes[1]]);
  assert.equal(rename(doc, "g/", "h").notes[1].page, "h");
  assert.deepEqual(remove(doc, ["g/"]).notes, [doc.notes[0]]);
  assert.deepEqual(ungroup(doc, "g").doc.notes[1], { page: "", x: 205, y: 120, text: "inner" });
  assert.deepEqual(fromPage(toPage(doc)).notes, doc.notes);
  assert.deepEqual([noteIndex("note:12"), noteIndex("note")], [12, null]);
  assert.ok(noteHeight({ page: "", x: 0, y: 0, text: "word ".repeat(40) }) > noteHeight(doc.notes[0]));
});

test("notes are copied with blocks, and alone", () => {
  const doc = scopes();
  const both = pasted(doc, pageInText(copied(doc, ["x", "note:0"]))!, "", [100, 100]);
  assert.deepEqual(both.ids, ["x_1", "note:2"]);
  assert.deepEqual(both.doc.notes[2], { page: "", x: 105, y: 106, text: "outer" });
  const alone = pasted(EMPTY, pageInText(copied(doc, ["note:1"]))!, "", [100, 100]);
  assert.deepEqual(alone.doc.notes, [{ page: "", x: 100, y: 100, text: "inner" }]);
});

test("blocks move between pages with their wires; those that stay keep their places", () => {
  const doc = scopes();
  const out = moveTo(doc, ["g/a"], "");
  assert.deepEqual(out.keys, ["a_1"]); // there is an 'a' already
  assert.deepEqual(
    out.doc.wires.map((wire) => `${wire.from}>${wire.to}`),
    ["x:output>a_1:x", "a_1:y>g/b:x"],
  );
  assert.deepEqual(out.doc.positions.get("g/"), [400, 50]); // b is the frame's first block now, where it was
  const into = moveTo(doc, ["a"], "g", new Map([["a", [5, 5]]]));
  assert.deepEqual([into.keys, into.doc.positions.get("g/a_1")], [["g/a_1"], [5, 5]]);
  const { doc: with2, page } = addPage(doc, "", [0, 0]);
  assert.equal(page, "page");
  const nested = moveTo(with2, ["g/", "g/b"], page);
  assert.deepEqual([nested.keys, nested.doc.fetches], [["page/g/"], ["page/g/b"]]);
  assert.match(moveFault(doc, ["g/"], "g"), /into itself/);
  assert.match(moveFault({ ...doc, pages: new Map(doc.pages).set("f()", { rest: {} }) }, ["a"], "f()"), /function/);
  assert.equal(moveFault(doc, ["a"], "g"), "");
});

test("functions go with the blocks that name them, and do not replace those that are there", () => {
  const doc = fromPage({
    graphops_page: 1,
    functions: {
      body: {
        arguments: ["n"],
        blocks: [{ id: "n", op: "Placeholder", attrs: { f: "inner" } }],
        results: ["n:output"],
      },
      inner: { blocks: [{ id: "k", op: "NoOp" }] },
      other: { blocks: [] },
    },
    blocks: [{ id: "loop", op: "While", attrs: { body: { name: "body" } } }],
  });
  const part = pageInText(copied(doc, ["loop"]))!;
  assert.deepEqual([...part.pages.keys()], ["body()", "inner()"]);
  const fresh = toPage(pasted(EMPTY, part, "", [0, 0]).doc) as { functions: Record<string, unknown> };
  assert.deepEqual(Object.keys(fresh.functions), ["body", "inner"]);
  const own = fromPage({ graphops_page: 1, functions: { body: { blocks: [{ id: "mine", op: "NoOp" }] } } });
  const kept = pasted(own, part, "", [0, 0]).doc;
  assert.deepEqual([...kept.blocks.keys()].sort(), ["body()/mine", "inner()/k", "loop"]);
});

test("a place beyond all bounds is none", () => {
  const page = { graphops_page: 1, blocks: [{ id: "a", op: "NoOp" }], ui: { positions: { a: [1e300, 0] } } };
  assert.equal(fromPage(page).positions.size, 0);
});

test("notes in sub-pages are copied with them", () => {
  const doc = scopes();
  const part = pageInText(copied(doc, ["g/"]))!;
  assert.deepEqual(part.notes, [{ page: "g", x: 15, y: 90, text: "inner" }]);
  const { doc: next, ids } = pasted(doc, part, "", [500, 500]);
  assert.deepEqual(next.notes.map((note) => [note.page, note.text]), [["", "outer"], ["g", "inner"], ["g_1", "inner"]]); // prettier-ignore
  assert.deepEqual(ids, ["g_1/"]);
  const both = pasted(doc, pageInText(copied(doc, ["g/", "note:0"]))!, "", [500, 500]);
  assert.deepEqual(both.ids, ["g_1/", "note:3"]);
  assert.equal(both.doc.notes[3].text, "outer");
});

test("the notes that are selected are deleted, whatever goes with a sub-page", () => {
  const doc = scopes();
  const notes = [doc.notes[1], { page: "", x: 1, y: 1, text: "A" }, { page: "", x: 2, y: 2, text: "B" }];
  openDoc({ ...doc, notes }, null);
  select(["g/", "note:1"]);
  deleteSelection();
  assert.deepEqual(editor.get().history.present.notes.map((note) => note.text), ["B"]); // prettier-ignore
});

test("no other note is selected after the selected one has gone", () => {
  openDoc({ ...scopes(), notes: ["A", "B"].map((text) => ({ page: "", x: 0, y: 0, text })) }, null);
  select(["note:0"]);
  deleteSelection();
  undo();
  select(["note:0"]);
  redo();
  assert.deepEqual([...editor.get().selection], []);
  undo();
  select(["note:1"]);
  commit("write", changeNote(editor.get().history.present, 1, { text: "C" }));
  assert.deepEqual([...editor.get().selection], ["note:1"]);
});
