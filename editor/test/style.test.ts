/** Style sheets: a colour or size that no sheet defines makes a declaration vanish without a word. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = "src/style";
const SET_BY_CODE = ["--width-inspector", "--width-palette"]; // Edge.tsx

test("every custom property is defined", () => {
  const sheets = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, "utf8"));
  const names = (pattern: RegExp) => sheets.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]));
  const used = new Set(names(/var\((--[a-z-]+)/g));
  const defined = new Set([...names(/^\s*(--[a-z-]+):/gm), ...SET_BY_CODE]);
  assert.ok(used.size > 20);
  assert.deepEqual(
    [...used].filter((name) => !defined.has(name)),
    [],
  );
});
