/** What a block computed: a line on the block, or everything. */
import { useState } from "react";
import type { Summary } from "../protocol";
import { number, shortDtype, shortShape } from "../words";
import { Histogram } from "./Histogram";
import { SliceImage } from "./SliceImage";
import { ValueTable } from "./ValueTable";

/** The pin of a result: the part of its key behind "result_", with the number of a list as pins have it. */
export function pinOfResult(key: string): string {
  return key.replace(/^result_/, "").replace(/_(\d+)$/, ":$1");
}

export function firstText(summary: Summary): string {
  if (!summary.first) return summary.text ?? "";
  const shown = summary.first.map((value) => number(value)).join(", ");
  return summary.count > summary.first.length ? `${shown}, …` : shown;
}

export function ResultLine({ name, summary }: { name: string; summary: Summary }) {
  const odd = oddText(summary);
  return (
    <div className="result-line">
      <div className="result-name">
        <code>{name}</code>
        <span className="result-type">
          {shortDtype(summary.dtype)} {shortShape(summary.shape)}
        </span>
      </div>
      <div className="result-first" title={summary.text ?? firstText(summary)}>
        {firstText(summary)}
      </div>
      <div className="result-stats">
        {summary.mean !== undefined && summary.mean !== null && (
          <span>
            {number(short(summary.min))} … {number(short(summary.max))} · mean {number(short(summary.mean))}
          </span>
        )}
        {odd && <span className="odd">{odd}</span>}
        {summary.histogram && <Histogram histogram={summary.histogram} width={56} height={14} />}
      </div>
    </div>
  );
}

function short(value: Summary["min"]): Summary["min"] {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

function oddText(summary: Summary): string {
  const parts = [];
  if (summary.nans) parts.push(`${summary.nans} NaN`);
  if (summary.infs) parts.push(`${summary.infs} inf`);
  return parts.join(", ");
}

type View = "summary" | "table" | "image";

/** All results of a block, one at a time, as statistics, values or images. */
export function ResultView({ path, pins }: { path: string; pins: Readonly<Record<string, Summary>> }) {
  const keys = Object.keys(pins);
  const [chosen, setChosen] = useState(keys[0]);
  const [view, setView] = useState<View>("summary");
  const key = pins[chosen] ? chosen : keys[0];
  if (!key) return <p className="empty">This block has no outputs.</p>;
  const summary = pins[key];
  const numeric = summary.mean !== undefined && summary.mean !== null;
  const views: View[] = numeric && summary.shape.length >= 2 ? ["summary", "table", "image"] : ["summary", "table"];
  const current = views.includes(view) ? view : "summary";
  const pin = `${path}:${pinOfResult(key)}`;
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
    </div>
  );
}

function Statistics({ summary }: { summary: Summary }) {
  const rows = [
    ["elements", summary.count.toLocaleString("en")],
    ["minimum", summary.min],
    ["maximum", summary.max],
    ["mean", summary.mean],
    ["deviation", summary.std],
    ["zeros", summary.zeros],
    ["NaN", summary.nans],
    ["infinite", summary.infs],
  ] as const;
  return (
    <div className="statistics">
      {summary.histogram && <Histogram histogram={summary.histogram} width={280} height={72} axis />}
      <dl>
        {rows.map(([name, value]) =>
          value === undefined || value === null ? null : (
            <div key={name} className={(name === "NaN" || name === "infinite") && value ? "odd" : undefined}>
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
