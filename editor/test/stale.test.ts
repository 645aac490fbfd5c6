import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage } from "../src/doc";
import { changeBlock, connect, setAttr, setFeed, setLiteral } from "../src/edits";
import { changedSince, neededFor } from "../src/stale";

const doc = fromPage({
  graphops_page: 1,
  functions: { f: { arguments: [], results: [], blocks: [{ id: "one", op: "NoOp" }] } },
  blocks: [
    { id: "x", op: "Const", attrs: { dtype: "float", value: 1 } },
    { id: "y", op: "Neg" },
    { id: "z", op: "Neg" },
    { id: "other", op: "Placeholder", attrs: { dtype: "float" } },
    { id: "later", op: "NoOp", after: ["z"] },
    { id: "call", op: "PartitionedCall", attrs: { f: "f", Tout: [] } },
  ],
  wires: [
    { from: "x:output", to: "y:x" },
    { from: "y:y", to: "z:x" },
  ],
});
const changed = (next: typeof doc) => [...changedSince(doc, next)].sort();

test("an edit makes a block and what follows it stale, and nothing else", () => {
  assert.deepEqual(changed({ ...doc, positions: new Map([["x", [1, 2]]]), title: "t" }), []);
  assert.deepEqual(changed(setAttr(doc, "x", "value", 2)), ["later", "x", "y", "z"]);
  assert.deepEqual(changed(setAttr(setAttr(doc, "x", "value", 2), "x", "value", 1)), []); // as it was
  assert.deepEqual(changed(setLiteral(doc, "other", "x", 1)), ["other"]);
  assert.deepEqual(changed(connect(doc, { from: "other:output", to: "z:x" })), ["later", "z"]);
  assert.deepEqual(changed(setFeed(doc, "other", "output", 1)), ["other"]);
  assert.deepEqual(changed(changeBlock(doc, "z", { device: "/device:CPU:0" })), ["later", "z"]);
  assert.equal(changed({ ...doc, device: "/device:CPU:0" }).length, 7);
});

test("an edit in a function makes its callers stale", () => {
  assert.deepEqual(changed(changeBlock(doc, "f()/one", { op: "Neg" })), ["call", "f()/one"]);
});

test("what a block needs", () => {
  assert.deepEqual([...neededFor(doc, "later")].sort(), ["later", "x", "y", "z"]);
  assert.deepEqual([...neededFor(doc, "other")], ["other"]);
});
