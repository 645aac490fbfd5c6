/** Where along the axes that are not shown. */

interface Props {
  shape: readonly number[];
  shown: readonly number[]; // axes that are on the screen
  at: readonly number[];
  onChange(at: number[]): void;
}

export function AxisSliders({ shape, shown, at, onChange }: Props) {
  return (
    <div className="sliders">
      {shape.map((size, axis) =>
        shown.includes(axis) || size < 2 ? null : (
          <label key={axis}>
            <span>axis {axis}</span>
            <input
              type="range"
              min={0}
              max={size - 1}
              value={at[axis]}
              data-testid={`slice-${axis}`}
              onChange={(event) =>
                onChange(at.map((old, index) => (index === axis ? event.target.valueAsNumber : old)))
              }
            />
            <output>
              {at[axis]} of {size}
            </output>
          </label>
        ),
      )}
    </div>
  );
}
