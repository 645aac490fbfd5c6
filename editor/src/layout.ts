/** Where blocks go when nobody has said where: from left to right as values flow, and in lines if they are many. */
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
const FEWEST_TO_WRAP = 8; // columns
const WIDEST = 4; // times as wide as high: wider is wrapped
const PAGE_SHAPE = 1.4; // about as many times as wide as high is what is wrapped
const LINE_GAP = 96;
const TALL = 6; // times as high as most boxes
const TALLEST = 60; // boxes in one column of the quick layout

/** Left upper corners. `together` counts the boxes of all pages that are arranged at once. */
export function layout(boxes: readonly Box[], links: readonly Link[], together = boxes.length): Map<string, Point> {
  const few = boxes.length <= MOST_FOR_DAGRE && together <= MOST_TOGETHER;
  return wrapped(boxes, besideTall(boxes, few ? layered(boxes, links) : quick(boxes, links)));
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

/**
 * Long chains as lines of a text: the columns go from left to right until a line is full, and on in the next one below.
 * What is not much wider than high stays as it is.
 */
export function wrapped(boxes: readonly Box[], places: Map<string, Point>): Map<string, Point> {
  const columns = columnsIn(boxes, places);
  const width = columns.reduce((sum, column) => sum + column.right - column.left + COLUMN_GAP, -COLUMN_GAP);
  const height = Math.max(...columns.map((column) => column.bottom - column.top), 1);
  if (columns.length < FEWEST_TO_WRAP || width < WIDEST * height) return places;
  let lines = linesOf(columns, width);
  for (let count = 2; count < columns.length; count++) {
    const next = linesOf(columns, width / count);
    if (Math.max(...next.map(lengthOf)) < PAGE_SHAPE * heightOf(next)) break;
    lines = next;
  }
  const found = new Map<string, Point>();
  let y = 0;
  for (const line of lines) {
    const top = Math.min(...line.map((column) => column.top));
    const left = line[0].left;
    for (const { boxes: own } of line) {
      for (const key of own) {
        const [x, old] = places.get(key)!;
        found.set(key, [Math.round(x - left), Math.round(old - top + y)]);
      }
    }
    y += Math.max(...line.map((column) => column.bottom)) - top + LINE_GAP;
  }
  return found;
}

/** Beside a frame of many lines everything begins where its first line does. */
function besideTall(boxes: readonly Box[], places: Map<string, Point>): Map<string, Point> {
  const heights = boxes.map(({ height }) => height).sort((a, b) => a - b);
  if (!heights.length || heights.at(-1)! < TALL * heights[heights.length >> 1]) return places;
  const found = new Map<string, Point>();
  for (const { boxes: own, top } of columnsIn(boxes, places)) {
    for (const key of own) {
      const [x, y] = places.get(key)!;
      found.set(key, [x, Math.round(y - top)]);
    }
  }
  return found;
}

interface Column {
  boxes: string[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Groups of boxes between which a vertical line can be drawn. */
function columnsIn(boxes: readonly Box[], places: ReadonlyMap<string, Point>): Column[] {
  const placed = boxes.map(({ key, width, height }) => {
    const [left, top] = places.get(key)!;
    return { key, left, top, right: left + width, bottom: top + height };
  });
  const found: Column[] = [];
  for (const { key, left, right, top, bottom } of placed.sort((a, b) => a.left - b.left)) {
    const last = found.at(-1);
    if (!last || left >= last.right) {
      found.push({ boxes: [key], left, right, top, bottom });
      continue;
    }
    last.boxes.push(key);
    last.right = Math.max(last.right, right);
    last.top = Math.min(last.top, top);
    last.bottom = Math.max(last.bottom, bottom);
  }
  return found;
}

function linesOf(columns: readonly Column[], room: number): Column[][] {
  const lines: Column[][] = [];
  for (const column of columns) {
    const line = lines.at(-1);
    if (line && column.right - line[0].left <= room) line.push(column);
    else lines.push([column]);
  }
  return lines;
}

function lengthOf(line: readonly Column[]): number {
  return line.at(-1)!.right - line[0].left;
}

function heightOf(lines: readonly Column[][]): number {
  const height = (line: Column[]) =>
    Math.max(...line.map((column) => column.bottom)) - Math.min(...line.map((column) => column.top));
  return lines.reduce((sum, line) => sum + height(line) + LINE_GAP, -LINE_GAP);
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
