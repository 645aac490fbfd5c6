/** In the viewer, in the place of the palette: the blocks of the page, to search and go to. */
import { useCallback, useDeferredValue, useMemo, useState, type KeyboardEvent } from "react";
import { goTo } from "../actions";
import { matches } from "../search";
import { docOf, useEditor } from "../state";
import { duration } from "../words";
import { CutName } from "./CutName";
import { SearchBox } from "./SearchBox";

const MOST = 300;

export function BlockSearch() {
  const blocks = useEditor((state) => docOf(state).blocks);
  const trace = useEditor((state) => state.trace);
  const search = useEditor((state) => state.search);
  const late = useDeferredValue(search);
  const [active, setActive] = useState(0);
  const found = useCallback(
    (words: string) => {
      const all = [...blocks].filter(([path, block]) => !words.trim() || matches(words, path, block));
      if (trace) all.sort(([a], [b]) => (trace[b] ?? 0) - (trace[a] ?? 0));
      return all;
    },
    [blocks, trace],
  );
  const shown = useMemo(() => found(late), [found, late]);

  function onKey(event: KeyboardEvent): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by && event.key !== "Enter") return;
    event.preventDefault();
    const now = late === search ? shown : found(search); // the list may not be as far as the words that are typed
    const next = Math.max(0, Math.min(now.length - 1, active + by));
    setActive(next);
    if (now[next]) goTo(now[next][0]);
  }

  return (
    <section className="palette" aria-label="Blocks">
      <SearchBox what="blocks" count={blocks.size} onWords={() => setActive(0)} onKeyDown={onKey} />
      <div className="palette-list" role="listbox" aria-label="Blocks">
        {shown.slice(0, MOST).map(([path, block], index) => (
          <div
            key={path}
            className={index === active ? "palette-item active" : "palette-item"}
            role="option"
            aria-selected={index === active}
            title={`${path} · ${block.op}`}
            data-testid={`found-${path}`}
            onClick={() => {
              setActive(index);
              goTo(path);
            }}
          >
            <CutName name={path} className="op-name" />
            <span className="op-summary">
              {trace?.[path] === undefined ? "" : `${duration(trace[path])} · `}
              {block.op}
            </span>
          </div>
        ))}
        {shown.length > MOST && <p className="empty">and {shown.length - MOST} more</p>}
        {!shown.length && (
          <p className="empty">
            {late.trim() ? `No block has “${late.trim()}” in its name, op or attrs.` : "There are no blocks."}
          </p>
        )}
      </div>
    </section>
  );
}
