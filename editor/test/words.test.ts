import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, bytes, cellText, counted, exactNumber } from "../src/words";

test("numbers are shown exactly, in the fewest digits of their dtype", () => {
  // What NumPy and ml_dtypes print for these values.
  const values: [number, string, string][] = [
    [0.10000000149011612, "float32", "0.1"],
    [0.10000000149011612, "float64", "0.10000000149011612"],
    [0.3333333333333333, "float64", "0.3333333333333333"],
    [0.3333333432674408, "float32", "0.33333334"],
    [1.401298464324817e-45, "float32", "1e-45"],
    [1.1754943508222875e-38, "float32", "1.1754944e-38"],
    [0.0999755859375, "float16", "0.1"],
    [65504, "float16", "65504"],
    [0.10009765625, "bfloat16", "0.1"],
    [1032, "bfloat16", "1032"],
    [16777216, "float32", "16777216"],
    [123456789012, "int64", "123456789012"],
    [-0, "float32", "-0"],
    [448, "float8_e4m3fn", "448"],
  ];
  for (const [value, dtype, text] of values) assert.equal(exactNumber(value, dtype), text, `${value} ${dtype}`);
});

test("each float32 near a power of two is shown as itself alone", () => {
  for (let exponent = -20; exponent <= 60; exponent++) {
    const bits = new Uint32Array(new Float32Array([2 ** exponent]).buffer)[0];
    for (const step of [-2, -1, 0, 1, 2]) {
      const value = new Float32Array(new Uint32Array([bits + step]).buffer)[0];
      assert.equal(Math.fround(Number(exactNumber(value, "float32"))), value);
    }
  }
});

test("complex numbers, texts and what JSON does not have", () => {
  assert.equal(exactNumber("0.10000000149011612+0.20000000298023224j", "complex64"), "0.1+0.2j");
  assert.equal(exactNumber("1e-05-infj", "complex128"), "0.00001-infj");
  assert.equal(exactNumber("-0+nanj", "complex64"), "-0+nanj");
  assert.equal(exactNumber("2j", "complex64"), "2j");
  assert.equal(exactNumber("9007199254740993", "int64"), "9007199254740993");
  assert.equal(exactNumber("nan", "float32"), "nan");
  assert.equal(cellText("a, b", "string"), '"a, b"');
});

test("one is not two", () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, "block")),
    ["0 blocks", "1 block", "2 blocks"],
  );
});

test("counts and bytes in the unit in which they are read best", () => {
  const counts = [0, 9999, 10_000, 999_499, 999_500, 3_538_984, 299_772_064, 3_700_604_928];
  assert.deepEqual(counts.map(amount), ["0", "9999", "10 k", "999 k", "1 M", "3.54 M", "300 M", "3.7 G"]);
  assert.deepEqual([999, 84_000, 14_155_936, 2_500_000_000].map(bytes), ["999 B", "84.0 kB", "14.2 MB", "2.50 GB"]);
});
