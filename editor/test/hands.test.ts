/** What makes hands faster: aligning, modes, points of wires, blocks on wires and wires for new blocks. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, requests } from "./window";
import { addOp, moveItems } from "../src/actions";
import { aligned, ALIGNMENTS, distributed, type Box } from "../src/align";
import { fromPage, toPage, type Doc, type Point } from "../src/doc";
import { disconnect, rename } from "../src/edits";
import { group, moveTo, ungroup } from "../src/group";
import { insertMoved } from "../src/insert";
import type { JsonObject } from "../src/json";
import { blocksOf, toggleMode, withMode } from "../src/modes";
import { take } from "../src/offer";
import type { OpInfo } from "../src/protocol";
import { addPoint, movePoint, partAt, removePoint } from "../src/routes";
import { keysChanged } from "../src/changes";
import { changedSince, sameRecipe } from "../src/stale";
import { doc, editor, openDoc, select } from "../src/state";
import { undo } from "../src/travel";

const op = (name: string, inputs: string[], outputs: string[]) => {
  const args = (names: string[]) => names.map((item) => ({ name: item, type: "T", list: false, dtypes: null }));
  return { name, family: "", doc: "", inputs: args(inputs), outputs: args(outputs), attrs: [] } as unknown as OpInfo;
};
const OPS = [op("Const", [], ["output"]), op("Neg", ["x"], ["y"]), op("Mul", ["x", "y"], ["z"])];
const PAGE: JsonObject = {
  graphops_page: 1,
  blocks: [
    { id: "a", op: "Const" },
    { id: "b", op: "Neg" },
    { id: "c", op: "Mul" },
    { id: "loose", op: "Mul" },
  ],
  pages: { g: { blocks: [{ id: "d", op: "Neg", mode: "muted" }] } },
  wires: [
    { from: "a:output", to: "b:x" },
    { from: "b:y", to: "c:x" },
  ],
  ui: {
    positions: { a: [0, 0], b: [200, 40], c: [400, 10], loose: [0, 300], g: [0, 500], "g/d": [0, 0] },
    routes: [{ from: "a:output", to: "b:x", points: [[100, 20]] }], // prettier-ignore
  },
};
const ends = (page: Doc) => page.wires.map((wire) => `${wire.from}>${wire.to}`).sort();
const points = (page: Doc, to = "b:x") => page.wires.find((wire) => wire.to === to)?.points;

beforeEach(() => {
  requests.length = 0;
  editor.set({ ops: new Map(OPS.map((item) => [item.name, item])) });
  openDoc(fromPage(PAGE), null);
});

const BOXES: Box[] = [
  { key: "one", left: 0, top: 0, width: 100, height: 20 },
  { key: "two", left: 30, top: 50, width: 50, height: 40 },
  { key: "three", left: 300, top: 200, width: 100, height: 100 },
];

test("edges and middles of blocks come together", () => {
  const after = (how: (typeof ALIGNMENTS)[number]) =>
    BOXES.map((box) => {
      const [dx, dy] = aligned(BOXES, how).get(box.key)!;
      return { ...box, left: box.left + dx, top: box.top + dy };
    });
  assert.deepEqual(after("left").map((box) => [box.left, box.top]), [[0, 0], [0, 50], [0, 200]]); // prettier-ignore
  assert.deepEqual(after("right").map((box) => box.left + box.width), [400, 400, 400]); // prettier-ignore
  assert.deepEqual(after("centre").map((box) => box.left + box.width / 2), [200, 200, 200]); // prettier-ignore
  assert.deepEqual(after("top").map((box) => [box.left, box.top]), [[0, 0], [30, 0], [300, 0]]); // prettier-ignore
  assert.deepEqual(after("bottom").map((box) => box.top + box.height), [300, 300, 300]); // prettier-ignore
  assert.deepEqual(after("middle").map((box) => box.top + box.height / 2), [150, 150, 150]); // prettier-ignore
});

test("gaps become equal, and the outer blocks stay", () => {
  // 400 wide, of which the blocks take 250: two gaps of 75.
  const across = distributed(BOXES, "horizontally");
  assert.deepEqual([...across], [["one", [0, 0]], ["two", [145, 0]], ["three", [0, 0]]]); // prettier-ignore
  // 300 high, of which they take 160: two gaps of 70.
  assert.deepEqual(distributed(BOXES, "vertically").get("two"), [0, 40]);
});

test("a mode is read, written, and makes results stale", () => {
  assert.equal(doc().blocks.get("g/d")!.mode, "muted");
  const before = doc();
  const next = withMode(before, ["b"], "bypassed");
  assert.deepEqual((toPage(next).blocks as JsonObject[])[1], { id: "b", op: "Neg", mode: "bypassed" });
  assert.deepEqual([...changedSince(before, next)].sort(), ["b", "c"]);
  assert.equal(withMode(next, ["b"], "bypassed").blocks.get("b")!.mode, "");
  assert.deepEqual(blocksOf(before, ["g/", "b"]), ["g/d", "b"]);
  assert.equal(withMode(before, ["g/d", "b"], "muted").blocks.get("b")!.mode, "muted"); // not all are: all become
});

test("a bypass that the service refuses is none", async () => {
  select(["a"]);
  const asking = toggleMode("bypassed");
  const problem = { block: "a", function: null, pin: null, kind: "", message: "a bypassed block of op 'Const' must …", notes: [] }; // prettier-ignore
  await answer({ nodes: {}, problems: [problem], skipped: [], muted: {}, seconds: 0 });
  await asking;
  assert.equal(doc().blocks.get("a")!.mode, "");
  assert.match(editor.get().toasts.at(-1)!.text, /Not bypassed: a bypassed block of op 'Const'/);
});

test("points of wires are in the file's part for editors", () => {
  assert.deepEqual(points(doc()), [[100, 20]]);
  assert.deepEqual((toPage(doc()).ui as JsonObject).routes, (PAGE.ui as JsonObject).routes);
  assert.equal("points" in (toPage(doc()).wires as JsonObject[])[0], false);
  const odd = { from: "a:output", to: "b:x", points: [[1, "x"], [1e9, 0], 3, [5, 6]] }; // prettier-ignore
  const many = { ...odd, points: Array.from({ length: 500 }, () => [1, 2]) };
  const read = (routes: unknown) => points(fromPage({ ...PAGE, ui: { routes } } as JsonObject));
  assert.deepEqual(read([odd, 7]), [[5, 6]]);
  assert.equal(read([many])!.length, 100);
  assert.equal(read({}), undefined);
});

test("points are added, moved and deleted", () => {
  addPoint("a:output-b:x", 1, [150.4, 30]);
  assert.deepEqual(points(doc()), [[100, 20], [150, 30]]); // prettier-ignore
  movePoint("a:output-b:x", 0, [90, 10]);
  removePoint("a:output-b:x", 1);
  assert.deepEqual(points(doc()), [[90, 10]]);
  removePoint("a:output-b:x", 0);
  assert.equal(points(doc()), undefined);
  assert.equal(editor.get().history.past.length, 4);
  const line: [Point, Point] = [[0, 0], [300, 0]]; // prettier-ignore
  assert.deepEqual([partAt([20, 5], line, [[100, 0], [200, 0]]), partAt([260, 5], line, [[100, 0], [200, 0]])], [0, 2]); // prettier-ignore
});

test("points change no results, and undo finds them", () => {
  const before = doc();
  addPoint("a:output-b:x", 1, [150, 30]);
  assert.ok(sameRecipe(before, doc()));
  assert.deepEqual([...keysChanged(before, doc())], ["b"]);
});

test("points follow what their wire does", () => {
  assert.deepEqual(points(rename(doc(), "a", "first")), [[100, 20]]);
  const { doc: grouped, page } = group(doc(), ["a", "b"]);
  assert.deepEqual(points(grouped, "group/b:x"), [[100, 20]]); // blocks keep their places in it, too
  assert.equal(points(ungroup(grouped, page).doc), undefined); // which they do not outside
  assert.equal(points(moveTo(doc(), ["a", "b"], "g").doc, "g/b:x"), undefined);
  moveItems([["a", [10, 5]], ["b", [210, 45]]]); // prettier-ignore
  assert.deepEqual(points(doc()), [[110, 25]]);
  moveItems([["a", [0, 0]]]);
  assert.deepEqual(points(doc()), [[110, 25]]);
  const list = fromPage({
    ...PAGE,
    wires: [{ from: "a:output", to: "c:v:0" }, { from: "b:y", to: "c:v:1" }],
    ui: { routes: [{ from: "b:y", to: "c:v:1", points: [[1, 2]] }] },
  }); // prettier-ignore
  assert.deepEqual(points(disconnect(list, [list.wires[0]]), "c:v:0"), [[1, 2]]);
});

test("an op comes between the ends of a wire by the first pins that fit", async () => {
  const wire = doc().wires[1];
  const taking = take(OPS[2], { x: 0, y: 0, at: [300, 0], pin: "", side: "out", wire });
  await answer({ fits: false, reason: "no" }); // its x
  await answer({ fits: true }); // its y
  await answer({ fits: true }); // its z
  await taking;
  assert.deepEqual(ends(doc()), ["a:output>b:x", "b:y>mul:y", "mul:z>c:x"]);
  undo();
  assert.deepEqual(ends(doc()), ["a:output>b:x", "b:y>c:x"]);
  assert.equal(doc().blocks.has("mul"), false);
});

test("an op that does not fit stands beside the wire", async () => {
  const wire = doc().wires[1];
  const taking = take(OPS[1], { x: 0, y: 0, at: [300, 0], pin: "", side: "out", wire });
  await answer({ fits: true });
  await answer({ fits: false, reason: "it is another dtype" });
  await taking;
  assert.deepEqual(ends(doc()), ["a:output>b:x", "b:y>c:x"]);
  assert.match(editor.get().toasts.at(-1)!.text, /Added Neg beside the wire: it is another dtype/);
});

test("a block that was moved onto a wire comes between its ends, in one step with the move", async () => {
  moveItems([["loose", [300, 20]]], "", "insert loose");
  const inserting = insertMoved("loose", doc().wires[1], "insert loose");
  await answer({ fits: true });
  await answer({ fits: true });
  await inserting;
  assert.deepEqual(ends(doc()), ["a:output>b:x", "b:y>loose:x", "loose:z>c:x"]);
  undo();
  assert.deepEqual([doc().positions.get("loose"), doc().wires.length], [[0, 300], 2]);
  await insertMoved("b", doc().wires[1], ""); // it has wires
  assert.equal(requests.length, 0);
});

test("a new block is wired to the one that is selected, in one step", async () => {
  select(["b"]);
  addOp("Mul", [0, 0], true);
  assert.ok(doc().blocks.has("mul"));
  await answer({ fits: false, reason: "no" });
  await answer({ fits: true });
  assert.ok(ends(doc()).includes("b:y>mul:y"));
  undo();
  assert.equal(doc().blocks.has("mul"), false);
  select(["b"]);
  addOp("Mul", [0, 0]);
  select(["a", "b"]);
  addOp("Mul", [0, 0], true);
  assert.equal(requests.length, 0);
});

test("a page that was changed meanwhile gets no wire between blocks that are gone", async () => {
  select(["b"]);
  addOp("Neg", [0, 0], true);
  undo();
  await answer({ fits: true });
  assert.deepEqual(ends(doc()), ["a:output>b:x", "b:y>c:x"]);
});
