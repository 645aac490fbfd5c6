/** A sub-page: a box that hides what it holds, or a frame around it. */
import { memo } from "react";
import { Handle, Position, type NodeProps } from "@xyflow/react";
import { enter, toggleCollapse } from "../actions";
import { heat } from "../colour";
import type { Doc } from "../doc";
import { foldOf } from "../fold";
import { blocksWithin, HEADER, ROW, type PinRow } from "../geometry";
import { isWithin, nameOf, parsePin, pathOf } from "../pins";
import { matches } from "../search";
import { docOf, editor, useEditor, type EditorState } from "../state";
import { duration, typeText } from "../words";
import { ControlHandles, type ItemNode } from "./BlockNode";
import { Icon } from "./Icon";

const MOST_ROWS = 12;

export const PageNode = memo(function PageNode({ id, data, selected, type }: NodeProps<ItemNode>) {
  const { shape, blocks } = data.item;
  const path = pathOf(id);
  const tested = useEditor((state) => (docOf(state).blocks.has(path) ? id : path)); // its name for tests
  const box = type === "box";
  const kind = useEditor((state) => docOf(state).pages.get(path)?.composite?.kind);
  const problems = useEditor((state) => countWithin(state.check.byBlock, path) + countWithin(state.runProblems, path));
  const running = useEditor((state) => state.run.running && !!state.run.block && isWithin(state.run.block, path));
  const seconds = useEditor((state) => (box ? secondsWithin(state, path) : 0));
  const hits = useEditor((state) => (state.mode === "viewer" && box && state.search ? hitsWithin(state, path) : 0));
  const total = useEditor((state) => (box && state.trace ? totalOf(state.trace) : 0));
  const warmth = total ? { background: heat(seconds / total), color: "#1c1710" } : {};
  const what = useEditor((state) => (box ? whatIsIn(docOf(state), state.check.nodes, path, shape.outputs) : ""));
  if (data.item.thin) return <div className="frame thin" data-testid={`block-${tested}`} />;
  const status = problems ? "error" : running ? "running" : "idle";
  return (
    <div
      className={`${box ? "box" : "frame"} status-${status}${selected ? " selected" : ""}${hits ? " hit" : ""}`}
      data-testid={`block-${tested}`}
    >
      <ControlHandles path={tested} />
      <div className="block-head" style={{ height: HEADER, ...warmth }} onDoubleClick={() => enter(path)}>
        <button
          type="button"
          className="twist nodrag"
          aria-expanded={!box}
          aria-label={box ? `Expand ${nameOf(id)}` : `Collapse ${nameOf(id)}`}
          data-testid={`collapse-${path}`}
          onClick={() => toggleCollapse(path)}
          onDoubleClick={(event) => event.stopPropagation()} // two clicks, not one on the head
        >
          {box ? "▸" : "▾"}
        </button>
        <strong>{data.item.label}</strong>
        <span className="block-id">
          {blocks} block{blocks === 1 ? "" : "s"}
        </span>
        {seconds > 0 && <span className="time">{duration(seconds)}</span>}
        <button
          type="button"
          className="twist enter nodrag"
          aria-label={`Enter ${nameOf(id)}`}
          title="Enter (Enter)"
          data-testid={`enter-${path}`}
          onClick={() => enter(path)}
        >
          <Icon name="open" />
        </button>
      </div>
      {box && (
        <>
          <div className="box-note" style={{ top: HEADER, height: 24 }} title={what}>
            {problems > 0
              ? `${problems} problem${problems === 1 ? "" : "s"} inside`
              : hits > 0
                ? `${hits} found inside`
                : kind || what || "sub-page"}
          </div>
          <Pins rows={shape.inputs} side="in" path={path} />
          <Pins rows={shape.outputs} side="out" path={path} />
        </>
      )}
      {!box && blocks === 0 && (
        <div className="box-note" style={{ top: HEADER }}>
          empty: enter it to add blocks
        </div>
      )}
    </div>
  );
});

function Pins({ rows, side, path }: { rows: readonly PinRow[]; side: "in" | "out"; path: string }) {
  const input = side === "in";
  return rows.map((row, index) => (
    <div
      key={row.handle}
      className={`pin ${side}${row.wired ? " wired" : ""}`}
      style={{ top: row.y - ROW / 2, height: ROW }}
    >
      <Handle
        type={input ? "target" : "source"}
        position={input ? Position.Left : Position.Right}
        id={row.handle}
        title={row.pin}
        data-testid={`pin-${side}-${path}-${row.label.replace(/\[(\d+)\]$/, "-$1")}`}
      />
      {index < MOST_ROWS - 1 && (
        <span className="pin-name" style={{ maxWidth: row.room }}>
          {row.label}
        </span>
      )}
      {index === MOST_ROWS - 1 && (
        <span className="pin-name" data-testid={`more-${side}-${path}`}>
          {rows.length === MOST_ROWS ? row.label : `and ${rows.length - MOST_ROWS + 1} more`}
        </span>
      )}
    </div>
  ));
}

const opsWithin = new WeakMap<Doc["blocks"], Map<string, string>>();
const MOST_OPS = 3; // that a box names

/** The ops in a page, the most frequent first. */
function opsIn(doc: Doc, page: string): string {
  let known = opsWithin.get(doc.blocks);
  if (!known) opsWithin.set(doc.blocks, (known = new Map()));
  let text = known.get(page);
  if (text === undefined) {
    const counts = new Map<string, number>();
    const { constants } = foldOf(doc);
    for (const path of blocksWithin(doc, page)) {
      const op = doc.blocks.get(path)!.op;
      if (!constants.has(path)) counts.set(op, (counts.get(op) ?? 0) + 1);
    }
    const ops = [...counts].sort((a, b) => b[1] - a[1]).map(([op, count]) => (count > 1 ? `${count} ${op}` : op));
    text = ops.slice(0, MOST_OPS).join(", ") + (ops.length > MOST_OPS ? ", …" : "");
    known.set(page, text);
  }
  return text;
}

/** What a box holds and gives: its ops, and the type of its first output. */
function whatIsIn(doc: Doc, nodes: EditorState["check"]["nodes"], page: string, outputs: readonly PinRow[]): string {
  const first = outputs[0] && parsePin(outputs[0].pin);
  const found =
    first && nodes[first.block]?.outputs.find(({ pin, number }) => pin === first.pin && number === first.number);
  const ops = opsIn(doc, page);
  return found ? `${typeText(found)} · ${ops}` : ops;
}

const totals = new WeakMap<object, number>();

function totalOf(trace: Readonly<Record<string, number>>): number {
  let total = totals.get(trace);
  if (total === undefined) totals.set(trace, (total = Object.values(trace).reduce((sum, seconds) => sum + seconds, 0)));
  return total;
}

function countWithin(map: ReadonlyMap<string, readonly unknown[]>, page: string): number {
  let count = 0;
  for (const [path, list] of map) if (isWithin(path, page)) count += list.length;
  return count;
}

function secondsWithin(state: EditorState, page: string): number {
  let sum = 0;
  if (state.trace) {
    for (const [path, seconds] of Object.entries(state.trace)) if (isWithin(path, page)) sum += seconds;
  } else for (const [path, run] of state.runs) if (isWithin(path, page)) sum += run.seconds ?? 0;
  return sum;
}

function hitsWithin(state: EditorState, page: string): number {
  let count = 0;
  for (const [path, block] of state.history.present.blocks) {
    if (isWithin(path, page) && matches(editor.get().search, path, block)) count++;
  }
  return count;
}
