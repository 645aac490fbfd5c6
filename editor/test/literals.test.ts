import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage, toPage, type Doc } from "../src/doc";
import { allowedFor, dtypeOfText, together } from "../src/dtypes";
import { connect, disconnect, setAttr } from "../src/edits";
import { settled, statedDtype, withDtype, withoutDtype } from "../src/literals";
import type { Json } from "../src/json";
import type { AttrInfo, OpInfo } from "../src/protocol";
import { chooseDtype, firstAttrs, typeLiteral, typeTensor } from "../src/typed";
import { parseTensor } from "../src/attrText";

const type = (name: string, allowed: string[] | null, more: Partial<AttrInfo> = {}): AttrInfo => ({
  name,
  type: "type",
  allowed,
  minimum: null,
  inferred: true,
  ...more,
});
const op = (name: string, inputs: Record<string, string>, attrs: AttrInfo[]): OpInfo => ({
  name,
  family: "",
  package: "graphops",
  doc: "",
  stateful: false,
  inputs: Object.entries(inputs).map(([pin, kind]) => ({
    name: pin,
    type: kind,
    list: /[*]|^Tin/.test(kind),
    dtypes: null,
  })),
  outputs: [],
  attrs,
});
const NUMBERS = ["bfloat16", "float16", "float32", "float64", "int32", "int64", "complex64"];
const OPS = new Map(
  [
    op("AddV2", { x: "T", y: "T" }, [type("T", NUMBERS)]),
    op("Sqrt", { x: "T" }, [type("T", ["bfloat16", "float16", "float32", "float64"])]),
    op("RandomUniform", { shape: "T" }, [
      type("dtype", ["float16", "float32"], { inferred: false }),
      type("T", ["int32", "int64"]),
    ]),
    op("Range", { start: "Tidx", limit: "Tidx" }, [type("Tidx", ["int32", "int64", "float32"], { default: "int32" })]),
    op("ConcatV2", { values: "N * T", axis: "Tidx" }, [
      type("T", null),
      type("Tidx", ["int32", "int64"], { default: "int32" }),
    ]),
    op("Call", { args: "Tin" }, [type("Tin", null, { type: "list(type)" })]),
    op("Const", {}, [
      type("value", null, { type: "tensor", inferred: false }),
      type("dtype", null, { inferred: false }),
    ]),
    op("Placeholder", {}, [type("dtype", null, { inferred: false })]),
  ].map((item) => [item.name, item]),
);

const page = (name: string, inputs: { [pin: string]: Json } = {}): Doc =>
  fromPage({
    graphops_page: 1,
    blocks: [
      { id: "b", op: name, inputs },
      { id: "f", op: "Const", attrs: { dtype: "float", value: 1 } },
    ],
  });

/** Types texts into inputs of a block one letter after the other, as people do. */
function typed(
  name: string,
  texts: [pin: string, text: string][],
  from = page(name),
  opening = {},
): { [pin: string]: Json } {
  return typedOn(name, texts, from, opening).blocks.get("b")!.inputs;
}

function typedOn(name: string, texts: [pin: string, text: string][], from: Doc, opening: object): Doc {
  const info = OPS.get(name)!;
  let now = from;
  for (const [pin, text] of texts) {
    const arg = info.inputs.find((item) => item.name === pin)!;
    for (let end = 1; end <= text.length; end++) {
      const part = text.slice(0, end);
      now = settled(now, typeLiteral(opening, now, info, "b", arg, parseTensor(part), part), OPS);
    }
  }
  return now;
}

test("the dtype of a typed text", () => {
  const dtypes: [string, string][] = [
    ["1", "int32"],
    ["-2147483648", "int32"],
    ["2147483648", "int64"],
    ...("rawJSON" in JSON ? ([["9223372036854775808", "uint64"]] satisfies [string, string][]) : []),
    ["1.0", "float32"],
    ["1.", "float32"],
    ["1e3", "float32"],
    ["1, 8, 8, 3", "int32"],
    ["[[1, 2], [3, 4.0]]", "float32"],
    ["{{1,2},{3,4}}", "int32"],
    ["{1.5}", "float32"],
    ["nan, 1", "float32"],
    ["{1+2j}", "complex64"],
    ["true", "bool"],
    ["[true, false]", "bool"],
    ["text", "string"],
    ['"1"', "string"],
    ['["a", "b"]', "string"],
    ["1, 2, x, 4", ""],
    ["[1, true]", ""],
    ['{"file": "x.npy"}', ""],
    ["", ""],
  ];
  for (const [text, dtype] of dtypes) assert.equal(dtypeOfText(text), dtype, text);
});

test("the nearest dtype that an op takes", () => {
  assert.equal(allowedFor("int32", NUMBERS), "int32");
  assert.equal(allowedFor("int32", ["bfloat16", "float16", "float32"]), "float32");
  assert.equal(allowedFor("float32", ["int32", "int64"]), "int32");
  assert.equal(allowedFor("float32", null), "float32");
  assert.equal(together(["int32", "float32", "int64"]), "float32");
  assert.equal(together(["int32", "string"]), "");
});

test("a dtype beside a value and away again", () => {
  const values: [Json, Json][] = [
    [3, { dtype: "int32", values: 3 }],
    [[1, 2], { dtype: "int32", values: [1, 2] }],
    [
      { values: [1, 2], shape: [2, 1] },
      { dtype: "int32", values: [1, 2], shape: [2, 1] },
    ],
    [{ file: "x.npy" }, { file: "x.npy" }],
  ];
  for (const [bare, whole] of values) {
    assert.deepEqual(withDtype(bare, "int32"), whole);
    assert.deepEqual(withoutDtype(whole), bare);
  }
  assert.deepEqual(withDtype([1, [2]], "int32", true), [withDtype(1, "int32"), withDtype([2], "int32")]);
  assert.equal(statedDtype([withDtype(1, "int32"), withDtype(2, "int32")], true), "int32");
});

test("numbers alone get the dtype of their text", () => {
  assert.deepEqual(typed("AddV2", [["x", "1"]]), { x: { dtype: "int32", values: 1 } });
  assert.deepEqual(typed("AddV2", [["x", "1.0"]]), { x: { dtype: "float32", values: 1 } });
  assert.deepEqual(typed("Sqrt", [["x", "4"]]), { x: { dtype: "float32", values: 4 } });
  assert.deepEqual(typed("RandomUniform", [["shape", "1,8,8,3"]]), { shape: { dtype: "int32", values: [1, 8, 8, 3] } });
  assert.deepEqual(typed("AddV2", [["x", "text"]]), { x: "text" });
  assert.deepEqual(typed("AddV2", [["x", '{"dtype": "half", "values": 1}']]), { x: { dtype: "half", values: 1 } });
});

test("values that share a type have one dtype that holds them all", () => {
  const both = typed("AddV2", [
    ["x", "1"],
    ["y", "2.5"],
  ]);
  assert.deepEqual(both, { x: { dtype: "float32", values: 1 }, y: { dtype: "float32", values: 2.5 } });
});

test("what the op says by default is not written", () => {
  assert.deepEqual(
    typed("Range", [
      ["start", "0"],
      ["limit", "3"],
    ]),
    { start: 0, limit: 3 },
  );
  const halves = typed("Range", [
    ["start", "0"],
    ["limit", "1.5"],
  ]);
  assert.deepEqual(halves, { start: { dtype: "float32", values: 0 }, limit: { dtype: "float32", values: 1.5 } });
  assert.deepEqual(typed("Range", [["limit", "2.0"]]), { limit: { dtype: "float32", values: 2 } });
});

test("lists: one dtype for all, or one for each", () => {
  const joined = typed("ConcatV2", [["values", "[[1, 2], [3, 4]]"]]);
  assert.deepEqual(joined, { values: [withDtype([1, 2], "int32"), withDtype([3, 4], "int32")] });
  assert.deepEqual(typed("Call", [["args", "[1, 2.5]"]]), { args: [withDtype(1, "int32"), withDtype(2.5, "float32")] });
});

test("a dtype that was chosen stays, one that was read off the text follows it", () => {
  const [opening, info] = [{}, OPS.get("AddV2")!];
  const arg = info.inputs[0];
  let now = typedOn("AddV2", [["x", "1"]], page("AddV2"), opening);
  now = typedOn("AddV2", [["x", "1.5"]], now, opening);
  assert.equal(statedDtype(now.blocks.get("b")!.inputs.x), "float32");
  now = typedOn("AddV2", [["x", "2"]], now, opening);
  assert.equal(statedDtype(now.blocks.get("b")!.inputs.x), "int32");
  now = settled(now, chooseDtype(opening, now, info, "b", arg, "float64"), OPS);
  now = typedOn("AddV2", [["x", "7"]], now, opening);
  assert.deepEqual(now.blocks.get("b")!.inputs, { x: { dtype: "float64", values: 7 } });
  now = settled(now, chooseDtype(opening, now, info, "b", arg, "string"), OPS);
  assert.deepEqual(now.blocks.get("b")!.inputs, { x: { dtype: "string", values: "7" } });
});

test("a wire decides, and when it goes the number has its own dtype again", () => {
  const start = typedOn("AddV2", [["y", "2"]], page("AddV2"), {});
  const wire = { from: "f:output", to: "b:x" };
  const wired = settled(start, connect(start, wire), OPS);
  assert.deepEqual(wired.blocks.get("b")!.inputs, { y: 2 });
  assert.deepEqual(typed("AddV2", [["y", "3"]], wired), { y: 3 });
  const again = settled(wired, disconnect(wired, [wire]), OPS);
  assert.deepEqual(again.blocks.get("b")!.inputs, { y: { dtype: "int32", values: 2 } });
  const stated = setAttr(page("AddV2"), "b", "T", "int64");
  assert.deepEqual(typed("AddV2", [["y", "3"]], stated), { y: 3 });
});

test("blocks that an edit does not touch stay as they were", () => {
  const start = page("AddV2", { x: 1 });
  const moved = { ...start, positions: new Map(start.positions).set("b", [5, 5] as const) };
  assert.equal(settled(start, moved, OPS), moved);
  const other = setAttr(start, "f", "value", 2);
  assert.equal(settled(start, other, OPS), other);
  assert.deepEqual((toPage(other).blocks as { inputs?: Json }[])[0].inputs, { x: 1 });
});

test("a Const has the dtype of its text until one is chosen", () => {
  const [opening, info] = [{}, OPS.get("Const")!];
  const start = fromPage({ graphops_page: 1, blocks: [{ id: "c", op: "Const" }] });
  const type = (from: Doc, text: string) =>
    typeTensor(opening, from, info, "c", info.attrs[0], parseTensor(text), text);
  const attrs = (now: Doc) => now.blocks.get("c")!.attrs;
  let now = type(start, "1");
  assert.deepEqual(attrs(now), { value: 1, dtype: "int32" });
  assert.deepEqual(attrs((now = type(now, "1.0"))), { value: 1, dtype: "float32" });
  assert.deepEqual(attrs((now = type(now, "1, 2, x"))), { value: "1, 2, x", dtype: "float32" });
  assert.deepEqual(attrs(type(now, "")), {});
  assert.deepEqual(attrs(type(start, "1, 2, x")), { value: "1, 2, x" });
  assert.deepEqual(attrs(type(start, "true")), { value: true, dtype: "bool" });
  const chosen = setAttr(start, "c", "dtype", "half");
  assert.deepEqual(attrs(type(chosen, "1")), { dtype: "half", value: 1 });
});

test("new blocks begin with float32 where a dtype must be given and no value says it", () => {
  assert.deepEqual(firstAttrs(OPS.get("Placeholder")), { dtype: "float32" });
  assert.deepEqual(firstAttrs(OPS.get("RandomUniform")), { dtype: "float32" });
  assert.deepEqual(firstAttrs(OPS.get("Placeholder"), ["int32"]), { dtype: "int32" });
  assert.deepEqual(firstAttrs(OPS.get("RandomUniform"), ["int32"]), { dtype: "float32" });
  for (const name of ["Const", "AddV2", "Range"]) assert.deepEqual(firstAttrs(OPS.get(name)), {});
});
