import "./window";
import assert from "node:assert/strict";
import { test } from "node:test";
import { enter, goTo, leave, nudge } from "../src/actions";
import { copied, pageInText, pasted } from "../src/clip";
import { fromPage, toPage, type Doc } from "../src/doc";
import { keysOn, movePaths, nameFault, remove, rename } from "../src/edits";
import { group, moveFault, moveTo, ungroup } from "../src/group";
import type { JsonObject } from "../src/json";
import { makeScene, seenAs, withPlaces, type SceneState } from "../src/scene";
import { commit, editor, openDoc, select } from "../src/state";

/** As a TensorFlow graph has it: a variable, and the scope of its first value, of the same name. */
const VARIABLE: JsonObject = {
  graphops_page: 1,
  blocks: [
    { id: "v", op: "VarHandleOp" },
    { id: "use", op: "ReadVariableOp", after: ["v", "v/assign"] },
  ],
  wires: [
    { from: "v:resource", to: "v/assign:resource" },
    { from: "v/value:output", to: "v/assign:value" },
    { from: "v:resource", to: "use:resource" },
  ],
  pages: {
    v: {
      blocks: [
        { id: "value", op: "Const" },
        { id: "assign", op: "AssignVariableOp", after: ["/v", "value"] },
      ],
    },
  },
  feeds: { "v/value": 1 },
  init: ["v/assign"],
  fetches: ["v", "use:value"],
};
const PLACED: JsonObject = {
  ...VARIABLE,
  ui: { positions: { v: [0, 0], "v/": [300, 0], "v/value": [0, 0], "v/assign": [0, 100], use: [900, 0] } },
};

function variable(): Doc {
  return fromPage(PLACED);
}

function state(doc: Doc, page = ""): SceneState {
  const check = { nodes: {}, problems: [], byBlock: new Map(), skipped: new Set<string>(), busy: false, failed: "" };
  return { doc, ops: new Map(), check, runs: new Map(), runProblems: new Map(), opened: new Set(), page };
}

function graph(doc: Doc): JsonObject {
  return toPage(doc, false);
}

test("a block and a sub-page of one name keep a place each, through a file", () => {
  const doc = variable();
  assert.deepEqual([doc.positions.get("v"), doc.positions.get("v/")], [[0, 0], [300, 0]]); // prettier-ignore
  assert.deepEqual((toPage(doc).ui as JsonObject).positions, (PLACED.ui as JsonObject).positions);
  assert.deepEqual(graph(fromPage(toPage(doc))), graph(doc));
});

test("the place of a sub-page that is alone in its name is written without a slash, and read with and without", () => {
  const page: JsonObject = { graphops_page: 1, blocks: [], pages: { p: { blocks: [{ id: "a", op: "NoOp" }] } } };
  for (const name of ["p", "p/"]) {
    const doc = fromPage({ ...page, ui: { positions: { [name]: [7, 8] } } });
    assert.deepEqual(doc.positions.get("p/"), [7, 8]);
    assert.deepEqual((toPage(doc).ui as JsonObject).positions, { p: [7, 8] });
  }
  const none = fromPage({ ...page, ui: { positions: { q: [1, 2], "q/": [1, 2], "p/a/": [1, 2] } } });
  assert.equal(none.positions.size, 0);
});

test("a block that runs after one that is called like its page says so in the file", () => {
  assert.deepEqual(variable().blocks.get("v/assign")!.after, ["v", "v/value"]);
  assert.deepEqual(graph(variable()), graph(fromPage(graph(variable()))));
  const inner = (graph(variable()).pages as Record<string, { blocks: JsonObject[] }>).v.blocks[1];
  assert.deepEqual(inner.after, ["/v", "value"]);
});

test("both are arranged, without one over the other, and wires lead from the block to the frame", () => {
  for (const collapsed of [[], ["v"]]) {
    const doc = withPlaces(fromPage({ ...VARIABLE, ui: { collapsed } }), new Map());
    const scene = makeScene(state(doc));
    const own = scene.items.filter((item) => !item.frame);
    assert.deepEqual(own.map((item) => item.key).sort(), ["use", "v", "v/"]);
    for (const one of own) {
      for (const other of own) {
        const beside =
          one.left + one.width <= other.left ||
          other.left + other.width <= one.left ||
          one.top + one.height <= other.top ||
          other.top + other.height <= one.top;
        assert.ok(one === other || beside, `${one.key} and ${other.key}`);
      }
    }
    const first = scene.links.find((link) => link.wire?.to === "v/assign:resource")!;
    assert.deepEqual([first.from, first.to], ["v", collapsed.length ? "v/" : "v/assign"]);
    assert.equal(scene.byKey.get("v/")!.blocks, 2); // not the variable beside it
    assert.ok(scene.byKey.get("v")!.left < scene.byKey.get("v/")!.left); // as the value flows
  }
});

test("within the sub-page the block of its name is elsewhere", () => {
  assert.equal(seenAs(variable(), "v", "v"), "");
  const scene = makeScene(state(variable(), "v"));
  assert.deepEqual([...scene.byKey.keys()], ["v/value", "v/assign"]);
});

test("the block or the sub-page alone is renamed", () => {
  const block = rename(variable(), "v", "w");
  assert.deepEqual([...block.blocks.keys()], ["w", "use", "v/value", "v/assign"]);
  assert.deepEqual(block.wires[0], { from: "w:resource", to: "v/assign:resource" });
  assert.deepEqual(block.blocks.get("v/assign")!.after, ["w", "v/value"]);
  assert.deepEqual([block.positions.get("w"), block.positions.get("v/")], [[0, 0], [300, 0]]); // prettier-ignore
  assert.deepEqual([block.fetches, block.init], [["w", "use:value"], ["v/assign"]]); // prettier-ignore
  const page = rename(variable(), "v/", "w");
  assert.deepEqual([...page.blocks.keys()], ["v", "use", "w/value", "w/assign"]);
  assert.deepEqual(page.wires[0], { from: "v:resource", to: "w/assign:resource" });
  assert.deepEqual([page.positions.get("v"), page.positions.get("w/")], [[0, 0], [300, 0]]); // prettier-ignore
  assert.deepEqual([page.feeds, page.init], [{ "w/value": 1 }, ["w/assign"]]);
  assert.match(nameFault(variable(), "v/", "use"), /there already/);
  assert.equal(nameFault(variable(), "v/", "v"), "");
});

test("the block or the sub-page alone is taken away", () => {
  const block = remove(variable(), ["v"]);
  assert.deepEqual([...block.blocks.keys()], ["use", "v/value", "v/assign"]);
  assert.deepEqual([block.pages.has("v"), block.wires.length, block.positions.has("v/")], [true, 1, true]);
  const page = remove(variable(), ["v/"]);
  assert.deepEqual([...page.blocks.keys()], ["v", "use"]);
  assert.deepEqual([page.pages.size, page.fetches, page.init], [0, ["v", "use:value"], []]);
  assert.deepEqual([page.positions.has("v"), page.positions.has("v/")], [true, false]);
  assert.equal(remove(page, ["v/"]), page);
});

test("both keep their name in a group, out of it again, and on another page", () => {
  const made = group(variable(), ["v", "v/"]);
  assert.deepEqual([...made.doc.blocks.keys()], ["group/v", "use", "group/v/value", "group/v/assign"]);
  assert.deepEqual(made.doc.blocks.get("use")!.after, ["group/v", "group/v/assign"]);
  const back = ungroup(made.doc, "group");
  assert.deepEqual(back.keys.sort(), ["v", "v/"]);
  assert.deepEqual(graph(back.doc), graph(variable()));
  const alone = group(variable(), ["v"]).doc;
  assert.deepEqual([...alone.blocks.keys()], ["group/v", "use", "v/value", "v/assign"]);
  const taken = fromPage({
    ...PLACED,
    pages: { ...(VARIABLE.pages as JsonObject), q: { blocks: [{ id: "v", op: "NoOp" }] } },
  });
  const moved = moveTo(taken, ["v/", "v"], "q");
  assert.deepEqual(moved.keys, ["q/v_1/", "q/v_1"]);
  assert.equal(moved.doc.blocks.get("q/v_1")!.op, "VarHandleOp");
  assert.equal(moveFault(variable(), ["v"], "v"), ""); // the block into the sub-page of its name
  assert.match(moveFault(variable(), ["v/"], "v"), /into itself/);
  assert.deepEqual(moveTo(variable(), ["v"], "v").keys, ["v/v"]);
});

test("ungrouping the sub-page leaves the block of its name", () => {
  const { doc, keys } = ungroup(variable(), "v");
  assert.deepEqual([keys, doc.pages.size], [["value", "assign"], 0]);
  assert.deepEqual([...doc.blocks.keys()], ["v", "use", "value", "assign"]);
  assert.deepEqual(doc.blocks.get("assign")!.after, ["v", "value"]);
});

test("one of them, or both, are copied and pasted under one name", () => {
  const both = pasted(variable(), pageInText(copied(variable(), ["v", "v/"]))!, "", [0, 0]);
  assert.deepEqual(both.ids, ["v_1", "v_1/"]);
  assert.deepEqual(both.doc.wires.slice(3, 4), [{ from: "v_1:resource", to: "v_1/assign:resource" }]);
  const block = pageInText(copied(variable(), ["v"]))!;
  assert.deepEqual([[...block.blocks.keys()], block.pages.size], [["v"], 0]);
  const page = pageInText(copied(variable(), ["v/"]))!;
  assert.deepEqual([...page.blocks.keys()], ["v/value", "v/assign"]);
});

test("blocks of one name from different pages get names of their own when they are copied", () => {
  const doc = movePaths(variable(), keysOn(variable(), "other", ["use"]));
  const two = rename(doc, "v", "use");
  assert.deepEqual([...pageInText(copied(two, ["use", "other/use"]))!.blocks.keys()], ["use", "use_1"]);
});

test("undo keeps selected what is there, block or sub-page", () => {
  openDoc(variable(), null);
  select(["v", "v/"]);
  commit("delete", remove(variable(), ["v/"]));
  assert.deepEqual([...editor.get().selection], ["v"]);
});

test("thousands of scopes are placed in one pass over the wires", () => {
  const names = Array.from({ length: 400 }, (_, index) => `s${index}`);
  const block = { id: "a", op: "NoOp" };
  const blocks = names.map((id) => ({ id, op: "NoOp" }));
  const pages = Object.fromEntries(names.map((name) => [name, { blocks: [block] }]));
  const plain = fromPage({ graphops_page: 1, blocks, pages });
  let reads = 0;
  const wires = names.map((name) => ({
    get from() {
      reads++;
      return `${name}:x`;
    },
    to: `${name}/a:y`,
  }));
  const doc = withPlaces({ ...plain, wires }, new Map());
  assert.equal(doc.positions.size, 1200);
  assert.ok(reads < 40 * names.length, `${reads} reads of ${names.length} wires`);
  assert.equal(withPlaces(doc, new Map()), doc);
});

test("a function whose name begins like a sub-page is no part of it", () => {
  const page: JsonObject = {
    graphops_page: 1,
    blocks: [{ id: "x", op: "Const" }],
    pages: { a: { blocks: [{ id: "n", op: "Neg" }] } },
    functions: { "a/f": { arguments: ["x"], results: ["m:y"], blocks: [{ id: "x", op: "Placeholder" }, { id: "m", op: "Neg" }], wires: [{ from: "x:output", to: "m:x" }] } }, // prettier-ignore
    wires: [{ from: "x:output", to: "a/n:x" }],
  };
  const doc = fromPage(page);
  const functions = (now: Doc) => graph(now).functions;
  assert.deepEqual(graph(doc), page);
  assert.deepEqual(functions(remove(doc, ["a/"])), page.functions);
  assert.deepEqual(functions(rename(doc, "a/", "b")), page.functions);
  assert.deepEqual(Object.keys(graph(rename(doc, "a/", "b")).pages as JsonObject), ["b"]);
  assert.deepEqual(functions(ungroup(doc, "a").doc), page.functions);
  assert.deepEqual(JSON.parse(copied(doc, ["a/"])).functions, undefined);
  const grouped = group(doc, ["a/"])!.doc;
  assert.deepEqual(functions(grouped), page.functions);
  assert.equal(seenAs(doc, "a", "a/f()/m"), "");
  const scene = makeScene(state(withPlaces(doc, new Map())));
  assert.deepEqual(scene.items.map((item) => item.key).sort(), ["a/", "a/n", "x"]);
});

test("a function is entered and left, and never selected, since it stands on no page", () => {
  openDoc(
    fromPage({
      graphops_page: 1,
      blocks: [{ id: "x", op: "Const" }],
      functions: { "a/f": { arguments: [], results: [], blocks: [{ id: "m", op: "NoOp" }] } },
    }),
    null,
  );
  goTo("a/f()");
  assert.equal(editor.get().page, "a/f()");
  leave();
  assert.deepEqual([editor.get().page, [...editor.get().selection]], ["", []]);
  enter("a"); // there is none
  assert.equal(editor.get().page, "");
});

test("what is pasted into a function is not fetched, fed or run first by the page", () => {
  const doc = fromPage({ ...VARIABLE, functions: { f: { arguments: [], results: [], blocks: [] } } });
  const part = pageInText(JSON.stringify(VARIABLE))!;
  const inside = pasted(doc, part, "f()", [0, 0]).doc;
  assert.ok(inside.blocks.has("f()/v/assign"));
  assert.deepEqual([inside.fetches, inside.init, inside.feeds], [doc.fetches, doc.init, doc.feeds]);
  const beside = pasted(doc, part, "", [0, 0]).doc;
  assert.deepEqual(beside.fetches, ["v", "use:value", "v_1", "use_1:value"]);
});

test("arrow keys move the first block of an opened sub-page alone", () => {
  openDoc(variable(), null);
  const seen = () => {
    const { byKey } = makeScene(state(editor.get().history.present));
    return ["v/value", "v/assign"].map((key) => [byKey.get(key)!.left, byKey.get(key)!.top]);
  };
  const [value, assign] = seen();
  select(["v/value"]);
  nudge(64, 8);
  assert.deepEqual(seen(), [[value[0] + 64, value[1] + 8], assign]);
});

test("arrow keys move an opened sub-page and what it holds together", () => {
  openDoc(variable(), null);
  select(["use", "v/", "v/value", "v/assign"]);
  nudge(8, 0);
  const { positions } = editor.get().history.present;
  const moved = ["use", "v/", "v/value", "v/assign"].map((key) => positions.get(key)![0]);
  assert.deepEqual(moved, [908, 308, 0, 0]);
});

test("blocks keep the device of a sub-page that is dissolved", () => {
  const doc = fromPage({
    graphops_page: 1,
    pages: {
      g: {
        device: "/device:GPU:0",
        blocks: [{ id: "a", op: "NoOp" }, { id: "b", op: "NoOp", device: "/device:CPU:0" }],
        pages: { h: { blocks: [{ id: "c", op: "NoOp" }] } },
      },
    },
  }); // prettier-ignore
  const next = graph(ungroup(doc, "g").doc);
  assert.deepEqual(next.blocks, [
    { id: "a", op: "NoOp", device: "/device:GPU:0" },
    { id: "b", op: "NoOp", device: "/device:CPU:0" },
  ]);
  assert.deepEqual((next.pages as JsonObject).h, { device: "/device:GPU:0", blocks: [{ id: "c", op: "NoOp" }] });
});

test("many blocks of one name get the numbers that are free", () => {
  const blocks = ["n", "n_1", "n_3"].map((id) => ({ id, op: "NoOp" }));
  const doc = fromPage({ graphops_page: 1, blocks });
  const { ids } = pasted(doc, fromPage({ graphops_page: 1, blocks }), "", [0, 0]);
  assert.deepEqual(ids, ["n_2", "n_4", "n_5"]);
});
