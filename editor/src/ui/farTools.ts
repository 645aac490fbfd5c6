/** Selecting and moving in the far view, where blocks are no elements that could be clicked. */
import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from "react";
import type { Point } from "../doc";
import type { Scene } from "../scene";
import { noteIndex } from "../notes";
import { doc, editor, select, sealStep } from "../state";
import { viewport } from "../viewport";
import { hitTest, type Band } from "./FarView";

const SLIP = 4; // pixels; less is a click

interface Tools {
  band: Band | null;
  handlers: {
    onPointerDownCapture(event: PointerEvent): void;
    onMouseDownCapture(event: MouseEvent): void;
    onClickCapture(event: MouseEvent): void;
  };
}

/** Handlers for the element around the canvas; they take what is theirs before the canvas pans. */
export function useFarTools(
  scene: RefObject<Scene>,
  active: boolean,
  movable: boolean,
  setDrag: (drag: ReadonlyMap<string, Point> | null) => void,
  onDrop: (moved: ReadonlyMap<string, Point>) => void,
): Tools {
  const [band, setBand] = useState<Band | null>(null);
  const taken = useRef(false);

  function onPointerDownCapture(event: PointerEvent): void {
    taken.current = false;
    const pane = event.target instanceof Element ? event.target.closest(".react-flow__pane") : null;
    if (!active || event.button !== 0 || !pane) return;
    const box = pane.getBoundingClientRect();
    const { x, y, zoom } = viewport();
    const toPage = (clientX: number, clientY: number) =>
      [(clientX - box.left - x) / zoom, (clientY - box.top - y) / zoom] as const;
    const start = [event.clientX, event.clientY] as const;
    const hit = hitTest(scene.current, ...toPage(...start));
    const own = hit && hit.kind !== "frame" ? hit : null;
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    if ((!own || (!movable && !adds)) && !event.shiftKey) return; // the canvas pans; a click selects there too
    taken.current = true;
    event.stopPropagation();
    let moves = false;
    let moved: Map<string, Point> | null = null;

    const onMove = (next: globalThis.PointerEvent) => {
      const [dx, dy] = [next.clientX - start[0], next.clientY - start[1]];
      moves ||= Math.hypot(dx, dy) > SLIP;
      if (!moves) return;
      if (event.shiftKey) {
        setBand({
          left: Math.min(start[0], next.clientX) - box.left,
          top: Math.min(start[1], next.clientY) - box.top,
          width: Math.abs(dx),
          height: Math.abs(dy),
        });
      } else if (own && movable) {
        const { selection } = editor.get();
        if (!selection.has(own.key)) select([own.key]);
        moved = new Map();
        for (const path of editor.get().selection) {
          const item = scene.current.byKey.get(path) ?? doc().notes[noteIndex(path) ?? -1];
          if (item) moved.set(path, [item.x + dx / zoom, item.y + dy / zoom]);
        }
        setDrag(moved);
      }
    };
    const onUp = (last: globalThis.PointerEvent) => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onUp);
      setBand(null);
      setDrag(null);
      if (last.type === "pointercancel") return;
      if (!moves && own) {
        const { selection } = editor.get();
        const next = new Set(adds ? selection : []);
        if (!adds || !next.delete(own.key)) next.add(own.key);
        select(next);
      } else if (moves && event.shiftKey) {
        const [left, top] = toPage(Math.min(start[0], last.clientX), Math.min(start[1], last.clientY));
        const [right, bottom] = toPage(Math.max(start[0], last.clientX), Math.max(start[1], last.clientY));
        const inside = scene.current.items.filter(
          (item) =>
            item.kind !== "frame" &&
            item.left < right &&
            item.top < bottom &&
            item.left + item.width > left &&
            item.top + item.height > top,
        );
        select([...editor.get().selection, ...inside.map((item) => item.key)]);
      } else if (moved) {
        sealStep();
        onDrop(moved);
      }
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onUp);
  }

  const stop = (event: MouseEvent) => {
    if (taken.current) event.stopPropagation();
  };
  return { band, handlers: { onPointerDownCapture, onMouseDownCapture: stop, onClickCapture: stop } };
}
