/** The canvas: the scene as nodes and edges of React Flow, and what is done to them with the mouse. */
import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent, type MouseEvent } from "react";
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
import { addOp, enter, moveItems, sceneOf } from "../actions";
import type { Point } from "../doc";
import { HEADER } from "../geometry";
import type { Scene } from "../scene";
import { doc, docOf, editor, sealStep, select, useEditor } from "../state";
import { MAX_ZOOM, MIN_ZOOM, registerCanvas } from "../viewport";
import { BlockNode, type ItemNode } from "./BlockNode";
import { isValid, onConnectEnd } from "./connecting";
import { FarView, hitTest, isFar } from "./FarView";
import { useEdges, useNodes } from "./flowElements";
import { MiniMap } from "./MiniMap";
import { PageNode } from "./PageNode";
import { inRegion, regionKey } from "./region";
import { DRAG_TYPE } from "./Palette";
import { WireEdge, type WireEdgeType } from "./WireEdge";

const nodeTypes = { block: BlockNode, box: PageNode, frame: PageNode };
const edgeTypes = { wire: WireEdge };

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
  const flow = useReactFlow<ItemNode, WireEdgeType>();
  const place = useRef<HTMLDivElement>(null);
  const sceneNow = useRef(scene);
  sceneNow.current = scene;
  const far = useFlow((state) => isFar(sceneNow.current, state.transform, state.width, state.height));

  const onInit = useCallback(() => {
    registerCanvas({
      get: flow.getViewport,
      set: (next, animated) => void flow.setViewport(next, animated ? { duration: 180 } : undefined),
      size: () => place.current?.getBoundingClientRect() ?? { width: 0, height: 0 },
      scene: () => sceneOf(editor.get()),
    });
  }, [flow]);
  useEffect(() => () => registerCanvas(null), []);

  const region = useFlow((state) => regionKey(sceneNow.current, state.transform, state.width, state.height));
  const near = useMemo(() => inRegion(scene, region, selection), [scene, region, selection]);
  const nodes = useNodes(near.items, selection, drag, far);
  const edges = useEdges(near.links, wires, far);

  const onNodesChange = useCallback((changes: NodeChange<ItemNode>[]) => {
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

  const onDragStop = useCallback(() => {
    setDrag((moved) => {
      if (moved) queueMicrotask(() => drop(sceneNow.current, moved));
      return null;
    });
  }, []);

  const onDrop = useCallback(
    (event: DragEvent) => {
      const op = event.dataTransfer.getData(DRAG_TYPE);
      if (!op) return;
      event.preventDefault();
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      addOp(op, [Math.round(x) - 60, Math.round(y) - HEADER / 2]);
    },
    [flow],
  );

  const onDoubleClick = useCallback(
    (event: MouseEvent) => {
      if (!far) return;
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const hit = hitTest(sceneNow.current, x, y);
      if (hit?.kind === "box") enter(hit.path);
      else void flow.setCenter(x, y, { zoom: 1, duration: 180 });
    },
    [flow, far],
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
    >
      <ReactFlow<ItemNode, WireEdgeType>
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
        isValidConnection={isValid}
        onNodeClick={(event, node) => {
          // Of several selected ones, a click takes the one; a drag takes all.
          const { selection: chosen } = editor.get();
          if (chosen.size > 1 && chosen.has(node.id) && !event.shiftKey && !event.ctrlKey && !event.metaKey)
            select([node.id]);
        }}
        onNodeContextMenu={(event, node) => {
          event.preventDefault();
          if (!editor.get().selection.has(node.id)) editor.set({ selection: new Set([node.id]) });
          editor.set({ menu: { x: event.clientX, y: event.clientY, path: node.id } });
        }}
        onPaneClick={(event) => {
          const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          const hit = far ? hitTest(sceneNow.current, x, y) : null;
          editor.set({ menu: null, bubble: null, wires: new Set(), selection: new Set(hit ? [hit.path] : []) });
        }}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        onlyRenderVisibleElements
        nodesDraggable={!viewer}
        nodesConnectable={!viewer}
        edgesFocusable={!viewer}
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
        {far && <FarView scene={scene} selection={selection} />}
      </ReactFlow>
      <MiniMap scene={scene} selection={selection} />
      {!scene.items.length && <Empty />}
    </div>
  );
}

function Empty() {
  const viewer = useEditor((state) => state.mode === "viewer");
  if (viewer) return <div className="canvas-empty">This page has no blocks.</div>;
  return (
    <div className="canvas-empty">
      <strong>An empty page</strong>
      Press <kbd>/</kbd> and type an op’s name, then <kbd>Enter</kbd>; or drag one here from the list.
      <br />
      Pull wires from the right side of a block to the left side of another.
    </div>
  );
}

/** Places after a drag: those in frames count from the frame's first block. */
function drop(scene: Scene, moved: ReadonlyMap<string, Point>): void {
  const moves = [...moved].flatMap(([path, [x, y]]): [string, Point][] => {
    const item = scene.byPath.get(path);
    const [oldX, oldY] = doc().positions.get(path) ?? [0, 0];
    return item ? [[path, [Math.round(oldX + x - item.x), Math.round(oldY + y - item.y)]]] : [];
  });
  moveItems(moves);
}
