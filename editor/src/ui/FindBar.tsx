/** Ctrl+F: the blocks that have some words, to go to. */
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { goTo } from "../actions";
import { find } from "../find";
import { pathOf } from "../pins";
import { editor, useEditor } from "../state";
import { CutName } from "./CutName";
import { ToolButton } from "./Icon";

const MOST = 200; // rows

export function FindBar() {
  const open = useEditor((state) => state.find);
  return open ? <Open count={open} /> : null;
}

function Open({ count }: { count: number }) {
  const [words, setWords] = useState("");
  const [active, setActive] = useState(-1); // the row that was gone to
  const late = useDeferredValue(words);
  const history = useEditor((state) => state.history);
  const check = useEditor((state) => state.check);
  const runs = useEditor((state) => state.runs);
  const runProblems = useEditor((state) => state.runProblems);
  const search = (text: string) => find({ history, check, runs, runProblems }, text);
  const found = useMemo(() => search(late), [history, check, runs, runProblems, late]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [count]);
  const close = () => editor.set({ find: 0 });

  function go(index: number): void {
    const now = late === words ? found : search(words); // you may press Enter before the list has what you typed
    if (!now.length) return;
    const next = (index + now.length) % now.length;
    setActive(next);
    goTo(now[next].key);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event: KeyboardEvent): void {
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) go(active < 0 && by < 0 ? -1 : active + by);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section className="find" aria-label="Find on the page" data-testid="find" onKeyDown={onKey}>
      <div className="find-field">
        <input
          ref={field}
          type="search"
          placeholder="Name, op, kernel or problem"
          aria-label="Find blocks"
          data-testid="find-words"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(-1);
          }}
        />
        <span className="muted" data-testid="find-count" role="status">
          {late.trim() && `${active >= 0 ? `${active + 1} of ` : ""}${found.length}`}
        </span>
        <ToolButton icon="close" label="Close" keys="Esc" onClick={close} />
      </div>
      {late.trim() && (
        <div className="find-list" role="listbox" aria-label="Found" ref={list}>
          {found.slice(0, MOST).map(({ key, op, why }, index) => (
            <div
              key={key}
              className={index === active ? "palette-item active" : "palette-item"}
              role="option"
              aria-selected={index === active}
              title={why || pathOf(key)}
              data-testid={`find-${key}`}
              onClick={() => go(index)}
            >
              <CutName name={pathOf(key)} className="op-name" />
              <span className="op-summary">
                {op || "sub-page"}
                {why && ` · ${why}`}
              </span>
            </div>
          ))}
          {found.length > MOST && <p className="empty">and {found.length - MOST} more</p>}
          {!found.length && <p className="empty">No block has “{late.trim()}” in its name, op, kernel or problems.</p>}
        </div>
      )}
    </section>
  );
}
