/** The canvas: the scene as nodes and edges of React Flow, and what is done to them with the mouse. */
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type MouseEvent as ReactMouseEvent,
} from "react";
import {
  Background,
  BackgroundVariant,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore as useFlow,
  type EdgeChange,
  type NodeChange,
} from "@xyflow/react";
import { addOp, enter, moveItems, moveSelection, sceneOf } from "../actions";
import type { Point, Wire } from "../doc";
import { HEADER } from "../geometry";
import { corner, moveFault } from "../group";
import { insertMoved } from "../insert";
import { NOTE_WIDTH, noteHeight, noteIndex } from "../notes";
import { take } from "../offer";
import { isOf, parentOf, pathOf } from "../pins";
import { FRAME_PAD, FRAME_TOP, membersOfPage, type Item, type Scene } from "../scene";
import { doc, docOf, editor, sealStep, select, useEditor } from "../state";
import { MAX_ZOOM, MIN_ZOOM, registerCanvas, travelMs } from "../viewport";
import { addPointAt } from "../wireKeys";
import { wireId } from "../wires";
import { BlockNode } from "./BlockNode";
import { isValid, onConnectEnd, onReconnectEnd, onReconnectStart } from "./connecting";
import { FarView, hitTest, isFar } from "./FarView";
import { useFarTools } from "./farTools";
import { useEdges, useNodes, type CanvasNode } from "./flowElements";
import { NoteNode } from "./NoteNode";
import { MiniMap } from "./MiniMap";
import { PageNode } from "./PageNode";
import { inRegion, regionKey } from "./region";
import { DRAG_TYPE } from "./Palette";
import { Start } from "./Start";
import { WireEdge, type WireEdgeType } from "./WireEdge";

const nodeTypes = { block: BlockNode, box: PageNode, frame: PageNode, note: NoteNode };
const edgeTypes = { wire: WireEdge };
const nothing = () => undefined;

export function Canvas() {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  );
}

/** The scene, made anew when a part of the state that it shows has changed. */
function useScene(): Scene {
  const page = useEditor((state) => state.page);
  const present = useEditor(docOf);
  const ops = useEditor((state) => state.ops);
  const check = useEditor((state) => state.check);
  const runs = useEditor((state) => state.runs);
  const problems = useEditor((state) => state.runProblems);
  const opened = useEditor((state) => state.opened);
  return useMemo(() => sceneOf(editor.get()), [page, present, ops, check, runs, problems, opened]);
}

function Flow() {
  const scene = useScene();
  const viewer = useEditor((state) => state.mode === "viewer");
  const selection = useEditor((state) => state.selection);
  const wires = useEditor((state) => state.wires);
  const [drag, setDrag] = useState<ReadonlyMap<string, Point> | null>(null);
  const flow = useReactFlow<CanvasNode, WireEdgeType>();
  const place = useRef<HTMLDivElement>(null);
  const sceneNow = useRef(scene);
  sceneNow.current = scene;
  const far = useFlow((state) => isFar(sceneNow.current, state.transform, state.width, state.height));

  const onInit = useCallback(() => {
    registerCanvas({
      get: flow.getViewport,
      set: (next, animated) => void flow.setViewport(next, animated ? { duration: travelMs() } : undefined),
      size: () => place.current?.getBoundingClientRect() ?? { width: 0, height: 0 },
      scene: () => sceneOf(editor.get()),
      notes: () => {
        const own = doc().notes.filter((note) => note.page === editor.get().page);
        return own.map((note) => ({ left: note.x, top: note.y, width: NOTE_WIDTH, height: noteHeight(note) }));
      },
    });
  }, [flow]);
  useEffect(() => () => registerCanvas(null), []);

  const region = useFlow((state) => regionKey(sceneNow.current, state.transform, state.width, state.height));
  const near = useMemo(() => inRegion(scene, region, selection), [scene, region, selection]);
  const nodes = useNodes(near.items, selection, drag, far);
  const edges = useEdges(near.links, scene, wires, selection, far);

  // The focus follows what keys and menus select, or Enter would go back to the block that had it before.
  useEffect(() => {
    const focused = document.activeElement?.closest<HTMLElement>(".react-flow__node");
    if (!focused || focused !== document.activeElement || selection.has(focused.dataset.id ?? "")) return;
    const [only] = selection;
    const next = selection.size === 1 && place.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(only)}"]`);
    if (next) next.focus({ preventScroll: true });
    else focused.blur();
  }, [selection]);

  const onNodesChange = useCallback((changes: NodeChange<CanvasNode>[]) => {
    let chosen: Set<string> | null = null;
    const moved = new Map<string, Point>();
    for (const change of changes) {
      if (change.type === "select") {
        chosen ??= new Set(editor.get().selection);
        if (change.selected) chosen.add(change.id);
        else chosen.delete(change.id);
      } else if (change.type === "position" && change.position) {
        moved.set(change.id, [change.position.x, change.position.y]);
      }
    }
    if (chosen) editor.set({ selection: chosen });
    if (moved.size) setDrag((old) => new Map([...(old ?? []), ...moved]));
  }, []);

  const onEdgesChange = useCallback((changes: EdgeChange<WireEdgeType>[]) => {
    const chosen = new Set(editor.get().wires);
    for (const change of changes) {
      if (change.type !== "select") continue;
      if (change.selected) chosen.add(change.id);
      else chosen.delete(change.id);
    }
    editor.set({ wires: chosen });
  }, []);

  const farTools = useFarTools(sceneNow, far, !viewer, setDrag, (moved) => drop(sceneNow.current, moved));

  const onDragStop = useCallback(
    (event: ReactMouseEvent | MouseEvent | TouchEvent) => {
      const point = "changedTouches" in event ? event.changedTouches[0] : event;
      const { x, y } = flow.screenToFlowPosition({ x: point.clientX, y: point.clientY });
      setDrag((moved) => {
        if (moved)
          queueMicrotask(() =>
            drop(
              sceneNow.current,
              withSelected(sceneNow.current, moved),
              [x, y],
              wireUnder(point.clientX, point.clientY),
            ),
          );
        return null;
      });
    },
    [flow],
  );

  const onDrop = useCallback(
    (event: DragEvent) => {
      const op = event.dataTransfer.getData(DRAG_TYPE);
      if (!op) return;
      event.preventDefault();
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const at: Point = [Math.round(x) - 60, Math.round(y) - HEADER / 2];
      const wire = wireUnder(event.clientX, event.clientY);
      const info = wire && editor.get().ops.get(op);
      if (info) void take(info, { x: event.clientX, y: event.clientY, at, pin: "", side: "out", wire });
      else addOp(op, at);
    },
    [flow],
  );

  const onDoubleClick = useCallback(
    (event: ReactMouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest(".react-flow__pane")) return;
      if (event.target.closest(".react-flow__node, .react-flow__edge")) return; // the pane is around these too
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      if (!far) {
        const at: Point = [Math.round(x) - 60, Math.round(y) - HEADER / 2];
        if (!viewer) editor.set({ offer: { x: event.clientX, y: event.clientY, at, pin: "", side: "out" } });
        return;
      }
      const hit = hitTest(sceneNow.current, x, y);
      if (hit?.kind === "box") enter(pathOf(hit.key));
      else void flow.setCenter(x, y, { zoom: 1, duration: travelMs() });
    },
    [flow, far, viewer],
  );

  return (
    <div
      className="canvas"
      ref={place}
      data-testid="canvas"
      data-far={far}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault();
      }}
      onDrop={onDrop}
      onDoubleClick={onDoubleClick}
      {...farTools.handlers}
    >
      <ReactFlow<CanvasNode, WireEdgeType>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={onInit}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDragStart={sealStep}
        onNodeDragStop={onDragStop}
        onSelectionDragStop={onDragStop}
        onConnectStart={() => editor.set({ bubble: null })}
        onConnectEnd={onConnectEnd}
        onReconnect={nothing} // or the ends of wires cannot be taken; what they lead to is decided at the end
        onReconnectStart={onReconnectStart}
        onReconnectEnd={onReconnectEnd}
        edgesReconnectable={!viewer}
        isValidConnection={isValid}
        onNodeClick={(event, node) => {
          // Of several selected ones, a click takes the one; a drag takes all.
          const { selection: chosen } = editor.get();
          if (chosen.size > 1 && chosen.has(node.id) && !event.shiftKey && !event.ctrlKey && !event.metaKey)
            select([node.id]);
        }}
        onEdgeClick={(event, edge) => {
          // Blocks far from the screen are selected without the canvas knowing them.
          if (!event.shiftKey && !event.ctrlKey && !event.metaKey) select([], [edge.id]);
        }}
        onNodeContextMenu={(event, node) => {
          event.preventDefault();
          if (node.type === "note") return;
          if (!editor.get().selection.has(node.id)) select([node.id]);
          editor.set({ menu: { x: event.clientX, y: event.clientY, key: node.id } });
        }}
        onEdgeDoubleClick={(event, edge) => {
          const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          addPointAt(edge.id, [x, y]);
        }}
        onEdgeContextMenu={(event, edge) => {
          event.preventDefault();
          if (viewer) return;
          select([], [edge.id]);
          editor.set({ canvasMenu: { x: event.clientX, y: event.clientY, at: [0, 0], wire: true } });
        }}
        onPaneContextMenu={(event) => {
          event.preventDefault();
          const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          const hit = far ? hitTest(sceneNow.current, x, y) : null;
          const place = { x: event.clientX, y: event.clientY };
          if (hit && !editor.get().selection.has(hit.key)) select([hit.key]);
          if (hit) editor.set({ menu: { ...place, key: hit.key } });
          else editor.set({ canvasMenu: { ...place, at: [Math.round(x), Math.round(y)], wire: false } });
        }}
        onPaneClick={(event) => {
          const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          const hit = far ? hitTest(sceneNow.current, x, y) : null;
          editor.set({ menu: null, bubble: null, wires: new Set(), selection: new Set(hit ? [hit.key] : []) });
        }}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        onlyRenderVisibleElements
        nodesDraggable={!viewer}
        nodesConnectable={!viewer}
        edgesFocusable={false} // the Tab key goes from block to block; wires are in the details of each
        zoomOnDoubleClick={false}
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={["Shift", "Control", "Meta"]}
        disableKeyboardA11y
        connectionRadius={26}
        zIndexMode="manual"
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={24} size={1.2} />
        {far && <FarView scene={scene} selection={selection} drag={drag} band={farTools.band} />}
      </ReactFlow>
      <MiniMap scene={scene} selection={selection} />
      {!scene.items.length && !nodes.length && <Empty />}
    </div>
  );
}

function Empty() {
  const viewer = useEditor((state) => state.mode === "viewer");
  const isNew = useEditor((state) => state.file === null && !state.page && !state.history.past.length);
  if (viewer) return <div className="canvas-empty">This page has no blocks.</div>;
  return (
    <div className="canvas-empty">
      <strong>An empty page</strong>
      Press <kbd>/</kbd> and type an op’s name, then <kbd>Enter</kbd>; or drag one here from the list.
      <br />
      Pull wires from the right side of a block to the left side of another.
      {isNew && <Start />}
    </div>
  );
}

/** Places after a drag: those in frames count from the frame's first block. Dropped onto a sub-page, blocks move in. */
function drop(scene: Scene, moved: ReadonlyMap<string, Point>, at?: Point, wire?: Wire): void {
  const keys = [...moved.keys()].filter((id) => scene.byKey.has(id));
  const onto = at && keys.length === moved.size ? pageAt(scene, keys, at) : null;
  const page = onto && pathOf(onto.key);
  if (onto && page && keys.some((key) => parentOf(key) !== page) && !moveFault(doc(), keys, page)) {
    const places = new Map<string, Point>();
    const own = membersOfPage(doc(), page);
    const [left, top] = corner(doc(), own);
    for (const key of onto.kind === "frame" && own.length ? keys : []) {
      const item = scene.byKey.get(key)!;
      const [x, y] = moved.get(key)!;
      const inFrame = [item.left + x - item.x - onto.left - FRAME_PAD, item.top + y - item.y - onto.top - FRAME_TOP];
      places.set(key, [Math.round(left + Math.max(0, inFrame[0])), Math.round(top + Math.max(0, inFrame[1]))]);
    }
    select(keys);
    return moveSelection(page, places);
  }
  const moves = [...moved].flatMap(([id, [x, y]]): [string, Point][] => {
    const item = scene.byKey.get(id);
    const note = noteIndex(id);
    if (note !== null) return [[id, [Math.round(x), Math.round(y)]]];
    const [oldX, oldY] = doc().positions.get(id) ?? [0, 0];
    return item ? [[id, [Math.round(oldX + x - item.x), Math.round(oldY + y - item.y)]]] : [];
  });
  const [only] = moves;
  const inserts = wire && moves.length === 1 && doc().blocks.has(only[0]);
  const group = inserts ? `insert ${only[0]}` : "";
  moveItems(moves, "", group);
  if (inserts) void insertMoved(only[0], wire, group);
}

/** The wire at a place of the window, below whatever stands there. */
function wireUnder(x: number, y: number): Wire | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest<SVGElement>(".react-flow__edge")?.dataset.id;
    const wire = id && doc().wires.find((item) => wireId(item) === id);
    if (wire) return wire;
  }
  return undefined;
}

/** The places with those of all that is selected: what is far from the screen was not dragged, but moves too. */
function withSelected(scene: Scene, moved: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const { selection } = editor.get();
  const lead = [...moved.keys()].find((path) => selection.has(path) && scene.byKey.has(path));
  if (!lead || selection.size <= moved.size) return moved;
  const [x, y] = moved.get(lead)!;
  const [dx, dy] = [x - scene.byKey.get(lead)!.x, y - scene.byKey.get(lead)!.y];
  const all = new Map(moved);
  for (const path of selection) {
    const item = scene.byKey.get(path);
    let frame = item && scene.byKey.get(item.frame);
    while (frame && !selection.has(frame.key)) frame = scene.byKey.get(frame.frame);
    if (item && !all.has(path) && !frame) all.set(path, [item.x + dx, item.y + dy]);
  }
  return all;
}

/** The innermost sub-page at a point, other than what is dragged. */
function pageAt(scene: Scene, dragged: readonly string[], [x, y]: Point): Item | null {
  const held = (key: string) => dragged.some((own) => isOf(key, own));
  const pages = scene.items.filter((item) => item.kind !== "block" && !held(item.key));
  return hitTest({ ...scene, items: pages }, x, y);
}
