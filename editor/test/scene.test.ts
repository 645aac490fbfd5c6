import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage } from "../src/doc";
import type { JsonObject } from "../src/json";
import { makeScene, withPlaces, type SceneState } from "../src/scene";

const PAGE: JsonObject = {
  graphops_page: 1,
  blocks: [
    { id: "x", op: "Const" },
    { id: "y", op: "Relu", after: ["x"] },
  ],
  pages: {
    sub: {
      blocks: [
        { id: "r", op: "Relu" },
        { id: "s", op: "Relu" },
      ],
      wires: [{ from: "r:activations", to: "s:features" }],
    },
  },
  wires: [
    { from: "x:output", to: "sub/r:features" },
    { from: "sub/s:activations", to: "y:features" },
  ],
};

function state(collapsed: string[], page = ""): SceneState {
  const doc = withPlaces(fromPage({ ...PAGE, ui: { collapsed } }), new Map());
  const check = { nodes: {}, problems: [], byBlock: new Map(), skipped: new Set<string>(), busy: false, failed: "" };
  return { doc, ops: new Map(), check, runs: new Map(), runProblems: new Map(), opened: new Set(), page };
}

test("a collapsed page is a box with a pin for each wire across its border", () => {
  const scene = makeScene(state(["sub"]));
  assert.deepEqual(scene.items.map((item) => `${item.kind} ${item.key}`).sort(), ["block x", "block y", "box sub/"]);
  const box = scene.byKey.get("sub/")!;
  assert.deepEqual(
    box.shape.inputs.map((row) => row.label),
    ["r:features"],
  );
  assert.deepEqual(
    box.shape.outputs.map((row) => row.label),
    ["s:activations"],
  );
  assert.deepEqual(
    scene.links.map(({ from, fromHandle, to, toHandle }) => [from, fromHandle, to, toHandle]),
    [
      ["x", "out:output", "sub/", "in:x:output"],
      ["sub/", "out:sub/s:activations", "y", "in:features"],
      ["x", "out:^", "y", "in:^"],
    ],
  );
});

test("an expanded page is a frame around what it holds", () => {
  const scene = makeScene(state([]));
  const frame = scene.byKey.get("sub/")!;
  assert.equal(frame.kind, "frame");
  for (const path of ["sub/r", "sub/s"]) {
    const item = scene.byKey.get(path)!;
    assert.equal(item.frame, "sub/");
    assert.ok(item.left >= frame.left && item.left + item.width <= frame.left + frame.width, path);
    assert.ok(item.top >= frame.top && item.top + item.height <= frame.top + frame.height, path);
  }
  assert.equal(scene.links.length, 4);
});

test("inside a page only what it holds is seen, and pins say where wires from outside come from", () => {
  const scene = makeScene(state([], "sub"));
  assert.deepEqual([...scene.byKey.keys()], ["sub/r", "sub/s"]);
  assert.equal(scene.links.length, 1);
  assert.equal(scene.byKey.get("sub/r")!.shape.inputs[0].note, "← x:output");
});
