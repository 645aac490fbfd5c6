/** The edge of a bar, which is dragged to widen it; the arrow keys move it too. The width is kept. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";

const LEAST = 160;
const MOST = 640;
const STEP = 16;

interface Props {
  bar: "palette" | "inspector";
  label: string;
  width: number; // before it was ever changed
}

function kept(key: string): number | null {
  try {
    const width = Number(localStorage.getItem(key));
    return width >= LEAST && width <= MOST ? width : null;
  } catch {
    return null; // files opened from disk may have no storage
  }
}

export function Edge({ bar, label, width }: Props) {
  const key = `graphops-width-${bar}`;
  const [chosen, setChosen] = useState<number | null>(() => kept(key));
  const drag = useRef<{ x: number; width: number } | null>(null);
  const outward = bar === "palette" ? 1 : -1;
  const now = chosen ?? width;
  useEffect(() => {
    if (chosen === null) return;
    document.documentElement.style.setProperty(`--width-${bar}`, `${chosen}px`);
    try {
      localStorage.setItem(key, String(chosen));
    } catch {
      // then it holds for this window only
    }
  }, [bar, chosen, key]);
  const set = (next: number) => setChosen(Math.round(Math.max(LEAST, Math.min(MOST, next))));

  function onMove(event: PointerEvent): void {
    if (drag.current) set(drag.current.width + (event.clientX - drag.current.x) * outward);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation(); // the arrows move blocks otherwise
    set(now + (event.key === "ArrowRight" ? STEP : -STEP) * outward);
  }

  return (
    <div
      className="bar-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={now}
      title={label}
      data-testid={`edge-${bar}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const own = document.querySelector(`.${bar}`)?.getBoundingClientRect().width ?? now;
        drag.current = { x: event.clientX, width: own };
      }}
      onPointerMove={onMove}
      onPointerUp={() => (drag.current = null)}
      onKeyDown={onKey}
    />
  );
}
