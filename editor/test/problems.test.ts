import assert from "node:assert/strict";
import { test } from "node:test";
import { blamed, faultAt } from "../src/problems";

test("a problem of the whole run stands on each block that it names", () => {
  const message = [
    "3 things must be put right before the fetches can run:",
    "  1. device of node 'gpu/x' must be one of /device:CPU:0, got '/device:GPU:0'",
    "  2. device of node 'page/other' must be one of /device:CPU:0, got '/device:GPU:0'",
    "  3. node 'gone' must be fed",
  ].join("\n");
  const problem = { block: null, pin: null, kind: "InvalidArgumentError", message, notes: [] };
  const found = blamed(problem, new Map([["gpu", 1], ["page/other", 1]])); // prettier-ignore
  assert.deepEqual(
    found.map((item) => item.block),
    ["gpu", "page/other"],
  );
  assert.equal(found[0].message, "device of node 'gpu/x' must be one of /device:CPU:0, got '/device:GPU:0'");
});

test("a field shows the problem whose pin it is, whatever the sentences name", () => {
  const about = (pin: string | null, message: string) => ({ block: "c", pin, kind: "E", message, notes: [] });
  const whole = about(null, "shape of attr 'dtype' of op 'Const' must be a list of sizes, got 3");
  const value = about("value", "shape of attr 'value' of op 'Const' must be a list of sizes, got 3");
  assert.equal(faultAt([whole, value], "value"), value.message);
  assert.equal(faultAt([whole, value], "dtype"), "");
  assert.equal(faultAt([value, whole, { ...value, message: "and this" }], "value"), `${value.message}; and this`);
});
