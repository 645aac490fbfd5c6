import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage } from "../src/doc";
import { foldOf, LARGE } from "../src/fold";
import { find } from "../src/find";
import { wrapped } from "../src/layout";
import type { JsonObject } from "../src/json";
import { makeScene, withPlaces, type SceneState } from "../src/scene";
import { start } from "../src/history";

/** A chain of layers in one scope, each a scope of one op whose weights are a constant, read by an Identity. */
function network(layers: number): JsonObject {
  const pages: JsonObject = {};
  const wires: JsonObject[] = [];
  for (let index = 0; index < layers; index++) {
    pages[`layer${index}`] = {
      blocks: [
        { id: "mul", op: "Mul" },
        { id: "read", op: "Identity" },
      ],
      pages: {
        read: {
          blocks: [
            {
              id: "w",
              op: "Const",
              attrs: { dtype: "float", value: { file: "w.npz", member: `w${index}`, shape: [3, 4] } },
            },
          ],
        },
      },
    };
    wires.push({ from: `layer${index}/read/w:output`, to: `layer${index}/read:input` });
    wires.push({ from: `layer${index}/read:output`, to: `layer${index}/mul:y` });
    if (index) wires.push({ from: `layer${index - 1}/mul:z`, to: `layer${index}/mul:x` });
  }
  return { graphops_page: 1, blocks: [], pages: { net: { blocks: [], pages, wires } } };
}

function state(page: JsonObject): SceneState {
  const doc = withPlaces(fromPage(page), new Map());
  const check = { nodes: {}, problems: [], byBlock: new Map(), skipped: new Set<string>(), busy: false, failed: "" };
  return { doc, ops: new Map(), check, runs: new Map(), runProblems: new Map(), opened: new Set(), page: "" };
}

test("a large page draws each layer as its op, with the shape of the weights at the pin", () => {
  const scene = makeScene(state(network(30)));
  const blocks = scene.items.filter((item) => item.kind === "block");
  assert.deepEqual(
    blocks.map(({ label }) => label),
    Array.from({ length: 30 }, (_, index) => `layer${index}/mul`),
  );
  const note = blocks[3].shape.inputs.find(({ pin }) => pin === "y");
  assert.equal(note?.note, "weights [3,4]");
  assert.equal(scene.links.length, 29);
  assert.ok(scene.items.filter(({ kind }) => kind === "frame").every(({ key, thin }) => thin === (key !== "net/")));
});

test("a small page draws all of its blocks", () => {
  const page = network(3);
  assert.ok(9 <= LARGE);
  assert.equal(foldOf(fromPage(page)).constants.size, 0);
  assert.equal(makeScene(state(page)).items.filter(({ kind }) => kind === "block").length, 9);
});

test("a constant that has a place is drawn", () => {
  const doc = fromPage({ ...network(30), ui: { positions: { "net/layer1/read/w": [0, 0] } } });
  assert.equal(foldOf(doc).constants.has("net/layer1/read/w"), false);
  assert.equal(foldOf(doc).constants.has("net/layer2/read/w"), true);
});

test("a constant that is fetched is drawn", () => {
  const doc = fromPage({ ...network(30), fetches: ["net/layer1/read/w"] });
  assert.equal(foldOf(doc).constants.has("net/layer1/read/w"), false);
  assert.equal(foldOf(doc).constants.has("net/layer1/read"), false);
  assert.equal(foldOf(doc).constants.has("net/layer2/read"), true);
});

test("a long chain is wrapped into lines from left to right, a short one is not", () => {
  const boxes = Array.from({ length: 60 }, (_, index) => ({ key: `b${index}`, width: 100, height: 60 }));
  const row = new Map(boxes.map(({ key }, index) => [key, [index * 200, 0] as const]));
  const places = wrapped(boxes, row);
  const points = boxes.map(({ key }) => places.get(key)!);
  for (let index = 1; index < points.length; index++) {
    const [before, now] = [points[index - 1], points[index]];
    assert.ok(now[0] > before[0] ? now[1] === before[1] : now[0] === 0 && now[1] >= before[1] + 60, `${index}`);
  }
  const width = Math.max(...points.map(([x]) => x)) + 100;
  const height = Math.max(...points.map(([, y]) => y)) + 60;
  assert.ok(width < 3 * height && height < 3 * width);
  const short = boxes.slice(0, 5);
  assert.equal(wrapped(short, row), row);
});

test("blocks are found by name, op, kernel and problem", () => {
  const doc = fromPage(network(30));
  const problem = { block: "net/layer4/mul", pin: "x", kind: "InvalidTypeError", message: "x must fit", notes: [] };
  const found = (words: string) =>
    find(
      {
        history: start(doc),
        check: {
          ...state(network(3)).check,
          byBlock: new Map([["net/layer4/mul", [problem]]]),
        },
        runs: new Map([["net/layer5/mul", { status: "done", seconds: 1, kernel: "onednn binary", pins: {} } as const]]),
        runProblems: new Map(),
      },
      words,
    ).map(({ key }) => key);
  assert.deepEqual(found("layer7/mul"), ["net/layer7/mul"]);
  assert.equal(found("mul").length, 30);
  assert.deepEqual(found("onednn"), ["net/layer5/mul"]);
  assert.deepEqual(found("must fit"), ["net/layer4/mul"]);
  assert.deepEqual(found("problem"), ["net/layer4/mul"]);
  assert.deepEqual(found(""), []);
  assert.deepEqual(found("nothing of this"), []);
});
