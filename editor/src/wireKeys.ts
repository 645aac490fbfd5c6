/** What is done to wires without a mouse: going from one to the next, points, a block on a wire. */
import { sceneOf } from "./actions";
import type { Point } from "./doc";
import { selectedWire } from "./insert";
import { addPoint, endsOfLink, originOf, pageOfWire, partAt } from "./routes";
import { announce, doc, editor, select } from "./state";
import { onCanvas } from "./viewport";
import { wireId, wiresInto, wiresOutOf } from "./wires";

let around = ""; // the block whose wires are gone through

/** Selects the next wire of the selected block; at the end the first one again. */
export function nextWire(): void {
  const { selection, wires } = editor.get();
  if (selection.size === 1) [around] = selection;
  const own = [...wiresInto(doc(), around), ...wiresOutOf(doc(), around)];
  if (!own.length) return;
  const now = selection.size ? -1 : own.findIndex((wire) => wires.has(wireId(wire)));
  if (!selection.size && now < 0) return; // another wire is selected, or nothing
  const wire = own[(now + 1) % own.length];
  select([], [wireId(wire)]);
  announce(`Wire from ${wire.from} to ${wire.to}`);
}

/** The middle of the selected wire: on the canvas, and where its points count from. */
function middleOfWire(): { id: string; at: Point; origin: Point; part: number } | null {
  const wire = selectedWire();
  if (!wire) return null;
  const state = editor.get();
  const scene = sceneOf(state);
  const link = scene.links.find(({ id }) => id === wireId(wire));
  const origin = originOf(scene, doc(), pageOfWire(wire), state.page);
  if (!link || !origin) return null;
  const ends = endsOfLink(scene, link);
  const points = (wire.points ?? []).map(([x, y]): Point => [x + origin[0], y + origin[1]]);
  const all = [ends[0], ...points, ends[1]];
  const part = Math.floor(points.length / 2);
  const [[ax, ay], [bx, by]] = [all[part], all[part + 1]];
  return { id: link.id, at: [(ax + bx) / 2, (ay + by) / 2], origin, part };
}

/** Adds a point in the middle of the selected wire, and gives it the focus for the arrow keys. */
export function addPointToWire(): void {
  const found = middleOfWire();
  if (!found) return;
  const { id, at, origin, part } = found;
  addPoint(id, part, [at[0] - origin[0], at[1] - origin[1]]);
  requestAnimationFrame(() =>
    document.querySelector<SVGElement>(`[data-testid="${CSS.escape(`wire-${id}-point-${part}`)}"]`)?.focus(),
  );
}

/** Adds a point to a wire where it was double-clicked. */
export function addPointAt(id: string, at: Point): void {
  const state = editor.get();
  const scene = sceneOf(state);
  const link = scene.links.find((item) => item.id === id);
  if (!link?.wire || state.mode === "viewer") return;
  const origin = originOf(scene, doc(), pageOfWire(link.wire), state.page);
  if (!origin) return;
  const points = (link.wire.points ?? []).map(([x, y]): Point => [x + origin[0], y + origin[1]]);
  addPoint(id, partAt(at, endsOfLink(scene, link), points), [at[0] - origin[0], at[1] - origin[1]]);
}

/** Opens the list of ops that fit between the ends of the selected wire, at its middle. */
export function offerOnWire(): void {
  const wire = selectedWire();
  const found = middleOfWire();
  if (!wire || !found || editor.get().mode === "viewer") return;
  const canvas = document.querySelector(".canvas")?.getBoundingClientRect();
  const [x, y] = onCanvas(found.at);
  const at: Point = [Math.round(found.at[0]) - 70, Math.round(found.at[1]) - 40];
  editor.set({ offer: { x: x + (canvas?.left ?? 0), y: y + (canvas?.top ?? 0), at, pin: "", side: "out", wire } });
}
