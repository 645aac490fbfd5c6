/** A wire with what flows through it. */
import { memo } from "react";
import { ViewportPortal, type Edge, type EdgeProps } from "@xyflow/react";
import type { Point } from "../doc";
import { wirePath } from "./wirePath";
import { WirePoints } from "./WirePoints";

export interface WireData extends Record<string, unknown> {
  label: string;
  testId: string;
  control: boolean;
  bad: boolean;
  raised: boolean; // drawn above the blocks
  points: readonly Point[]; // on the canvas
  origin: Point; // where the places of the wire's page begin there
}

export type WireEdgeType = Edge<WireData, "wire">;

const LETTER = 6.05;

export const WireEdge = memo(function WireEdge(props: EdgeProps<WireEdgeType>) {
  const { data, selected } = props;
  const points = data?.points ?? [];
  const [path, x, y] = wirePath(props, points);
  const room = Math.abs(props.targetX - props.sourceX) / (points.length + 1);
  const label = data?.label ?? "";
  const width = label.length * LETTER + 8;
  const classes = ["wire", selected && "selected", data?.control && "control", data?.bad && "bad"].filter(Boolean);
  return (
    <g className={classes.join(" ")} data-testid={data?.testId}>
      <path className="wire-hit" d={path} />
      <path className="wire-line" d={path} />
      {data?.raised && <Raised path={path} classes={classes.join(" ")} />}
      {label && room > width + 4 && (
        <g transform={`translate(${x - width / 2} ${y - 8})`} className="wire-label">
          <rect width={width} height={16} rx={3} />
          <text x={width / 2} y={11.5} textAnchor="middle">
            {label}
          </text>
        </g>
      )}
      {data && points.length > 0 && (
        <WirePoints
          id={props.id}
          name={data.testId.replace(/^wire-/, "")}
          testId={data.testId}
          points={points}
          origin={data.origin}
        />
      )}
    </g>
  );
});

/** The line once more, above the blocks that it runs under; it is only looked at. */
function Raised({ path, classes }: { path: string; classes: string }) {
  return (
    <ViewportPortal>
      <svg className="raised-wire" aria-hidden="true">
        <g className={classes}>
          <path className="wire-line" d={path} />
        </g>
      </svg>
    </ViewportPortal>
  );
}
