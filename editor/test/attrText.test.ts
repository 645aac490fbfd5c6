import assert from "node:assert/strict";
import { test } from "node:test";
import { attrFault, attrText, parseAttr, parseShape, parseTensor, tensorParts, tensorValue } from "../src/attrText";
import { attrsByName } from "../src/edits";
import { attrsProblem, nearest } from "../src/oldText";
import type { AttrInfo, OpInfo } from "../src/protocol";

const of = (type: string, more: Partial<AttrInfo> = {}): AttrInfo => ({
  name: "a",
  type,
  allowed: null,
  minimum: null,
  inferred: false,
  ...more,
});

test("texts become values of the attr's type", () => {
  assert.deepEqual(parseAttr(of("list(int)"), "1,4,3,2,1"), [1, 4, 3, 2, 1]);
  assert.deepEqual(parseAttr(of("list(int)"), "{1, 2; 3}"), "{1, 2; 3}");
  assert.deepEqual(parseAttr(of("list(int)"), "{1,2,2,1,1}"), [1, 2, 2, 1, 1]);
  assert.deepEqual(parseAttr(of("list(int)"), "1;2"), [1, 2]);
  assert.deepEqual(parseAttr(of("list(int)"), "[1, 2]"), [1, 2]);
  assert.deepEqual(parseAttr(of("list(string)"), "a, b"), ["a", "b"]);
  assert.equal(parseAttr(of("int"), "-7"), -7);
  assert.equal(parseAttr(of("float"), "1e-3"), 0.001);
  assert.equal(parseAttr(of("float"), "inf"), "inf");
  assert.equal(parseAttr(of("string"), '" a"'), " a");
  assert.equal(parseAttr(of("string"), '""'), "");
  assert.equal(parseAttr(of("int"), " "), undefined);
  assert.equal(parseAttr(of("type"), "DT_FLOAT"), "DT_FLOAT");
});

test("what does not read well stays as typed, for the service to refuse", () => {
  assert.equal(parseAttr(of("list(int)"), "1,2,"), "1,2,");
  assert.equal(parseAttr(of("list(int)"), "1,x"), "1,x");
  assert.equal(parseAttr(of("int"), "1.5"), "1.5");
  assert.equal(parseAttr(of("bool"), "yes"), "yes");
  assert.equal(parseAttr(of("int"), "9223372036854775807"), "9223372036854775807"); // a double would round it
});

test("shapes in each form", () => {
  assert.deepEqual(parseShape("[2][3]"), [2, 3]);
  assert.deepEqual(parseShape("{2, 3}"), [2, 3]);
  assert.deepEqual(parseShape("[?, -1, null, 3]"), [null, null, null, 3]);
  assert.deepEqual(parseShape("[]"), []);
  assert.equal(parseShape("unknown"), "unknown");
  assert.equal(parseShape("2,x"), "2,x");
});

test("arrays: numbers, JSON, rows with a shape, braces as typed", () => {
  assert.equal(parseTensor("1.5"), 1.5);
  assert.deepEqual(parseTensor("[[1,2],[3,4]]"), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(parseTensor("1;2;3"), [1, 2, 3]);
  assert.equal(parseTensor("{{1,2},{3,4}}"), "{{1,2},{3,4}}");
  assert.deepEqual(tensorValue("1, 2, 3, 4", "2,2"), { values: [1, 2, 3, 4], shape: [2, 2] });
  assert.deepEqual(tensorValue("{{1,2},{3,4}}", "[4]"), { values: [1, 2, 3, 4], shape: [4] });
  assert.equal(tensorValue("", "2"), undefined);
});

test("what is shown reads back as the same value", () => {
  const values: [string, unknown][] = [
    ["list(int)", [1, 2]],
    ["list(int)", []],
    ["list(string)", ["a b", "c"]],
    ["list(bool)", [true, false]],
    ["shape", [2, null]],
    ["shape", []],
    ["string", "SAME"],
    ["string", " x "],
    ["string", ""],
    ["int", 3],
    ["float", 0.5],
  ];
  for (const [type, value] of values)
    assert.deepEqual(parseAttr(of(type), attrText(of(type), value as never)), value, type);
  for (const value of [{ values: [1, 2], shape: [2] }, { values: "", shape: [1] }, 3, [[1], [2]], "{1,2}x"]) {
    const { values, shape } = tensorParts(value as never);
    assert.deepEqual(tensorValue(values, shape), value);
  }
});

test("faults that the form alone shows", () => {
  assert.equal(attrFault(of("list(int)", { minimum: 5 }), "1,2"), "at least 5 values");
  assert.equal(attrFault(of("int"), "x"), "a whole number");
  assert.equal(attrFault(of("float"), "nan"), "");
  assert.equal(attrFault(of("shape"), "unknown"), "");
});

test("names in the older text are checked, with the nearest one", () => {
  const op: OpInfo = {
    name: "Conv3D",
    family: "",
    package: "",
    doc: "",
    stateful: false,
    inputs: [],
    outputs: [],
    attrs: [of("string", { name: "padding" }), of("type", { name: "T", inferred: true })],
  };
  assert.equal(attrsProblem("padding = SAME;", op), "");
  assert.match(attrsProblem("paddin = SAME;", op), /did you mean 'padding'/);
  assert.match(attrsProblem("T = float;", op), /is no attr of Conv3D/);
  assert.match(attrsProblem("sorted:true;", op), /write 'name = value;'/);
  assert.match(attrsProblem("padding = SAME; padding_ = VALID;", op), /'padding' must be given once/);
  assert.deepEqual(attrsByName('a = "x;y"; b_ = {{1;2},{3}}; c = [2][3];d=1'), {
    a: '"x;y"',
    b: "{{1;2},{3}}",
    c: "[2][3]",
    d: "1",
  });
  assert.equal(nearest("data_frmat", ["padding", "data_format"]), "data_format");
});

test("texts in quotes, with what a line cannot hold, and bytes", () => {
  const of_ = of("string");
  assert.equal(parseAttr(of_, '"a\\nb"'), "a\nb");
  assert.equal(parseAttr(of_, '"a"b"'), 'a"b');
  assert.deepEqual(parseAttr(of_, '{"base64": "/w=="}'), { base64: "/w==" });
  for (const value of ["a\nb", '"a"', "'a'", "\t", '{"base64":"/w=="}', "a b", { base64: "/w==" }])
    assert.deepEqual(parseAttr(of_, attrText(of_, value)), value);
});

test("an array of texts takes what is typed as a text", () => {
  assert.equal(parseTensor("3", true), "3");
  assert.equal(parseTensor("true", true), "true");
  assert.deepEqual(parseTensor('["a", "b"]', true), ["a", "b"]);
  for (const value of ["3", "", " x ", '"a"', "a, b"]) {
    for (const ofTexts of [true, false]) {
      assert.equal(tensorValue(tensorParts(value, ofTexts).values, "", undefined, ofTexts), value);
    }
  }
});

test("no number that is not, and empty arrays with a shape", () => {
  assert.deepEqual(parseTensor("nan, 1"), ["nan", 1]);
  assert.deepEqual(tensorValue("nan, inf", "2"), { values: ["nan", "inf"], shape: [2] });
  const empty = { values: [], shape: [0, 3] };
  const { values, shape } = tensorParts(empty);
  assert.deepEqual(tensorValue(values, shape), empty);
});

test("the shape that is written in an object counts", () => {
  const typed = '{"dtype": "half", "values": [1, 2], "shape": [1, 2]}';
  assert.deepEqual(tensorValue(typed, "[2]", "half"), { dtype: "half", values: [1, 2], shape: [1, 2] });
});
