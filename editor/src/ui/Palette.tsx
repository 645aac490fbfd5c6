/** All ops, to search, read about and put on the page. */
import { useDeferredValue, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { addOp } from "../actions";
import { FAMILY, FOLDER } from "../insertable";
import { summaryOf } from "../ops";
import type { OpInfo } from "../protocol";
import { found } from "../search";
import { useEditor } from "../state";
import { familyHue } from "../colour";
import { CutName } from "./CutName";
import { SearchBox } from "./SearchBox";

export const DRAG_TYPE = "application/x-graphops-op";
const COMMON = "common";

export function Palette() {
  const ops = useEditor((state) => state.ops);
  const common = useEditor((state) => state.common);
  const query = useEditor((state) => state.search);
  const late = useDeferredValue(query);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const insertable = useEditor((state) => state.insertable);
  const all = useMemo(() => {
    const infos = [...ops.values(), ...[...insertable.values()].map(({ info }) => info)];
    return infos.sort((a, b) => a.name.localeCompare(b.name));
  }, [ops, insertable]);
  const shown = useMemo(() => found(all, late, common), [all, late, common]);
  const families = useMemo(() => (late ? null : grouped(shown, ops, common)), [shown, late, ops, common]);
  const current = Math.min(active, shown.length - 1);
  const byRow = families ? families.flatMap(([, list]) => list) : shown;
  const chosen: OpInfo | undefined = byRow[current];

  function onKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = Math.max(0, Math.min(byRow.length - 1, current + (event.key === "ArrowDown" ? 1 : -1)));
      setActive(next);
      list.current?.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      // The list may be a moment behind what was typed: Enter means the words that are there.
      const wanted = late === query ? chosen : found(all, query, common)[0];
      if (wanted) addOp(wanted.name, undefined, !event.shiftKey);
    }
  }

  let row = -1;
  const item = (op: OpInfo, kind = "palette-item") => {
    row++;
    const number = row;
    const active = number === current;
    return (
      <Item
        key={op.name}
        op={op}
        row={number}
        active={active}
        testId={`${kind}-${op.name}`}
        onActive={() => setActive(number)}
      />
    );
  };
  return (
    <section className="palette" aria-label="Ops">
      <SearchBox
        what="ops"
        count={ops.size}
        onWords={() => setActive(0)}
        aria-controls="palette-list"
        aria-activedescendant={chosen && `op-row-${current}`}
        role="combobox"
        aria-expanded="true"
        onKeyDown={onKey}
      />
      <div className="palette-list" id="palette-list" role="listbox" aria-label="Ops" ref={list}>
        {families
          ? families.map(([family, members]) => (
              <div key={family} role="group" aria-label={family}>
                <div className="palette-family">{family.replaceAll("_", " ")}</div>
                {members.map((op) => item(op, family === COMMON ? "common-item" : undefined))}
              </div>
            ))
          : shown.map((op) => item(op))}
        {!shown.length && <p className="empty">No op has “{late}” in its name or text.</p>}
      </div>
      {chosen && <OpDoc op={chosen} scrolls />}
    </section>
  );
}

/** Families of ops, after the group of those that people begin with. */
function grouped(
  ops: readonly OpInfo[],
  byName: ReadonlyMap<string, OpInfo>,
  common: readonly string[],
): [string, OpInfo[]][] {
  const map = new Map<string, OpInfo[]>();
  for (const op of ops) {
    const family = op.package === "graphops" || !op.package ? op.family || "ops" : `${op.package} · ${op.family}`;
    const list = map.get(family);
    if (list) list.push(op);
    else map.set(family, [op]);
  }
  const first = common.flatMap((name) => byName.get(name) ?? []);
  const rank = (family: string) => [FAMILY, FOLDER].indexOf(family) + 1 || 3; // what people draw with first
  const families = [...map].sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
  return first.length ? [[COMMON, first], ...families] : families;
}

interface ItemProps {
  op: OpInfo;
  row: number;
  active: boolean;
  testId: string;
  onActive(): void;
}

function Item({ op, row, active, testId, onActive }: ItemProps) {
  return (
    <div
      id={`op-row-${row}`}
      className={active ? "palette-item active" : "palette-item"}
      role="option"
      aria-selected={active}
      data-row={row}
      data-testid={testId}
      draggable
      title={summaryOf(op)}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.setData(DRAG_TYPE, op.name);
        event.dataTransfer.effectAllowed = "copy";
      }}
      onClick={onActive}
      onDoubleClick={(event) => addOp(op.name, undefined, !event.shiftKey)}
    >
      <span className="swatch" style={{ background: `hsl(${familyHue(op.family)} 55% 55%)` }} />
      <CutName name={op.name} className="op-name" />
      <span className="op-summary">{summaryOf(op)}</span>
    </div>
  );
}

/** An op's documentation: its text, inputs, outputs and attrs. */
export function OpDoc({ op, scrolls }: { op: OpInfo; scrolls?: boolean }) {
  const Title = scrolls ? "h2" : "h3"; // in the details it stands below a heading
  const rest = op.doc.split("\n").slice(1).join("\n").trim();
  return (
    <div
      className="op-doc"
      data-testid="op-doc"
      {...(scrolls ? { tabIndex: 0, role: "region", "aria-label": `About ${op.name}` } : {})}
    >
      <Title>
        {op.name}
        {op.stateful && <span className="tag">stateful</span>}
        {op.package && op.package !== "graphops" && <span className="tag">{op.package}</span>}
      </Title>
      <p>{summaryOf(op)}</p>
      {rest && <pre>{rest.replace(/^ {4}/gm, "")}</pre>}
      <dl>
        {op.inputs.map((arg) => (
          <div key={`in ${arg.name}`}>
            <dt>{arg.name}</dt>
            <dd>{arg.type ? `in · ${arg.type}` : "in"}</dd>
          </div>
        ))}
        {op.outputs.map((arg) => (
          <div key={`out ${arg.name}`}>
            <dt>{arg.name}</dt>
            <dd>{arg.type ? `out · ${arg.type}` : "out"}</dd>
          </div>
        ))}
        {op.attrs
          .filter((attr) => !attr.inferred)
          .map((attr) => (
            <div key={`attr ${attr.name}`}>
              <dt>{attr.name}</dt>
              <dd>
                {attr.allowed ? attr.allowed.join(" | ") : attr.type}
                {attr.default !== undefined && ` = ${JSON.stringify(attr.default)}`}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
