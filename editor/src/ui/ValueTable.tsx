/** Values in rows and columns: the last two axes, a window of them at a time. */
import { useState } from "react";
import type { Json } from "../json";
import type { Summary } from "../protocol";
import { cellText } from "../words";
import { AxisSliders } from "./AxisSliders";
import { useValue } from "./useValue";

const ROWS = 20;
const COLUMNS = 10;

export function ValueTable({ pin, summary }: { pin: string; summary: Summary }) {
  const { shape } = summary;
  const rank = shape.length;
  const [at, setAt] = useState<number[]>(() => shape.map(() => 0));
  const shown = rank >= 2 ? [rank - 2, rank - 1] : rank === 1 ? [0] : [];
  const start = shape.map((size, axis) => Math.max(0, Math.min(at[axis] ?? 0, size - 1)));
  const most = (axis: number) => (axis === rank - 1 && rank >= 2 ? COLUMNS : ROWS);
  const count = shape.map((size, axis) =>
    shown.includes(axis) ? Math.min(most(axis), size - start[axis]) : Math.min(1, size),
  );
  const { answer, fault } = useValue(pin, { kind: "table", start, count });
  if (fault) return <p className="empty odd">{fault}</p>;
  if (!answer) return <p className="empty">…</p>;
  const rows = asRows(answer.values ?? null, rank);
  const move = (axis: number, by: number) =>
    setAt(start.map((old, index) => (index === axis ? Math.max(0, Math.min(shape[axis] - 1, old + by)) : old)));
  return (
    <div className="value-table">
      <AxisSliders shape={shape} shown={shown} at={start} onChange={setAt} />
      <div className="table-scroll">
        <table data-testid="value-table">
          {rank >= 2 && (
            <thead>
              <tr>
                <th />
                {rows[0]?.map((_, column) => (
                  <th key={column}>{start[rank - 1] + column}</th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {rank >= 1 && <th>{start[shown[0]] + index}</th>}
                {row.map((value, column) => (
                  <td key={column}>{cellText(value, summary.dtype)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="pager">
        {shown.map((axis, index) =>
          shape[axis] > most(axis) ? (
            <span key={axis}>
              {index === 0 ? "rows" : "columns"}
              <button type="button" aria-label="back" disabled={!start[axis]} onClick={() => move(axis, -most(axis))}>
                ‹
              </button>
              {start[axis]}–{start[axis] + count[axis] - 1} of {shape[axis]}
              <button
                type="button"
                aria-label="on"
                disabled={start[axis] + count[axis] >= shape[axis]}
                onClick={() => move(axis, most(axis))}
              >
                ›
              </button>
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

/** Rows of a nested list whose outer axes have one element each. */
function asRows(values: Json, rank: number): Json[][] {
  let found = values;
  for (let axis = 0; axis < rank - 2; axis++) found = Array.isArray(found) ? (found[0] ?? []) : found;
  if (!Array.isArray(found)) return [[found]];
  return found.map((row) => (Array.isArray(row) && rank >= 2 ? row : [row]));
}
