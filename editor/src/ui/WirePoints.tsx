/** The points of a wire: dragged with the mouse, moved with the arrow keys, deleted with Delete. */
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import type { Point } from "../doc";
import { movePoint, removePoint } from "../routes";
import { sealStep } from "../state";
import { viewport } from "../viewport";

const STEP = 8;
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface Props {
  id: string; // of the wire
  name: string; // of its ends
  testId: string;
  points: readonly Point[]; // on the canvas
  origin: Point; // of the wire's page on the canvas
}

export function WirePoints({ id, name, testId, points, origin }: Props) {
  return points.map((at, index) => (
    <WirePoint
      key={index}
      id={id}
      index={index}
      at={at}
      origin={origin}
      testId={`${testId}-point-${index}`}
      label={`point ${index + 1} of ${points.length} of the wire ${name}`}
    />
  ));
}

interface PointProps {
  id: string;
  index: number;
  at: Point;
  origin: Point;
  testId: string;
  label: string;
}

function WirePoint({ id, index, at, origin, testId, label }: PointProps) {
  const held = useRef<{ x: number; y: number; at: Point } | null>(null);
  const group = `point ${id} ${index}`;
  const put = ([x, y]: Point) => movePoint(id, index, [x - origin[0], y - origin[1]], group);

  function onDown(event: PointerEvent<SVGCircleElement>): void {
    if (event.button) return;
    event.stopPropagation();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY, at };
  }
  function onMove(event: PointerEvent): void {
    const from = held.current;
    if (!from) return;
    const { zoom } = viewport();
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    put([from.at[0] + dx / zoom, from.at[1] + dy / zoom]);
  }
  function onUp(): void {
    held.current = null;
    sealStep();
  }
  function onKey(event: KeyboardEvent): void {
    const by = ARROWS[event.key];
    if (by) put([at[0] + by[0] * (event.shiftKey ? 8 : 1), at[1] + by[1] * (event.shiftKey ? 8 : 1)]);
    else if (event.key === "Delete" || event.key === "Backspace") removePoint(id, index);
    else return;
    event.preventDefault(); // the window's keys are for what is selected
  }
  return (
    <circle
      className="wire-point nodrag nopan"
      cx={at[0]}
      cy={at[1]}
      r={5}
      tabIndex={0}
      role="button"
      aria-label={label}
      data-testid={testId}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onKeyDown={onKey}
      onBlur={sealStep}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
