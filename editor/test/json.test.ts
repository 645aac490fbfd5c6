import assert from "node:assert/strict";
import { test } from "node:test";
import { isExact, isRawNumber, numberOf, parseJson } from "../src/json";

const keeps = "rawJSON" in JSON; // as browsers do, and Node from 22 on

test("which texts JavaScript's own numbers keep", () => {
  for (const text of ["0", "-7", "1.5", "9007199254740991", "0.1", "1e300", "+5", "5.", "-0.5"])
    assert.ok(isExact(text), text);
  for (const text of ["9007199254740993", "9223372036854775808", "-0", "-0.0", "1e400", "18446744073709551615"])
    assert.ok(!isExact(text), text);
});

test("no number becomes another one", () => {
  for (const text of ["9007199254740993", "-9223372036854775808", "9223372036854775808", "-0.0", "12"]) {
    const value = numberOf(text);
    assert.equal(JSON.stringify(value), keeps || text === "12" ? text : `"${text}"`);
  }
  assert.equal(numberOf("1e400"), "1e400");
  assert.equal(numberOf("0.5"), 0.5);
});

test("a page is written with the numbers that it was read with", { skip: !keeps }, () => {
  const text = '{"a":[9007199254740993,-0.0,0.30000000000000004,1],"b":"9007199254740993"}';
  assert.equal(JSON.stringify(parseJson(text)), text);
  const { a } = parseJson(text) as { a: unknown[] };
  assert.deepEqual(a.map(isRawNumber), [true, true, false, false]);
});
