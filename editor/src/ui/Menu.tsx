/** A menu at a place of the window: arrow keys go up and down, Escape or a press beside it closes. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { KeyOf } from "./Keys";
import { useFocusReturn } from "./useFocusReturn";

/** Its text, its name for tests, what it does, and what the list of keys calls it if it is there. */
export type MenuItem = readonly [label: string, testId: string, run: () => void, shortcut?: string];

const ROW = 29; // about; in pixels, as the next two
const WIDTH = 260;
const AROUND = 12;

interface MenuProps {
  x: number; // in pixels of the window
  y: number;
  items: MenuItem[];
  testId: string;
  close: () => void;
}

export function Menu({ x, y, items, testId, close }: MenuProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusReturn();
  useEffect(() => place.current?.querySelector("button")?.focus(), [x, y, testId]);
  if (!items.length) return null;
  function onKey(event: KeyboardEvent): void {
    const buttons = [...(place.current?.querySelectorAll("button") ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") close();
    else if (by) buttons[(now + by + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  }
  const left = Math.min(x, innerWidth - WIDTH);
  const top = Math.max(0, Math.min(y, innerHeight - AROUND - ROW * items.length));
  return (
    <>
      <div className="menu-back" onPointerDown={close} onContextMenu={(event) => event.preventDefault()} />
      <div ref={place} className="menu" role="menu" data-testid={testId} style={{ left, top }} onKeyDown={onKey}>
        {items.map(([label, name, run, shortcut]) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            data-testid={name}
            onClick={() => {
              close();
              run();
            }}
          >
            <span>{label}</span>
            <KeyOf title={shortcut} />
          </button>
        ))}
      </div>
    </>
  );
}
