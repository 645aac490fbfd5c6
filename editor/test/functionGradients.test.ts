import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage, type Doc } from "../src/doc";
import { functionFault } from "../src/functions";
import { inlineFault } from "../src/inline";
import type { JsonObject } from "../src/json";
import type { NodeInfo, OpInfo } from "../src/protocol";

const wires = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }));
const neg = (...ids: string[]) => ids.map((id) => ({ id, op: "Neg" }));
const GRADIENT = { id: "g", op: "Gradients" };

/** A page on which m multiplies a by its negative b, which it has from outside of the selections. */
const PAGE: JsonObject = {
  graphops_page: 1,
  blocks: [...neg("a", "b", "loss"), { id: "m", op: "Mul" }, GRADIENT],
  wires: wires(
    ["a:y", "b:x"],
    ["a:y", "m:x"],
    ["b:y", "m:y"],
    ["m:y", "loss:x"],
    ["loss:y", "g:ys:0"],
    ["a:y", "g:xs:0"],
  ),
  fetches: ["g:grads:0"],
};
const pins = (pin: string, number: number | null = null): NodeInfo => ({
  inputs: [],
  outputs: [{ pin, number, dtype: "float32", shape: [] }],
});
const NODES = { a: pins("y"), b: pins("y"), m: pins("y"), loss: pins("y"), g: pins("grads", 0) };

function fault(keys: string[], change: Partial<JsonObject> = {}): string {
  return functionFault(fromPage({ ...PAGE, ...change } as JsonObject), keys, new Map(), NODES);
}

test("gradients in a function must not lose a path outside", () => {
  assert.equal(
    fault(["m", "loss", "g"]),
    "gradients of 'g' with respect to 'a:y' go through 'b' outside: select it, too",
  );
  assert.equal(fault(["b", "m", "loss", "g"]), "");
  assert.equal(fault(["b", "m", "loss"]), ""); // the gradients outside go through the call
  const other = wires(["a:y", "m:x"], ["b:y", "m:y"], ["m:y", "loss:x"], ["loss:y", "g:ys:0"], ["a:y", "g:xs:0"]);
  assert.equal(fault(["m", "loss", "g"], { wires: other }), ""); // b does not depend on a
});

test("gradients of an output outside, or outside with respect to one inside, are refused", () => {
  assert.match(fault(["g"]), /^'g' has gradients of 'loss:y', which is outside/);
  const inner = [...(PAGE.wires as JsonObject[]).slice(0, -1), { from: "m:y", to: "g:xs:0" }];
  assert.match(
    fault(["b", "m"], { wires: inner }),
    /^'g' has gradients with respect to 'm:y', which must stay outside/,
  );
});

test("optimizers stay outside of functions", () => {
  const blocks = [...(PAGE.blocks as JsonObject[]), { id: "update", op: "GradientDescent" }];
  assert.equal(fault(["update"], { blocks }), "'update' updates variables and must stay outside of the function");
});

test("gradients in a function must not find a path outside when it takes the place of its call", () => {
  const f: OpInfo["attrs"][number] = { name: "f", type: "func", allowed: null, minimum: null, inferred: false };
  const call: OpInfo = {
    name: "",
    family: "",
    package: "",
    doc: "",
    stateful: false,
    inputs: [],
    outputs: [],
    attrs: [f],
  };
  const body: JsonObject = {
    arguments: ["p", "q"],
    results: ["g:grads:0"],
    blocks: [{ id: "p", op: "Placeholder" }, { id: "q", op: "Placeholder" }, { id: "m", op: "Mul" }, GRADIENT],
    wires: wires(["p:output", "m:x"], ["q:output", "m:y"], ["m:y", "g:ys:0"], ["p:output", "g:xs:0"]),
  };
  const page = (second: string): Doc =>
    fromPage({
      graphops_page: 1,
      functions: { f: body },
      blocks: [...neg("a", "b", "k"), { id: "c", op: "PartitionedCall", attrs: { f: "f", Tout: ["float"] } }],
      wires: wires(["a:y", "b:x"], ["a:y", "c:args:0"], [second, "c:args:1"]),
    });
  const said = (second: string) => inlineFault(page(second), "c", new Map([["PartitionedCall", call]]));
  assert.equal(said("k:y"), "");
  assert.match(said("b:y"), /would go through 'b:y', too/);
  assert.match(said("a:y"), /would go through 'a:y', too/);
});
