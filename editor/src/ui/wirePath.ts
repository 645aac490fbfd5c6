/** The curve of a wire through its points. */
import { getBezierPath, type EdgeProps } from "@xyflow/react";
import type { Point } from "../doc";

type Ends = Pick<EdgeProps, "sourceX" | "sourceY" | "targetX" | "targetY" | "sourcePosition" | "targetPosition">;

/** The path of SVG, and the middle of its middle part. */
export function wirePath(ends: Ends, points: readonly Point[]): [path: string, x: number, y: number] {
  const stops: Point[] = [[ends.sourceX, ends.sourceY], ...points, [ends.targetX, ends.targetY]];
  const parts = stops.slice(1).map(([targetX, targetY], index) => {
    const [sourceX, sourceY] = stops[index];
    return getBezierPath({ ...ends, sourceX, sourceY, targetX, targetY });
  });
  const [, x, y] = parts[Math.floor(points.length / 2)];
  // Each part but the first begins where the one before ends.
  return [parts.map(([path], index) => (index ? path.replace(/^M\S+ ?/, "") : path)).join(" "), x, y];
}
