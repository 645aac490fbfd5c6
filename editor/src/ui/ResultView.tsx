/** What a block computed: a line on the block, or everything. */
import { useEffect, useState } from "react";
import { lookAt } from "../statistics";
import type { Summary } from "../protocol";
import { docOf, useEditor } from "../state";
import { cellText, exactNumber, number, shortDtype, shortShape } from "../words";
import { ColourImage, isPicture } from "./ColourImage";
import { Curve } from "./Curve";
import { Histogram } from "./Histogram";
import { ResultFiles } from "./ResultFiles";
import { SliceImage } from "./SliceImage";
import { ValueTable } from "./ValueTable";

/**
 * The pin of a result: the part of its key behind "result_", with the number of a list as pins have it. Names of
 * outputs may end with a number too ("reserve_space_1"): which ones there are, the op says.
 */
export function pinOfResult(key: string, outputs: readonly string[]): string {
  const name = key.replace(/^result_/, "");
  return outputs.includes(name) ? name : name.replace(/_(\d+)$/, ":$1");
}

export function firstText(summary: Summary): string {
  if (!summary.count) return "no elements";
  if (!summary.first?.length) return summary.text ?? "";
  const shown = summary.first.map((value) => cellText(value, summary.dtype)).join(", ");
  return summary.count > summary.first.length ? `${shown}, …` : shown;
}

/** The full pin of a result of a block. */
function useResultPin(path: string, key: string): string {
  const outputs = useEditor((state) => state.ops.get(docOf(state).blocks.get(path)?.op ?? "")?.outputs);
  return `${path}:${pinOfResult(key, outputs?.map(({ name }) => name) ?? [])}`;
}

export function ResultLine({ path, name, summary }: { path: string; name: string; summary: Summary }) {
  const pin = useResultPin(path, name);
  useEffect(() => lookAt(path, name, pin), [path, name, pin, summary]);
  const odd = oddText(summary);
  return (
    <div className="result-line">
      <div className="result-name">
        <code>{name}</code>
        <span className="result-type">
          {shortDtype(summary.dtype)} {shortShape(summary.shape)}
        </span>
      </div>
      <div className="result-first" title={firstText(summary)}>
        {firstText(summary)}
      </div>
      <div className="result-stats">
        {summary.mean !== undefined && summary.mean !== null && (
          <span>
            {short(summary.min, summary.dtype)} … {short(summary.max, summary.dtype)} · mean {short(summary.mean)}
          </span>
        )}
        {odd && <span className="odd">{odd}</span>}
        {summary.history ? (
          <Curve values={summary.history} width={56} height={14} />
        ) : (
          summary.histogram && <Histogram histogram={summary.histogram} width={56} height={14} />
        )}
      </div>
    </div>
  );
}

/** Exactly the number if it is not long, else about it. */
function short(value: Summary["min"], dtype?: string): string {
  const exact = exactNumber(value, dtype);
  return exact.length <= 9 || typeof value !== "number" ? exact : number(Number(value.toPrecision(4)));
}

function oddText(summary: Summary): string {
  const parts = [];
  if (summary.nans) parts.push(`${summary.nans} NaN`);
  if (summary.infs) parts.push(`${summary.infs} inf`);
  return parts.join(", ");
}

type View = "summary" | "table" | "image" | "colours";

/** All results of a block, one at a time, as statistics, values or images. */
export function ResultView({ path, pins }: { path: string; pins: Readonly<Record<string, Summary>> }) {
  const keys = Object.keys(pins);
  const [chosen, setChosen] = useState(keys[0]);
  const [view, setView] = useState<View>("summary");
  const stale = useEditor((state) => state.runs.get(path)?.status === "stale");
  const key = pins[chosen] ? chosen : (keys[0] ?? "");
  const pin = useResultPin(path, key);
  useEffect(() => lookAt(path, key, pin), [path, key, pin, pins]);
  if (!key) return <p className="empty">This block has no outputs.</p>;
  const summary = pins[key];
  const numeric = summary.mean !== undefined && summary.mean !== null;
  const views: View[] = numeric && summary.shape.length >= 2 ? ["summary", "table", "image"] : ["summary", "table"];
  if (numeric && isPicture(summary.shape)) views.push("colours");
  const current = views.includes(view) ? view : "summary";
  return (
    <div className="result-view">
      <div className="result-name">
        {keys.length > 1 ? (
          <select value={key} aria-label="Output" onChange={(event) => setChosen(event.target.value)}>
            {keys.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <code>{key}</code>
        )}
        <span className="result-type">
          {shortDtype(summary.dtype)} {shortShape(summary.shape)}
        </span>
      </div>
      {stale && (
        <p className="stale-note" data-testid={`stale-${path}`}>
          <strong>stale</strong> of the page as it was before an edit
        </p>
      )}
      <div className="tabs" role="tablist">
        {views.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === current}
            data-testid={`result-tab-${name}`}
            onClick={() => setView(name)}
          >
            {name === "table" ? "values" : name}
          </button>
        ))}
      </div>
      {current === "summary" && <Statistics summary={summary} />}
      {current === "table" && <ValueTable pin={pin} summary={summary} />}
      {current === "image" && <SliceImage pin={pin} summary={summary} />}
      {current === "colours" && <ColourImage pin={pin} summary={summary} />}
      <ResultFiles pin={pin} summary={summary} />
    </div>
  );
}

/** Counts stand two in a row; of minimum and the like every digit is shown, which may take the whole of it. */
function classOf(name: string, value: unknown): string | undefined {
  if (["minimum", "maximum", "mean", "deviation"].includes(name)) return "whole";
  return (name === "NaN" || name === "infinite") && value ? "odd" : undefined;
}

function Statistics({ summary }: { summary: Summary }) {
  const rows = [
    ["elements", summary.count.toLocaleString("en")],
    ["zeros", summary.zeros],
    ["minimum", summary.min == null ? null : exactNumber(summary.min, summary.dtype)],
    ["maximum", summary.max == null ? null : exactNumber(summary.max, summary.dtype)],
    ["mean", summary.mean],
    ["deviation", summary.std],
    ["NaN", summary.nans],
    ["infinite", summary.infs],
  ] as const;
  return (
    <div className="statistics" tabIndex={0} role="group" aria-label="statistics">
      {summary.history && <Curve values={summary.history} width={280} height={72} axis />}
      {!summary.history && summary.histogram && (
        <Histogram histogram={summary.histogram} width={280} height={72} axis />
      )}
      <dl>
        {rows.map(([name, value]) =>
          value === undefined || value === null ? null : (
            <div key={name} className={classOf(name, value)}>
              <dt>{name}</dt>
              <dd>{typeof value === "string" ? value : number(value)}</dd>
            </div>
          ),
        )}
      </dl>
      <p className="first">{firstText(summary)}</p>
    </div>
  );
}
