/** All ops, to search, read about and put on the page. */
import { useDeferredValue, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { addOp } from "../actions";
import { summaryOf } from "../ops";
import type { OpInfo } from "../protocol";
import { useEditor } from "../state";
import { familyHue } from "../colour";
import { SearchBox } from "./SearchBox";

export const DRAG_TYPE = "application/x-graphops-op";

/** Ops whose name has the words, those that begin with them first; then those whose text has them. */
export function found(ops: readonly OpInfo[], query: string): OpInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...ops];
  const ranked: [number, OpInfo][] = [];
  for (const op of ops) {
    const name = op.name.toLowerCase();
    const text = `${name} ${op.family} ${op.package} ${summaryOf(op)}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const inName = words.every((word) => name.includes(word));
    const rank = name === words[0] ? 0 : name.startsWith(words[0]) ? 1 : inName ? 2 : 3;
    ranked.push([rank, op]);
  }
  return ranked.sort(([a, one], [b, other]) => a - b || one.name.length - other.name.length).map(([, op]) => op);
}

export function Palette() {
  const ops = useEditor((state) => state.ops);
  const query = useEditor((state) => state.search);
  const late = useDeferredValue(query);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo(() => [...ops.values()].sort((a, b) => a.name.localeCompare(b.name)), [ops]);
  const shown = useMemo(() => found(all, late), [all, late]);
  const families = useMemo(() => grouped(late ? null : shown), [shown, late]);
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
      const wanted = late === query ? chosen : found(all, query)[0];
      if (wanted) addOp(wanted.name, undefined, !event.shiftKey);
    }
  }

  let row = -1;
  const item = (op: OpInfo) => {
    row++;
    const number = row;
    return <Item key={op.name} op={op} row={number} active={number === current} onActive={() => setActive(number)} />;
  };
  return (
    <section className="palette" aria-label="Ops">
      <SearchBox
        what="ops"
        count={ops.size}
        onWords={() => setActive(0)}
        aria-controls="palette-list"
        aria-activedescendant={chosen && `op-${chosen.name}`}
        role="combobox"
        aria-expanded="true"
        onKeyDown={onKey}
      />
      <div className="palette-list" id="palette-list" role="listbox" aria-label="Ops" ref={list}>
        {families
          ? families.map(([family, members]) => (
              <div key={family} role="group" aria-label={family}>
                <div className="palette-family">{family.replaceAll("_", " ")}</div>
                {members.map(item)}
              </div>
            ))
          : shown.map(item)}
        {!shown.length && <p className="empty">No op has “{late}” in its name or text.</p>}
      </div>
      {chosen && <OpDoc op={chosen} scrolls />}
    </section>
  );
}

function grouped(ops: readonly OpInfo[] | null): [string, OpInfo[]][] | null {
  if (!ops) return null;
  const map = new Map<string, OpInfo[]>();
  for (const op of ops) {
    const family = op.package === "graphops" || !op.package ? op.family || "ops" : `${op.package} · ${op.family}`;
    const list = map.get(family);
    if (list) list.push(op);
    else map.set(family, [op]);
  }
  return [...map].sort(([a], [b]) => a.localeCompare(b));
}

function Item({ op, row, active, onActive }: { op: OpInfo; row: number; active: boolean; onActive(): void }) {
  return (
    <div
      id={`op-${op.name}`}
      className={active ? "palette-item active" : "palette-item"}
      role="option"
      aria-selected={active}
      data-row={row}
      data-testid={`palette-item-${op.name}`}
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
      <span className="op-name">{op.name}</span>
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
