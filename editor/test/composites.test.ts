import assert from "node:assert/strict";
import { test } from "node:test";
import { parameterValue, readComposite, setParameter, withCrossingPorts } from "../src/composites";
import { fromPage, toPage } from "../src/doc";
import { connect, movePaths, remove } from "../src/edits";
import { withGradients, withVariables } from "../src/gradients";
import { isObject, type JsonObject } from "../src/json";

const ABOUT: JsonObject = {
  kind: "layer",
  doc: "",
  inputs: { x: "product:a" },
  outputs: { y: "product:product" },
  parameters: { units: [["w", "attrs", "shape", 1]] },
};
const PAGE: JsonObject = {
  graphops_page: 1,
  blocks: [{ id: "in", op: "Const" }],
  pages: {
    layer: {
      blocks: [
        { id: "w", op: "VarHandleOp", attrs: { dtype: "float", shape: [2, 3] } },
        { id: "product", op: "MatMul" },
      ],
    },
  },
  wires: [{ from: "in:output", to: "layer/product:a" }],
  ui: { composites: { layer: ABOUT } },
};

function composites(page: JsonObject): JsonObject {
  return isObject(page.ui) && isObject(page.ui.composites) ? page.ui.composites : {};
}

test("ports and parameters are kept, and go by the names of their blocks", () => {
  const doc = fromPage(PAGE);
  assert.deepEqual(composites(toPage(doc)).layer, ABOUT);
  const moved = movePaths(doc, [
    ["layer/", "dense/"],
    ["layer/product", "dense/times"],
  ]);
  assert.deepEqual(composites(toPage(moved)).dense, {
    ...ABOUT,
    inputs: { x: "times:a" },
    outputs: { y: "times:product" },
  });
  const less = remove(doc, ["layer/product", "layer/w"]);
  assert.deepEqual(composites(toPage(less)).layer, { ...ABOUT, inputs: {}, outputs: {}, parameters: {} });
});

test("a parameter is what is at its places", () => {
  const doc = fromPage(PAGE);
  assert.equal(parameterValue(doc, "layer", "units"), 3);
  const next = setParameter(doc, "layer", "units", 5);
  assert.deepEqual(next.blocks.get("layer/w")?.attrs, { dtype: "float", shape: [2, 5] });
  assert.equal(setParameter(doc, "layer", "depth", 5).blocks.get("layer/w"), doc.blocks.get("layer/w"));
});

test("what a file says wrongly of a sub-page is left out", () => {
  assert.equal(readComposite(3), null);
  const found = readComposite({ inputs: { a: 1, b: "w" }, parameters: { n: [["w", "op", "x"], ["w"], 7], m: 1 } });
  assert.deepEqual(found, { kind: "", doc: "", inputs: {}, outputs: {}, parameters: { n: [], m: [] } });
  const proto = readComposite({ parameters: { n: [["w", "attrs", "__proto__", "x"]] } });
  assert.deepEqual(proto?.parameters, { n: [] });
});

test("ports of wires across the border", () => {
  const { ui: _, ...bare } = PAGE;
  const doc = withCrossingPorts(fromPage(bare), "layer");
  assert.deepEqual(doc.pages.get("layer")?.composite?.inputs, { a: "product:a" });
});

test("an optimizer gets the variables with the gradients", () => {
  const doc = fromPage({
    ...PAGE,
    blocks: [
      { id: "loss", op: "Sum" },
      { id: "adam", op: "Adam" },
    ],
    wires: [
      { from: "layer/w:resource", to: "layer/product:b" },
      { from: "layer/product:product", to: "loss:input" },
    ],
  });
  const { doc: next, path } = withGradients(doc, "", "loss:output", [0, 0]);
  const wire = { from: `${path}:grads`, to: "adam:grads" };
  const ends = withVariables(connect(next, wire), wire).wires.map(({ from, to }) => `${from} ${to}`);
  assert.deepEqual(ends.slice(-4), [
    "loss:output gradients:ys:0",
    "layer/w:resource gradients:xs:0",
    "gradients:grads adam:grads",
    "layer/w:resource adam:vars:0",
  ]);
});
