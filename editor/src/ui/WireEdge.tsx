/** A wire with what flows through it. */
import { memo } from "react";
import { ViewportPortal, getBezierPath, type Edge, type EdgeProps } from "@xyflow/react";

export type WireEdgeType = Edge<
  { label: string; testId: string; control: boolean; bad: boolean; raised: boolean },
  "wire"
>;

const LETTER = 6.05;

export const WireEdge = memo(function WireEdge(props: EdgeProps<WireEdgeType>) {
  const { data, selected } = props;
  const [path, x, y] = getBezierPath(props);
  const room = Math.abs(props.targetX - props.sourceX);
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
