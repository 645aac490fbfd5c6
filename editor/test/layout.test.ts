import assert from "node:assert/strict";
import { test } from "node:test";
import { layout, quick } from "../src/layout";

function overlaps(places: Map<string, readonly [number, number]>, size: number): boolean {
  const points = [...places.values()];
  return points.some(([x, y], one) =>
    points.some(([a, b], other) => other > one && Math.abs(x - a) < size && Math.abs(y - b) < size),
  );
}

for (const [name, arrange] of [
  ["layered", layout],
  ["quick", quick],
] as const) {
  test(`${name}: values flow to the right and nothing overlaps`, () => {
    const boxes = Array.from({ length: 40 }, (_, index) => ({ key: `b${index}`, width: 100, height: 60 }));
    const links = boxes.slice(1).map(({ key }, index) => [`b${Math.floor(index / 2)}`, key] as const);
    const places = arrange(boxes, links);
    assert.equal(places.size, 40);
    for (const [from, to] of links) assert.ok(places.get(from)![0] < places.get(to)![0], `${from} to ${to}`);
    assert.equal(overlaps(places, 60), false);
  });
  test(`${name}: a cycle is arranged too`, () => {
    const boxes = ["a", "b", "c"].map((key) => ({ key, width: 10, height: 10 }));
    assert.equal(
      arrange(boxes, [
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ]).size,
      3,
    );
  });
}
