/** Where blocks go when nobody has said where: from left to right as values flow. */
import dagre from "@dagrejs/dagre";
import type { Point } from "./doc";

export interface Box {
  key: string;
  width: number;
  height: number;
}

export type Link = readonly [from: string, to: string];

const COLUMN_GAP = 112;
const ROW_GAP = 28;
const MOST_FOR_DAGRE = 300; // on one page; beyond, it takes seconds
const MOST_TOGETHER = 1500; // on all pages that are arranged at once
const SWEEPS = 4;
const TALLEST = 60; // boxes in one column of the quick layout

/** Left upper corners. `together` counts the boxes of all pages that are arranged at once. */
export function layout(boxes: readonly Box[], links: readonly Link[], together = boxes.length): Map<string, Point> {
  return boxes.length <= MOST_FOR_DAGRE && together <= MOST_TOGETHER ? layered(boxes, links) : quick(boxes, links);
}

function layered(boxes: readonly Box[], links: readonly Link[]): Map<string, Point> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranksep: COLUMN_GAP, nodesep: ROW_GAP, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key, width, height } of boxes) graph.setNode(key, { width, height });
  for (const [from, to] of links) if (from !== to) graph.setEdge(from, to);
  dagre.layout(graph);
  return new Map(
    boxes.map(({ key, width, height }) => {
      const { x, y } = graph.node(key) as { x: number; y: number };
      return [key, [Math.round(x - width / 2), Math.round(y - height / 2)]];
    }),
  );
}

/** Columns by longest path, each sorted by the middle of its neighbours: what takes milliseconds for thousands. */
export function quick(boxes: readonly Box[], links: readonly Link[]): Map<string, Point> {
  const index = new Map(boxes.map((box, number) => [box.key, number]));
  const after: number[][] = boxes.map(() => []);
  const before: number[][] = boxes.map(() => []);
  for (const [from, to] of links) {
    const a = index.get(from);
    const b = index.get(to);
    if (a === undefined || b === undefined || a === b) continue;
    after[a].push(b);
    before[b].push(a);
  }
  const columns = splitColumns(columnOf(after, before));
  const order = sorted(columns, after, before);
  const places = new Map<string, Point>();
  let x = 0;
  for (const column of order) {
    const height = column.reduce((sum, box) => sum + boxes[box].height + ROW_GAP, -ROW_GAP);
    let y = -height / 2;
    for (const box of column) {
      places.set(boxes[box].key, [Math.round(x), Math.round(y)]);
      y += boxes[box].height + ROW_GAP;
    }
    x += Math.max(...column.map((box) => boxes[box].width)) + COLUMN_GAP;
  }
  return places;
}

/** The longest way to each box from one that nothing leads to; boxes on a cycle come last. */
function columnOf(after: readonly number[][], before: readonly number[][]): number[] {
  const column = after.map(() => 0);
  const open = before.map((list) => list.length);
  const ready = open.flatMap((count, box) => (count ? [] : [box]));
  const order: number[] = [];
  for (let box = ready.pop(); box !== undefined; box = ready.pop()) {
    order.push(box);
    for (const next of after[box]) {
      column[next] = Math.max(column[next], column[box] + 1);
      if (--open[next] === 0) ready.push(next);
    }
  }
  // A box without inputs stands next to the first one that uses it, not far left of it.
  for (const box of order) {
    if (!before[box].length && after[box].length)
      column[box] = Math.max(0, Math.min(...after[box].map((next) => column[next])) - 1);
  }
  return column;
}

function splitColumns(column: readonly number[]): number[][] {
  const found: number[][] = [];
  column.forEach((number, box) => (found[number] ??= []).push(box));
  return Array.from(found, (list) => list ?? []).flatMap((list) => {
    const parts: number[][] = [];
    for (let start = 0; start < list.length; start += TALLEST) parts.push(list.slice(start, start + TALLEST));
    return parts;
  });
}

function sorted(columns: number[][], after: readonly number[][], before: readonly number[][]): number[][] {
  const place: number[] = [];
  const note = (column: number[]) => column.forEach((box, row) => (place[box] = row - column.length / 2));
  columns.forEach(note);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const neighbours = sweep % 2 ? after : before;
    for (const column of sweep % 2 ? [...columns].reverse() : columns) {
      const middle = new Map(
        column.map((box) => {
          const list = neighbours[box];
          return [box, list.length ? list.reduce((sum, other) => sum + place[other], 0) / list.length : place[box]];
        }),
      );
      column.sort((a, b) => middle.get(a)! - middle.get(b)!);
      note(column);
    }
  }
  return columns;
}
