/** What the page that is open has and takes, by sub-page and block, as the service counts it. */
import { useEffect, useState } from "react";
import { api } from "../api";
import { toPage } from "../doc";
import { tell } from "../files";
import { isPageKey, nameOf, parentOf, pathOf } from "../pins";
import type { Figures, StatisticsAnswer } from "../protocol";
import { doc, editor } from "../state";
import { amount, bytes, counted } from "../words";
import { Window } from "./Window";

const LARGEST = 2 ** 31;

export function StatisticsDialog() {
  const [scope, setScope] = useState(() => editor.get().page);
  const [size, setSize] = useState(1);
  const [found, setFound] = useState<StatisticsAnswer | null>(null);
  useEffect(() => {
    let wanted = true;
    api.statistics(toPage(doc(), false), scope, size).then((answer) => {
      if (wanted) setFound(answer);
    }, tell);
    return () => {
      wanted = false;
    };
  }, [scope, size]);
  return (
    <Window title="Statistics" wide>
      <div className="statistics-scope">
        <span>
          {scope && (
            <>
              <button
                type="button"
                className="link"
                data-testid="statistics-outer"
                onClick={() => setScope(parentOf(scope))}
              >
                {parentOf(scope) || "page"}
              </button>
              {" / "}
            </>
          )}
          <b>{scope ? nameOf(scope) : "page"}</b>
        </span>
        <label>
          unknown sizes count as{" "}
          <input
            type="number"
            min={1}
            max={LARGEST}
            defaultValue={1}
            data-testid="statistics-size"
            onChange={(event) => {
              const typed = event.target.valueAsNumber;
              if (Number.isSafeInteger(typed) && typed >= 1 && typed <= LARGEST) setSize(typed);
            }}
          />
        </label>
      </div>
      {found ? <Table found={found} enter={setScope} /> : <p className="muted">counting …</p>}
      <p className="muted">
        Multiply-adds are those of convolutions and matrix products, without padding. Activations are the results of all
        blocks together.
        {found &&
          found.total.unknown > 0 &&
          ` ${counted(found.total.unknown, "node")} of unknown shape count for less.`}
        {found && found.left_out > 0 && ` Not counted for a problem: ${counted(found.left_out, "block")}.`}
      </p>
    </Window>
  );
}

function Table({ found, enter }: { found: StatisticsAnswer; enter(scope: string): void }) {
  const rows = found.rows.filter((row) => row.parameters || row.multiply_adds || row.activation_bytes || row.unknown);
  return (
    <div className="value-table statistics" data-testid="statistics-table" tabIndex={0} role="group" aria-label="Parts">
      <table>
        <thead>
          <tr>
            <th scope="col">part</th>
            <th scope="col">parameters</th>
            <th scope="col">memory</th>
            <th scope="col">multiply-adds</th>
            <th scope="col">activations</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, ...figures }) => (
            <tr key={name ?? ""} data-testid={`statistics-${name ?? "others"}`}>
              <th scope="row">
                <Part name={name} enter={enter} />
              </th>
              <Cells figures={figures} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr data-testid="statistics-total">
            <th scope="row">total</th>
            <Cells figures={found.total} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Part({ name, enter }: { name: string | null; enter(scope: string): void }) {
  if (name === null) return "all others";
  if (!isPageKey(name)) return nameOf(name);
  return (
    <button type="button" className="link" onClick={() => enter(pathOf(name))}>
      {nameOf(name)}/
    </button>
  );
}

function Cells({ figures }: { figures: Figures }) {
  const exactly = (count: number) => count.toLocaleString("en");
  return (
    <>
      <td title={exactly(figures.parameters)}>{amount(figures.parameters)}</td>
      <td title={exactly(figures.parameter_bytes)}>{bytes(figures.parameter_bytes)}</td>
      <td title={exactly(figures.multiply_adds)}>{amount(figures.multiply_adds)}</td>
      <td title={exactly(figures.activation_bytes)}>{bytes(figures.activation_bytes)}</td>
    </>
  );
}
