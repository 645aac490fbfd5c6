/** A wire with what flows through it. */
import { memo } from "react";
import { getBezierPath, type Edge, type EdgeProps } from "@xyflow/react";

export type WireEdgeType = Edge<{ label: string; testId: string; control: boolean; bad: boolean }, "wire">;

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
