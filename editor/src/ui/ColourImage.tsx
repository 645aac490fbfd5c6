/** The last three axes of an array as a picture in colours, with sliders for the others. */
import { useState } from "react";
import type { Summary } from "../protocol";
import { AxisSliders } from "./AxisSliders";
import { Picture } from "./SliceImage";
import { useValue } from "./useValue";

/** Whether an array may be a picture: [..., height, width, 3 or 4]. */
export function isPicture(shape: readonly number[]): boolean {
  return shape.length >= 3 && [3, 4].includes(shape[shape.length - 1]);
}

export function ColourImage({ pin, summary }: { pin: string; summary: Summary }) {
  const { shape } = summary;
  const [at, setAt] = useState<number[]>([]);
  const place = shape.map((size, axis) => Math.max(0, Math.min(at[axis] ?? 0, size - 1)));
  const { answer, fault } = useValue(pin, { kind: "colours", at: place });
  const shown = [shape.length - 3, shape.length - 2, shape.length - 1];
  return (
    <div className="slice">
      {fault && <p className="empty odd">{fault}</p>}
      {answer?.image && <Picture image={answer.image} />}
      <AxisSliders shape={shape} shown={shown} at={place} onChange={setAt} />
    </div>
  );
}
