import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage, toPage } from "../src/doc";
import { inline, inlineFault } from "../src/inline";
import type { JsonObject } from "../src/json";
import type { OpInfo } from "../src/protocol";

const op = (name: string, more: Partial<OpInfo> = {}): [string, OpInfo] => [
  name,
  { name, family: "", package: "", doc: "", stateful: false, inputs: [], outputs: [], attrs: [], ...more },
];
const f: OpInfo["attrs"][number] = { name: "f", type: "func", allowed: null, minimum: null, inferred: false };
const OUTPUT: OpInfo["outputs"] = [{ name: "y", type: "T", list: false, dtypes: null }];
const OPS = new Map<string, OpInfo>([
  op("Neg"),
  op("Add", { stateful: true }), // changes a variable
  op("Print", { stateful: true, outputs: OUTPUT }),
  op("StatefulPartitionedCall", { stateful: true, attrs: [f] }),
]);
const wires = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }));
const wiresOfBody = wires(["d:output", "n:x"], ["d:output", "add:x"]);

/** A page that calls a function of an argument d with the effect `add`; q takes the first result. */
function page(body: JsonObject, change: JsonObject = {}): JsonObject {
  const blocks = [
    { id: "d", op: "Placeholder" },
    { id: "add", op: "Add" },
    { id: "n", op: "Neg" },
  ];
  return {
    graphops_page: 1,
    functions: { f: { arguments: ["d"], blocks, wires: wiresOfBody, results: ["n:y"], after: ["add"], ...body } },
    blocks: [
      { id: "a", op: "Neg" },
      { id: "c", op: "StatefulPartitionedCall", attrs: { f: "f", Tout: ["float"] } },
      { id: "q", op: "Neg" },
    ],
    wires: wires(["a:y", "c:args:0"], ["c:output:0", "q:x"]),
    fetches: ["q"],
    ...change,
  };
}

/** What blocks wait for, and what is fetched, with the function in the place of its call. */
function inlined(json: JsonObject, path = "c"): { after: Record<string, unknown>; fetches: unknown; page: JsonObject } {
  const doc = fromPage(json);
  assert.equal(inlineFault(doc, path, OPS), "");
  const next = inline(doc, path, OPS).doc;
  const waiting = [...next.blocks].filter(([, block]) => block.after.length);
  return {
    after: Object.fromEntries(waiting.map(([key, block]) => [key, block.after])),
    fetches: next.fetches,
    page: toPage(next, false),
  };
}

test("an effect runs before the block that gives the result", () => {
  assert.deepEqual(inlined(page({})).after, { n: ["add"] });
  assert.deepEqual(inlined(page({ after: [] })).after, { n: ["add"] }); // effects run without being named
});

test("an effect that needs the result runs before what takes it, or is fetched with it", () => {
  const needing = { wires: wires(["d:output", "n:x"], ["n:y", "add:x"]) };
  assert.deepEqual(inlined(page(needing)).after, { q: ["add"] });
  assert.deepEqual(inlined(page({ results: ["d:output"] })).after, { q: ["add"] });
  const fetched = inlined(page(needing, { fetches: ["c:output:0"] }));
  assert.deepEqual(fetched.fetches, ["n:y", "add"]);
  assert.deepEqual(inlined(page({ results: [] }, { fetches: ["c"], wires: wires(["a:y", "c:args:0"]) })).fetches, [
    "add",
  ]);
});

test("what waits for the call waits for what runs in the function, or for what the call waits for", () => {
  const blocks: JsonObject[] = [
    { id: "a", op: "Neg" },
    { id: "w", op: "Add" },
    { id: "c", op: "StatefulPartitionedCall", attrs: { f: "f", Tout: ["float"] }, after: ["w"] },
    { id: "q", op: "Neg", after: ["c"] },
  ];
  const change = { blocks, wires: wires(["a:y", "c:args:0"]) };
  assert.deepEqual(inlined(page({}, change)).after, { q: ["add", "n"], add: ["w"], n: ["w", "add"] });
  const same = { blocks: [{ id: "d", op: "Placeholder" }], wires: [], results: ["d:output"], after: [] };
  assert.deepEqual(inlined(page(same, change)).after, { q: ["a", "w"] });
  const taken = { blocks: blocks.map((block) => ({ ...block, after: block.id === "c" ? ["w"] : [] })) };
  assert.deepEqual(inlined(page(same, taken)).after, { q: ["w"] });
});

test("what cannot run exactly when it does now is refused", () => {
  const blocks = [
    { id: "d", op: "Placeholder" },
    { id: "says", op: "Print" },
  ];
  const body = { blocks, wires: wires(["d:output", "says:x"]), results: ["d:output"], after: ["says"] };
  const doc = fromPage(page(body, { fetches: ["c:output:0"] }));
  assert.equal(inlineFault(doc, "c", OPS), "'says' would not run whenever 'c' does now");
  const unused = page({}, { blocks: [{ id: "a", op: "Print" }, ...(page({}).blocks as JsonObject[]).slice(1)] });
  (unused.functions as { f: JsonObject }).f.wires = []; // nothing in the function needs the argument
  assert.equal(inlineFault(fromPage(unused), "c", OPS), "a block of op Print would not run exactly when it does now");
});

test("a function in which the call was names what took its place", () => {
  const call = { id: "c", op: "StatefulPartitionedCall", attrs: { f: "f", Tout: ["float"] } };
  const outer: JsonObject = {
    arguments: ["e"],
    blocks: [{ id: "e", op: "Placeholder" }, call],
    wires: wires(["e:output", "c:args:0"]),
    results: ["c:output:0"],
    after: ["c"],
  };
  const json = page({});
  const functions = { ...(json.functions as JsonObject), g: outer };
  const blocks = (json.blocks as JsonObject[]).map((block) =>
    block.id === "c" ? { ...block, attrs: { f: "g", Tout: ["float"] } } : block,
  );
  const { page: next } = inlined({ ...json, functions, blocks }, "g()/c");
  const { g } = next.functions as { g: JsonObject };
  assert.deepEqual([g.results, g.after], [["n:y"], ["add", "n"]]);
});
