import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpInfo } from "../src/protocol";
import { distance, found } from "../src/search";

const op = (name: string, words: string[] = [], doc = ""): OpInfo => ({
  name,
  words,
  doc,
  family: "math",
  package: "graphops",
  stateful: false,
  inputs: [],
  outputs: [],
  attrs: [],
});

const OPS = [
  op("Add"),
  op("AddV2", ["add", "plus"]),
  op("Conv"),
  op("Conv2D", ["conv2d", "convolution"]),
  op("Conv3DBackpropFilterV2", [], "The gradient of a convolution."),
  op("MatMul", ["matmul", "dot", "fully connected"]),
  op("MaxPool", ["max_pool2d", "max pooling"]),
  op("Mean", ["reduce_mean", "average"]),
  op("Mul", ["multiply", "times", "*"]),
  op("Relu", ["relu layer", "activation"]),
  op("SegmentMean", ["segment_mean"]),
  op("Sub", ["subtract", "-"]),
];

const names = (query: string, common: string[] = []) => found(OPS, query, common).map(({ name }) => name);

test("an op is found by its name, by other words and by its names in Python", () => {
  assert.equal(names("matmul")[0], "MatMul");
  assert.equal(names("dot")[0], "MatMul");
  assert.equal(names("tf.reduce_mean(")[0], "Mean");
  assert.equal(names("np.dot")[0], "MatMul");
  assert.equal(names("reduce mean")[0], "Mean");
  assert.equal(names("Fully-Connected layer")[0], "MatMul");
  assert.equal(names("the relu")[0], "Relu");
  assert.deepEqual(names("*"), ["Mul"]);
  assert.deepEqual(names("-"), ["Sub"]);
});

test("the name comes before other words, common ops before others of the same worth", () => {
  assert.deepEqual(names("add"), ["Add", "AddV2"]);
  assert.deepEqual(names("conv").slice(0, 3), ["Conv", "Conv2D", "Conv3DBackpropFilterV2"]);
  assert.deepEqual(names("m", ["Mul"]).slice(0, 3), ["Mul", "Mean", "MatMul"]);
  assert.deepEqual(names("mean"), ["Mean", "SegmentMean"]);
});

test("typos of words of four letters and more are understood, if nothing fits better", () => {
  assert.equal(names("maxpol")[0], "MaxPool");
  assert.equal(names("matmull")[0], "MatMul");
  assert.equal(names("reduce_maen")[0], "Mean");
  assert.equal(names("fuly conected")[0], "MatMul");
  assert.deepEqual(names("dpt"), []);
  assert.deepEqual(names("nothing of the kind"), []);
});

test("the distance of words counts a swap as one change and stops at the most", () => {
  assert.equal(distance("mean", "maen", 2), 1);
  assert.equal(distance("kitten", "sitting", 3), 3);
  assert.equal(distance("abcdef", "fedcba", 2), 3);
  assert.equal(distance("ab", "abcdef", 2), 3);
});

test("without words all ops stay as they are", () => {
  assert.deepEqual(
    found(OPS, "  ").map(({ name }) => name),
    OPS.map(({ name }) => name),
  );
});
