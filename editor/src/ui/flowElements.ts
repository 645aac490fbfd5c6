/** The scene as nodes and edges of React Flow; what looks as it did before stays the same object. */
import { useMemo, useRef } from "react";
import { Position, type NodeHandle } from "@xyflow/react";
import type { Point } from "../doc";
import { HEADER } from "../geometry";
import { nameOf } from "../pins";
import { originOf, pageOfWire } from "../routes";
import type { Item, Link2, Scene } from "../scene";
import { docOf, editor, useEditor } from "../state";
import { NOTE_WIDTH, noteHeight, noteId } from "../notes";
import type { ItemNode } from "./BlockNode";
import type { NoteNodeType } from "./NoteNode";
import type { WireEdgeType } from "./WireEdge";

// Frames below wires below blocks; frames within frames by their depth.
export type CanvasNode = ItemNode | NoteNodeType;

const NOTE_Z = 50;
const WIRE_Z = 60;
const BLOCK_Z = 70;
const SELECTED_Z = 80;

function handlesOf(item: Item): NodeHandle[] {
  const handles: NodeHandle[] = [];
  const add = (id: string, type: "source" | "target", y: number) =>
    handles.push({
      id,
      type,
      position: type === "source" ? Position.Right : Position.Left,
      x: type === "source" ? item.width - 5 : -5,
      y: y - 5,
      width: 10,
      height: 10,
    });
  add("in:^", "target", HEADER / 2);
  add("out:^", "source", HEADER / 2);
  if (item.kind === "frame") return handles;
  for (const row of item.shape.inputs) add(row.handle, "target", row.y);
  for (const row of item.shape.outputs) add(row.handle, "source", row.y);
  return handles;
}

interface Made {
  item: Item;
  node: ItemNode;
}

/** Nodes; one that looks as it did before stays the same object, so that it is not drawn again. */
export function useNodes(
  items: readonly Item[],
  selection: ReadonlySet<string>,
  drag: ReadonlyMap<string, Point> | null,
  far: boolean,
): CanvasNode[] {
  const made = useRef(new Map<string, Made>());
  const present = useEditor(docOf);
  const notes = useNotes(selection, drag);
  return useMemo(() => {
    if (far) return [];
    const next = new Map<string, Made>();
    for (const item of items) {
      const [x, y] = drag?.get(item.key) ?? [item.x, item.y];
      const selected = selection.has(item.key);
      const old = made.current.get(item.key);
      const same =
        old &&
        old.node.position.x === x &&
        old.node.position.y === y &&
        old.node.selected === selected &&
        old.node.parentId === (item.frame || undefined) &&
        sameItem(old.item, item);
      if (same) {
        next.set(item.key, old);
        continue;
      }
      const op = item.kind === "block" ? present.blocks.get(item.key)?.op : undefined;
      const node: ItemNode = {
        id: item.key,
        type: item.kind,
        position: { x, y },
        width: item.width,
        height: item.height,
        data: { item },
        selected,
        handles: handlesOf(item),
        ariaLabel: op ? `${op} ${nameOf(item.key)}` : `sub-page ${nameOf(item.key)}, ${item.blocks} blocks`,
        zIndex: item.kind === "frame" ? depthOf(item.key) : selected ? SELECTED_Z : BLOCK_Z,
        ...(item.frame ? { parentId: item.frame } : {}),
      };
      next.set(item.key, { item, node });
    }
    made.current = next;
    return [...notes, ...[...next.values()].map(({ node }) => node)];
  }, [items, selection, drag, far, present, notes]);
}

/** Notes of the page that is shown. */
function useNotes(selection: ReadonlySet<string>, drag: ReadonlyMap<string, Point> | null): NoteNodeType[] {
  const page = useEditor((state) => state.page);
  const notes = useEditor((state) => docOf(state).notes);
  return useMemo(
    () =>
      notes.flatMap((note, index): NoteNodeType[] => {
        if (note.page !== page) return [];
        const id = noteId(index);
        const [x, y] = drag?.get(id) ?? [note.x, note.y];
        const size = { width: NOTE_WIDTH, height: noteHeight(note) };
        const node = { id, type: "note" as const, position: { x, y }, ...size, data: { note, index } };
        return [{ ...node, selected: selection.has(id), zIndex: NOTE_Z, ariaLabel: `note: ${note.text.slice(0, 60)}` }];
      }),
    [notes, page, selection, drag],
  );
}

function depthOf(key: string): number {
  return key.split("/").length;
}

function sameItem(one: Item, other: Item): boolean {
  return (
    one === other ||
    (one.kind === other.kind &&
      one.width === other.width &&
      one.height === other.height &&
      one.blocks === other.blocks &&
      one.shape === other.shape)
  );
}

/** Wires, as nodes are. */
export function useEdges(
  links: readonly Link2[],
  scene: Scene,
  chosen: ReadonlySet<string>,
  selection: ReadonlySet<string>,
  far: boolean,
): WireEdgeType[] {
  const made = useRef(new Map<string, { link: Link2; bad: boolean; edge: WireEdgeType }>());
  const byBlock = useEditor((state) => state.check.byBlock);
  return useMemo(() => {
    if (far) return [];
    const next = new Map<string, { link: Link2; bad: boolean; edge: WireEdgeType }>();
    for (const link of links) {
      if (next.has(link.id)) continue; // a wire that a file has twice
      const pin = link.toHandle.split(":")[1];
      const bad = byBlock.get(link.to)?.some((problem) => problem.pin === pin) ?? false;
      const selected = chosen.has(link.id);
      const raised = selected || selection.has(link.from) || selection.has(link.to);
      const old = made.current.get(link.id);
      const route = routeOf(link, scene);
      const same = old && old.bad === bad && old.edge.selected === selected && old.edge.data?.raised === raised;
      if (same && sameLink(old.link, link) && samePoints(old.edge.data!.points, route.points)) {
        next.set(link.id, old);
        continue;
      }
      const edge: WireEdgeType = {
        id: link.id,
        type: "wire",
        source: link.from,
        sourceHandle: link.fromHandle,
        target: link.to,
        targetHandle: link.toHandle,
        selected,
        zIndex: WIRE_Z,
        ariaRole: route.points.length ? "group" : "img", // its points can be focused
        data: {
          label: link.label,
          control: link.wire === null,
          bad,
          ...route,
          raised,
          testId: `wire-${link.wire ? `${link.wire.from}-${link.wire.to}` : link.id}`,
        },
      };
      next.set(link.id, { link, bad, edge });
    }
    made.current = next;
    return [...next.values()].map(({ edge }) => edge);
  }, [links, scene, chosen, selection, far, byBlock]);
}

const STRAIGHT = { points: [] as readonly Point[], origin: [0, 0] as Point };

/** The points of a link on the canvas. */
function routeOf({ wire }: Link2, scene: Scene): typeof STRAIGHT {
  if (!wire?.points) return STRAIGHT;
  const { page, history } = editor.get();
  const origin = originOf(scene, history.present, pageOfWire(wire), page);
  if (!origin) return STRAIGHT; // of a page that is not seen
  return { origin, points: wire.points.map(([x, y]): Point => [x + origin[0], y + origin[1]]) };
}

function samePoints(one: readonly Point[], other: readonly Point[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function sameLink(one: Link2, other: Link2): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.fromHandle === other.fromHandle &&
    one.toHandle === other.toHandle &&
    one.label === other.label
  );
}
