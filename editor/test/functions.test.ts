import assert from "node:assert/strict";
import { test } from "node:test";
import { portNames } from "../src/calls";
import { fromPage, toPage, type Doc } from "../src/doc";
import { movePaths } from "../src/edits";
import { functionFault, makeFunction } from "../src/functions";
import { inline, inlineFault } from "../src/inline";
import type { JsonObject } from "../src/json";
import type { NodeInfo, OpInfo } from "../src/protocol";

const op = (name: string, more: Partial<OpInfo> = {}): [string, OpInfo] => [
  name,
  { name, family: "", package: "", doc: "", stateful: false, inputs: [], outputs: [], attrs: [], ...more },
];
const CALL: Partial<OpInfo> = {
  attrs: [{ name: "f", type: "func", allowed: null, minimum: null, inferred: false }],
};
const OPS = new Map<string, OpInfo>([
  op("Const"),
  op("Mul"),
  op("AddV2"),
  op("Neg"),
  op("Print", { stateful: true }),
  op("PartitionedCall", CALL),
  op("StatefulPartitionedCall", CALL),
]);
const info = (pin: string, dtype = "float32", more: Partial<NodeInfo["outputs"][number]> = {}): NodeInfo => ({
  inputs: [{ pin: "x", number: null, dtype, shape: [] }],
  outputs: [{ pin, number: null, dtype, shape: ["N", 3], ...more }],
});
const NODES: Record<string, NodeInfo> = {
  a: info("output"),
  b: info("output", "int32"),
  product: info("z"),
  sum: info("z"),
  shown: info("y"),
};
const PAGE: JsonObject = {
  graphops_page: 1,
  blocks: [
    { id: "a", op: "Const" },
    { id: "b", op: "Const" },
    { id: "product", op: "Mul" },
    { id: "sum", op: "AddV2", after: ["b"] },
    { id: "shown", op: "Neg", after: ["product"] },
  ],
  wires: [
    { from: "a:output", to: "product:x" },
    { from: "b:output", to: "product:y" },
    { from: "product:z", to: "sum:x" },
    { from: "a:output", to: "sum:y" },
    { from: "sum:z", to: "shown:x" },
  ],
  fetches: ["sum", "shown"],
  ui: { positions: { product: [100, 50], sum: [300, 50] } },
};

function made(): { doc: Doc; page: string; call: string } {
  return makeFunction(fromPage(PAGE), ["product", "sum"], OPS, NODES);
}

test("a selection becomes a function, and a block with a pin for each source and each result calls it", () => {
  const { doc, page, call } = made();
  assert.equal(page, "function()");
  const json = toPage(doc) as Record<string, never>;
  assert.deepEqual(json.functions, {
    function: {
      arguments: ["a", "b"], // a goes to two blocks and is one argument
      results: ["sum:z"],
      blocks: [
        { id: "product", op: "Mul" },
        { id: "sum", op: "AddV2" },
        { id: "a", op: "Placeholder", attrs: { dtype: "float32", shape: [null, 3] } },
        { id: "b", op: "Placeholder", attrs: { dtype: "int32", shape: [null, 3] } },
      ],
      wires: [
        { from: "a:output", to: "product:x" },
        { from: "b:output", to: "product:y" },
        { from: "product:z", to: "sum:x" },
        { from: "a:output", to: "sum:y" },
      ],
    },
  });
  assert.deepEqual(json.blocks, [
    { id: "a", op: "Const" },
    { id: "b", op: "Const" },
    { id: "shown", op: "Neg", after: ["call"] },
    { id: "call", op: "PartitionedCall", attrs: { f: "function", Tout: ["float32"] }, after: ["b"] },
  ]);
  assert.deepEqual(json.wires, [
    { from: "call:output:0", to: "shown:x" },
    { from: "a:output", to: "call:args:0" },
    { from: "b:output", to: "call:args:1" },
  ]);
  assert.deepEqual(json.fetches, ["call:output:0", "shown"]);
  assert.deepEqual(doc.positions.get(call), [100, 50]);
  assert.deepEqual(portNames(doc.pages.get(page)!), { inputs: ["a", "b"], outputs: ["sum"], results: ["sum:z"] });
});

test("a function with an effect is called by a block that has one, and keeps it", () => {
  const blocks = [...(PAGE.blocks as JsonObject[]), { id: "says", op: "Print" }];
  const nodes = { ...NODES, says: { inputs: [], outputs: [] } };
  const page = fromPage({ ...PAGE, blocks, fetches: ["says"] });
  assert.equal(functionFault(page, ["product", "sum", "says"], OPS, nodes), "");
  const { doc } = makeFunction(page, ["product", "sum", "says"], OPS, nodes);
  assert.deepEqual(doc.fetches, ["call"]);
  assert.equal(doc.blocks.get("call")?.op, "StatefulPartitionedCall");
  assert.deepEqual(doc.pages.get("function()")?.rest.after, ["says"]);
});

test("arguments and functions get names that are free", () => {
  const page: JsonObject = {
    graphops_page: 1,
    functions: { function: { blocks: [] } },
    blocks: [{ id: "call", op: "Const" }],
    pages: { layer: { blocks: [{ id: "call", op: "Neg" }] } },
    wires: [{ from: "call:output", to: "layer/call:x" }],
  };
  const found = makeFunction(fromPage(page), ["layer/"], OPS, { call: info("output") });
  assert.deepEqual([found.page, found.call], ["function_1()", "call_1"]);
  assert.deepEqual(found.doc.pages.get("function_1()")?.rest, { arguments: ["call"], results: [] });
  assert.equal(found.doc.blocks.get("function_1()/layer/call")?.op, "Neg");
});

test("what cannot become a function is refused with a reason", () => {
  const fault = (change: Partial<JsonObject>, keys: string[], nodes = NODES) =>
    functionFault(fromPage({ ...PAGE, ...change } as JsonObject), keys, OPS, nodes);
  assert.equal(fault({}, ["product", "sum"]), "");
  assert.match(fault({}, []), /select blocks/);
  assert.match(fault({ feeds: { product: 1 } }, ["product"]), /'product' is fed/);
  assert.match(fault({ init: ["sum"] }, ["sum"]), /runs once before/);
  assert.match(fault({ blocks: [{ id: "a", op: "Placeholder" }] }, ["a"]), /placeholder 'a' must stay outside/);
  assert.match(fault({}, ["product"], {}), /dtype of 'a:output' is not known/);
  const variable = { inputs: [], outputs: [{ pin: "output", number: null, dtype: "resource", shape: [] }] };
  assert.match(fault({}, ["a"], { ...NODES, a: variable }), /variable 'a' must stay outside/);
  assert.match(fault({}, ["product"], { ...NODES, a: info("output", "float32", { ref: true }) }), /a reference/);
  assert.match(fault({}, ["product"], { ...NODES, a: info("output", "float32", { number: 0 }) }), /whole list/);
});

/** What is said of a selection on a page of Neg blocks, each with the blocks that it has a wire from. */
function faultOf(blocks: Record<string, string[]>, keys: string[], change: Partial<JsonObject> = {}): string {
  const names = Object.keys(blocks);
  const page: JsonObject = {
    graphops_page: 1,
    blocks: names.map((id) => ({ id, op: id.startsWith("says") ? "Print" : "Neg" })),
    wires: names.flatMap((id) => blocks[id].map((from) => ({ from: `${from}:y`, to: `${id}:x` }))),
    ...change,
  };
  return functionFault(fromPage(page), keys, OPS, Object.fromEntries(names.map((id) => [id, info("y")])));
}

test("a selection that is left and entered again would need itself", () => {
  const chain = { a: [], n: ["a"], m: ["n"], o: ["m"] };
  assert.equal(faultOf(chain, ["n", "o"]), "'m' needs the selection and is needed by it: select it, too");
  assert.equal(faultOf(chain, ["n", "m", "o"]), "");
  const waiting: JsonObject[] = [
    { id: "n", op: "Neg" },
    { id: "m", op: "Neg", after: ["n"] },
    { id: "o", op: "Neg", after: ["m"] },
  ];
  assert.match(faultOf({ n: [], m: [], o: [] }, ["n", "o"], { blocks: waiting }), /^'m' needs the selection/);
});

test("blocks of a function cannot become a function, and a function does not name what is not its own", () => {
  const body: JsonObject = { arguments: [], blocks: [{ id: "n", op: "Neg" }], results: ["n:y"], after: ["n"] };
  const functions = { f: body, other: { blocks: [] } };
  assert.equal(faultOf({}, ["f()/n"], { functions }), "blocks of a function cannot become a function of their own");
  const moved = movePaths(fromPage({ graphops_page: 1, functions }), [["f()/n", "other()/n"]]);
  assert.deepEqual(moved.pages.get("f()")?.rest, { arguments: [], results: [], after: [] });
});

test("a function runs as a whole, so what no fetch needs must have no effect", () => {
  const blocks = { a: [], n: ["a"], says: ["a"] };
  const fault = (fetches: string[], keys = ["n", "says"]) => faultOf(blocks, keys, { fetches });
  assert.match(fault(["n"]), /^'says' does not run with what is fetched, but would with the function/);
  assert.equal(fault(["n", "says"]), "");
  assert.equal(fault(["a"]), ""); // neither runs
  assert.equal(fault([]), ""); // both run
  assert.equal(faultOf({ a: [], n: ["a"], m: ["a"] }, ["n", "m"], { fetches: ["n"] }), "");
  assert.match(faultOf({ ...blocks, says: [], m: ["says"] }, ["n", "m"], { fetches: ["n"] }), /^'says' does not run/);
  const early = { blocks: [{ id: "b", op: "Neg", after: ["a"] }], init: ["b"] };
  const all = [...["a", "n"].map((id) => ({ id, op: "Neg" })), ...early.blocks];
  assert.match(faultOf({ a: [], n: [] }, ["a", "n"], { ...early, blocks: all }), /runs once before and 'n' in each/);
});

test("what a page without fetches computes is a result of the function", () => {
  const { fetches: _, ...page } = PAGE;
  const { doc, page: body } = makeFunction(fromPage(page as JsonObject), ["sum", "shown"], OPS, NODES);
  assert.deepEqual(doc.pages.get(body)?.rest.results, ["shown:y"]);
  assert.deepEqual(doc.blocks.get("call")?.attrs, { f: "function", Tout: ["float32"] });
});

test("a function takes the place of its call: the page computes what it did before", () => {
  const { doc, call } = made();
  assert.equal(inlineFault(doc, call, OPS), "");
  const back = inline(doc, call, OPS);
  assert.deepEqual(back.keys, ["product", "sum"]);
  const json = toPage(back.doc) as Record<string, JsonObject[]>;
  const sorted = (list: JsonObject[]) => list.map((item) => JSON.stringify(item)).sort();
  assert.deepEqual(sorted(json.wires), sorted(PAGE.wires as JsonObject[]));
  assert.deepEqual(json.fetches, ["sum:z", "shown"]);
  assert.equal(json.functions, undefined); // nothing calls it any longer
  assert.deepEqual(back.doc.blocks.get("shown")?.after, ["product", "sum"]);
  assert.deepEqual(back.doc.positions.get("product"), [100, 50]);
});

test("a function stays as long as another block calls it, and its blocks get free names", () => {
  const { doc } = made();
  const second: Doc = {
    ...doc,
    blocks: new Map(doc.blocks).set("other", { ...doc.blocks.get("call")!, after: [] }),
    wires: [...doc.wires, { from: "a:output", to: "other:args:0" }, { from: "b:output", to: "other:args:1" }],
  };
  const once = inline(second, "call", OPS).doc;
  assert.ok(once.pages.has("function()"));
  const twice = inline(once, "other", OPS);
  assert.deepEqual(twice.keys, ["product_1", "sum_1"]);
  assert.ok(!twice.doc.pages.has("function()"));
  assert.ok(twice.doc.wires.some(({ from, to }) => from === "product_1:z" && to === "sum_1:x"));
});

test("a result that is an argument, and calls that cannot be replaced", () => {
  const page: JsonObject = {
    graphops_page: 1,
    functions: {
      same: { arguments: ["v"], blocks: [{ id: "v", op: "Placeholder" }], results: ["v:output"] },
    },
    blocks: [
      { id: "a", op: "Const" },
      { id: "c", op: "PartitionedCall", attrs: { f: "same", Tout: ["float"] } },
      { id: "n", op: "Neg" },
    ],
    wires: [
      { from: "a:output", to: "c:args:0" },
      { from: "c:output:0", to: "n:x" },
    ],
  };
  const doc = fromPage(page);
  assert.deepEqual(inline(doc, "c", OPS).doc.wires, [{ from: "a:output", to: "n:x" }]);
  assert.match(inlineFault({ ...doc, wires: [] }, "c", OPS), /each argument .* a wire of its own/);
  assert.match(inlineFault(doc, "n", OPS), /select a call/);
  assert.match(inlineFault({ ...doc, feeds: { "c:output:0": 1 } }, "c", OPS), /'c' is fed, or runs once before/);
  assert.match(inlineFault({ ...doc, init: ["c"] }, "c", OPS), /'c' is fed, or runs once before/);
  const blocks = new Map(doc.blocks).set("c", { ...doc.blocks.get("c")!, mode: "muted" });
  assert.match(inlineFault({ ...doc, blocks }, "c", OPS), /'c' is muted/);
});
