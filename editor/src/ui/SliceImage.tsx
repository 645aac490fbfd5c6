/** Two axes of an array as an image, with sliders for the others. */
import { useEffect, useRef, useState } from "react";
import type { ImageValue, Summary } from "../protocol";
import { number } from "../words";
import { AxisSliders } from "./AxisSliders";
import { useValue } from "./useValue";

/** The two axes that look most like an image: the last two that are larger than a handful, else the largest. */
export function imageAxes(shape: readonly number[]): [number, number] {
  const large = shape.flatMap((size, axis) => (size >= 8 ? [axis] : []));
  if (large.length >= 2) return [large[large.length - 2], large[large.length - 1]];
  const order = shape.map((_, axis) => axis).sort((a, b) => shape[b] - shape[a] || a - b);
  const [one, other] = [order[0], order[1]].sort((a, b) => a - b);
  return [one, other];
}

export function SliceImage({ pin, summary }: { pin: string; summary: Summary }) {
  const { shape } = summary;
  const [axes, setAxes] = useState<[number, number]>(() => imageAxes(shape));
  const [at, setAt] = useState<number[]>(() => shape.map((size) => Math.floor((size - 1) / 2)));
  const fits = axes.every((axis) => axis < shape.length);
  const used = fits ? axes : imageAxes(shape);
  const place = shape.map((size, axis) => Math.max(0, Math.min(at[axis] ?? 0, size - 1)));
  const { answer, fault } = useValue(pin, { kind: "image", axes: used, at: place });
  const choose = (which: 0 | 1, axis: number) => {
    const next: [number, number] = [...used];
    if (next[1 - which] === axis) next[1 - which] = next[which];
    next[which] = axis;
    setAxes(next);
  };
  return (
    <div className="slice">
      <div className="slice-axes">
        {(["rows", "columns"] as const).map((name, which) => (
          <label key={name}>
            {name}
            <select
              value={used[which]}
              data-testid={`slice-${name}`}
              onChange={(event) => choose(which as 0 | 1, Number(event.target.value))}
            >
              {shape.map((size, axis) => (
                <option key={axis} value={axis}>
                  axis {axis} ({size})
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {fault && <p className="empty odd">{fault}</p>}
      {answer?.image && <Picture image={answer.image} />}
      <AxisSliders shape={shape} shown={used} at={place} onChange={setAt} />
    </div>
  );
}

/** A picture as the service sends it: grey, or in colours. */
export function Picture({ image }: { image: ImageValue }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !image.width || !image.height) return;
    const levels = atob(image.base64);
    const pixels = context.createImageData(image.width, image.height);
    const colours = image.channels === 3;
    for (let index = 0; index < image.width * image.height; index++) {
      const level = (colour: number) => levels.charCodeAt(colours ? index * 3 + colour : index);
      pixels.data.set([level(0), level(1), level(2), 255], index * 4);
    }
    context.putImageData(pixels, 0, 0);
  }, [image]);
  const scale = Math.min(280 / Math.max(image.width, 1), 170 / Math.max(image.height, 1));
  return (
    <figure className="picture">
      <canvas
        ref={canvas}
        width={image.width}
        height={image.height}
        style={{ width: image.width * scale, height: image.height * scale }}
        role="img"
        aria-label={`slice of ${image.height} by ${image.width}, black ${number(image.low)}, white ${number(image.high)}`}
        data-testid="slice-image"
      />
      <figcaption>
        <span>black {number(image.low)}</span>
        <span>white {number(image.high)}</span>
      </figcaption>
    </figure>
  );
}
