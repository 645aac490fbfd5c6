/** The whole page in a corner, and where the canvas looks. */
import { useEffect, useRef, type PointerEvent } from "react";
import { useStore as useFlow } from "@xyflow/react";
import type { Scene } from "../scene";
import { editor, useEditor } from "../state";
import { boundsOf, setViewport, viewport } from "../viewport";
import { colours } from "./FarView";

const WIDTH = 184;
const HEIGHT = 116;

export function MiniMap({ scene, selection }: { scene: Scene; selection: ReadonlySet<string> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useFlow((state) => state.transform);
  const width = useFlow((state) => state.width);
  const height = useFlow((state) => state.height);
  const theme = useEditor((state) => state.theme);
  const box = boundsOf(scene.items) ?? { left: 0, top: 0, right: 1, bottom: 1 };
  const scale = Math.min(
    (WIDTH - 12) / Math.max(box.right - box.left, 1),
    (HEIGHT - 12) / Math.max(box.bottom - box.top, 1),
    0.15,
  );
  const dx = WIDTH / 2 - ((box.left + box.right) / 2) * scale;
  const dy = HEIGHT / 2 - ((box.top + box.bottom) / 2) * scale;

  useEffect(() => {
    const place = canvas.current;
    const context = place?.getContext("2d");
    if (!place || !context) return;
    const ratio = window.devicePixelRatio || 1;
    place.width = WIDTH * ratio;
    place.height = HEIGHT * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, WIDTH, HEIGHT);
    const paint = colours();
    const { check, runProblems } = editor.get();
    for (const item of scene.items) {
      const wrong = check.byBlock.has(item.key) || runProblems.has(item.key);
      context.fillStyle = wrong
        ? paint.error
        : selection.has(item.key)
          ? paint.accent
          : item.kind === "frame"
            ? paint.frame
            : paint.line;
      context.fillRect(
        item.left * scale + dx,
        item.top * scale + dy,
        Math.max(1.5, item.width * scale),
        Math.max(1.5, item.height * scale),
      );
    }
  }, [scene, selection, scale, dx, dy, theme]);

  function look(event: PointerEvent<HTMLDivElement>): void {
    const place = event.currentTarget.getBoundingClientRect();
    const px = (event.clientX - place.left - dx) / scale;
    const py = (event.clientY - place.top - dy) / scale;
    const { zoom: now } = viewport();
    setViewport({ x: width / 2 - px * now, y: height / 2 - py * now, zoom: now });
  }

  if (!scene.items.length) return null;
  const view = {
    left: (-x / zoom) * scale + dx,
    top: (-y / zoom) * scale + dy,
    width: (width / zoom) * scale,
    height: (height / zoom) * scale,
  };
  return (
    <div
      className="minimap"
      data-testid="minimap"
      role="img"
      aria-label="small map of the page"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons) look(event);
      }}
    >
      <canvas ref={canvas} style={{ width: WIDTH, height: HEIGHT }} />
      <div className="minimap-view" style={view} />
    </div>
  );
}
