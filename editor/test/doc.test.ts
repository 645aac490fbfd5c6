import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage, toPage } from "../src/doc";
import type { JsonObject } from "../src/json";

const NESTED: JsonObject = {
  graphops_page: 1,
  title: "nested",
  blocks: [
    { id: "x", op: "Placeholder", attrs: { dtype: "float", shape: [null, 2] } },
    { id: "y", op: "Relu", after: ["x", "sub/r"] },
  ],
  wires: [{ from: "sub/r:activations", to: "y:features" }],
  pages: {
    sub: {
      blocks: [
        { id: "c", op: "Const", attrs: "dtype = DT_FLOAT; value = 1;", device: "/device:CPU:0" },
        {
          id: "r",
          op: "AddV2",
          inputs: {
            y: [
              [1.5, 2],
              [3, 4],
            ],
          },
          after: ["c"],
        },
      ],
      wires: [{ from: "inner/z:z", to: "r:x" }],
      pages: { inner: { blocks: [{ id: "z", op: "Mul" }], wires: [], device: "/device:GPU:0" } },
    },
  },
  functions: {
    f: {
      arguments: ["a"],
      results: ["b:y"],
      blocks: [
        { id: "a", op: "_Arg" },
        { id: "b", op: "Tanh" },
      ],
      wires: [{ from: "a:output", to: "b:x" }],
    },
  },
  feeds: { "sub/c": 2 },
  fetches: ["y", "sub/inner/z:z"],
  init: ["x"],
  steps: 3,
  device: "/device:CPU:0",
  ui: {
    positions: { x: [1, 2], "sub/r": [3, 4], sub: [5, 6] },
    collapsed: ["sub"],
    view: [1, 2, 0.5],
    notes: [],
    mine: 1,
  },
};

/** Keys without content may be left out of a file. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => !(Array.isArray(item) && !item.length));
  return Object.fromEntries(entries.map(([key, item]) => [key, bare(item)]));
}

test("a page becomes flat and a page again", () => {
  const doc = fromPage(NESTED);
  assert.deepEqual([...doc.blocks.keys()], ["x", "y", "sub/c", "sub/r", "sub/inner/z", "f()/a", "f()/b"]);
  assert.deepEqual(doc.blocks.get("y")!.after, ["x", "sub/r"]);
  assert.deepEqual(doc.blocks.get("sub/r")!.after, ["sub/c"]);
  assert.deepEqual(doc.wires[1], { from: "sub/inner/z:z", to: "sub/r:x" });
  assert.deepEqual(bare(toPage(doc)), bare(NESTED));
});

test("a wire stands on the innermost page that holds both its ends", () => {
  const page: JsonObject = { ...NESTED, wires: [{ from: "sub/c:output", to: "sub/r:x" }] };
  const pages = toPage(fromPage(page)).pages as Record<string, JsonObject>;
  assert.deepEqual((pages.sub.wires as JsonObject[])[0], { from: "c:output", to: "r:x" });
});

test("an empty sub-page stays", () => {
  const page: JsonObject = { graphops_page: 1, blocks: [], pages: { empty: { blocks: [] } } };
  assert.deepEqual(bare(toPage(fromPage(page), false)), { graphops_page: 1, pages: { empty: {} } });
});

test("what a file has wrongly is left for the service to refuse, not thrown here", () => {
  const odd = { graphops_page: 1, blocks: [{ op: 3 }, null, "x"], wires: "no", ui: { positions: { a: "b" } }, odd: 1 };
  assert.equal(toPage(fromPage(odd as unknown as JsonObject)).odd, 1);
});
