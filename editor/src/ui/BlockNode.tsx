/** A block on the canvas: its pins, attrs, state and results, at the places that geometry.ts computed. */
import { memo, useMemo } from "react";
import { Handle, Position, type Node, type NodeProps } from "@xyflow/react";
import { familyHue, heat } from "../colour";
import { ATTR_ROW, HEADER, OPEN_RESULT, PROBLEM, RESULT, ROW, type PinRow } from "../geometry";
import { pinText } from "../pins";
import { merged } from "../problems";
import type { Problem } from "../protocol";
import type { Item } from "../scene";
import { matches } from "../search";
import { docOf, editor, focusField, select, useEditor } from "../state";
import { duration } from "../words";
import { CutName } from "./CutName";
import { Icon } from "./Icon";
import { ResultLine, ResultView } from "./ResultView";

export type ItemNode = Node<{ item: Item }, "block" | "box" | "frame">;

const NONE: readonly Problem[] = [];

/** What is wrong with a block. */
export function useProblems(path: string) {
  const checked = useEditor((state) => state.check.byBlock.get(path) ?? NONE);
  const ran = useEditor((state) => state.runProblems.get(path) ?? NONE);
  return useMemo(() => merged(checked, ran), [checked, ran]);
}

export const BlockNode = memo(function BlockNode({ id, data, selected }: NodeProps<ItemNode>) {
  const { shape } = data.item;
  const block = useEditor((state) => docOf(state).blocks.get(id));
  const run = useEditor((state) => state.runs.get(id));
  const family = useEditor((state) => state.ops.get(block?.op ?? "")?.family ?? "");
  const skipped = useEditor((state) => state.check.skipped.has(id));
  const rests = useEditor((state) => state.muted.get(id) ?? (docOf(state).blocks.get(id)?.mode === "muted" ? id : ""));
  const notRun = useEditor((state) => (state.run.running ? "" : (state.run.notRun[id] ?? "")));
  const traced = useEditor((state) => state.trace?.[id]);
  const longest = useEditor((state) => (state.trace ? longestOf(state.trace) : 0));
  const marks = useEditor((state) => marksOf(docOf(state).fetches, docOf(state).init, docOf(state).feeds, id));
  const hit = useEditor((state) => state.mode === "viewer" && block !== undefined && matches(state.search, id, block));
  const problems = useProblems(id);
  if (!block) return null;
  const status = problems.length ? "error" : (run?.status ?? "idle");
  const says = notRun && status !== "error" ? `not run: ${notRun}` : status;
  const bad = new Set(problems.map((problem) => problem.pin));
  const seconds = traced ?? run?.seconds;
  const classes = ["block", `status-${status}`, selected && "selected", skipped && "skipped", hit && "hit"].filter(
    Boolean,
  );
  if (rests || block.mode) classes.push(rests ? "rests" : "bypassed");
  const words = rests && rests !== id ? `does not run: needs the muted block ${rests}` : block.mode;
  return (
    <div className={classes.join(" ")} data-testid={`block-${id}`} data-status={status}>
      <ControlHandles path={id} />
      <div
        className="block-head"
        style={{
          height: HEADER,
          boxShadow: `inset 3px 0 0 hsl(${familyHue(family)} 55% 55%)`,
          background: traced === undefined ? undefined : heat(longest ? traced / longest : 0),
          color: traced === undefined ? undefined : "#1c1710",
        }}
        onDoubleClick={() => focusField("first")}
      >
        <span className={`dot ${status}`} role="img" aria-label={says} title={says} />
        <CutName name={block.op} className="head-op" />
        <CutName name={data.item.label} className="block-id" />
        {marks.map((mark) => (
          <span key={mark} className={`mark ${mark}`}>
            {mark}
          </span>
        ))}
        {words && (
          <span className="mark mode" title={words}>
            {block.mode || "not run"}
          </span>
        )}
        {seconds !== undefined && seconds !== null && (
          <span className="time" title={run?.kernel ? `kernel ${run.kernel}` : undefined}>
            {duration(seconds)}
          </span>
        )}
      </div>
      {shape.inputs.map((row) => (
        <PinView key={row.handle} path={id} row={row} side="in" bad={bad.has(row.pin)} />
      ))}
      {shape.outputs.map((row) => (
        <PinView key={row.handle} path={id} row={row} side="out" bad={bad.has(row.pin)} />
      ))}
      {shape.attrs.length > 0 && (
        <div className="block-attrs" style={{ top: shape.attrsTop }}>
          {shape.attrs.map(([name, text]) => (
            <div
              key={name}
              className={bad.has(name) ? "bad" : undefined}
              style={{ height: ATTR_ROW }}
              title={`${name} = ${text}`}
              onDoubleClick={() => {
                select([id]);
                focusField(`attr-${id}-${name}`);
              }}
            >
              <span>{name}</span> {text}
            </div>
          ))}
        </div>
      )}
      {shape.results.length > 0 && run && (
        <div className="block-results" style={{ top: shape.resultsTop }} data-testid={`result-${id}`}>
          <button
            type="button"
            className="open-result nodrag"
            aria-label={shape.open ? "Show the result small" : "Show values and images"}
            title={shape.open ? "Show the result small" : "Values, images, statistics"}
            data-testid={`open-result-${id}`}
            onClick={() => toggleOpen(id)}
          >
            <Icon name={shape.open ? "shrink" : "expand"} />
          </button>
          {shape.open ? (
            <div className="nodrag nowheel open-view" style={{ height: OPEN_RESULT - 8 }}>
              <ResultView path={id} pins={run.pins} />
            </div>
          ) : (
            shape.results.map((key) => (
              <div key={key} style={{ height: RESULT }}>
                {/* The shape comes a moment after the results, which may be those of other pins. */}
                {run.pins[key] && <ResultLine path={id} name={key} summary={run.pins[key]} />}
              </div>
            ))
          )}
          {shape.moreResults > 0 && <div className="muted more">and {shape.moreResults} more</div>}
        </div>
      )}
      {shape.problem && problems.length > 0 && (
        <div
          className="block-problem"
          style={{ height: PROBLEM }}
          data-testid={`problem-${id}`}
          role="note"
          title={problems.map((problem) => [problem.message, ...problem.notes].join("\n")).join("\n\n")}
        >
          {problems[0].message}
          {problems.length > 1 && ` (and ${problems.length - 1} more)`}
        </div>
      )}
    </div>
  );
});

function toggleOpen(path: string): void {
  editor.set((state) => {
    const opened = new Set(state.opened);
    if (!opened.delete(path)) opened.add(path);
    return { opened };
  });
}

const longest = new WeakMap<object, number>();

function longestOf(trace: Readonly<Record<string, number>>): number {
  let found = longest.get(trace);
  if (found === undefined) longest.set(trace, (found = Math.max(0, ...Object.values(trace))));
  return found;
}

const MARKS: Record<string, readonly string[]> = {};

/** Which marks a block has; one list for each set of them, so that nothing is drawn again for an equal one. */
function marksOf(fetches: readonly string[], init: readonly string[], feeds: object, path: string): readonly string[] {
  const named = (pin: string) => pin === path || pin.startsWith(`${path}:`);
  const key = `${fetches.some(named) ? "fetch " : ""}${init.some(named) ? "init " : ""}${Object.keys(feeds).some(named) ? "feed" : ""}`;
  return (MARKS[key] ??= key.split(" ").filter(Boolean));
}

interface PinProps {
  path: string;
  row: PinRow;
  side: "in" | "out";
  bad: boolean;
}

function PinView({ path, row, side, bad }: PinProps) {
  const input = side === "in";
  const name = `${row.pin}${row.number === null ? "" : `-${row.number}`}`;
  return (
    <div
      className={`pin ${side}${bad ? " bad" : ""}${row.wired ? " wired" : ""}`}
      style={{ top: row.y - ROW / 2, height: ROW }}
    >
      <Handle
        type={input ? "target" : "source"}
        position={input ? Position.Left : Position.Right}
        id={row.handle}
        data-testid={`pin-${side}-${path}-${name}`}
        role="img"
        aria-label={`${input ? "input" : "output"} ${row.label}`}
        title={pinText(path, row.pin, row.number)}
      />
      <span className="pin-text" style={{ maxWidth: row.room }}>
        <span className="pin-name">{row.label}</span>
        {row.note && <span className={input ? "literal" : "pin-type"}>{row.note}</span>}
      </span>
    </div>
  );
}

/** For "runs after": from the end of one head to the beginning of another. */
export function ControlHandles({ path }: { path: string }) {
  return (
    <>
      <Handle
        type="target"
        position={Position.Left}
        id="in:^"
        className="control"
        style={{ top: HEADER / 2 }}
        data-testid={`pin-in-${path}-^`}
        title="runs after"
      />
      <Handle
        type="source"
        position={Position.Right}
        id="out:^"
        className="control"
        style={{ top: HEADER / 2 }}
        data-testid={`pin-out-${path}-^`}
        title="another block runs after this one"
      />
    </>
  );
}
