import assert from "node:assert/strict";
import { test } from "node:test";
import { docsOf } from "../src/ops";
import type { OpInfo } from "../src/protocol";

test("an op's documentation says what each of its parts is", () => {
  const arg = (name: string) => ({ name, type: "", list: false, dtypes: null });
  const attr = { name: "strides", type: "list(int)", allowed: null, minimum: null, inferred: false };
  const op: OpInfo = {
    name: "Conv",
    family: "",
    package: "",
    doc: "A convolution.\n\n    x: the picture.\n    scale, offset: one for each channel,\n    in a row.\n    strides: four numbers: two are 1.\n\n    Note: no part of it.",
    stateful: false,
    inputs: [arg("x"), arg("scale"), arg("offset")],
    outputs: [arg("y")],
    attrs: [attr],
  };
  assert.deepEqual(Object.fromEntries(docsOf(op)), {
    x: "the picture.",
    scale: "one for each channel, in a row.",
    offset: "one for each channel, in a row.",
    strides: "four numbers: two are 1.",
  });
});
