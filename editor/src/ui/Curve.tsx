/** How one number went from step to step. */
import { number } from "../words";

interface Props {
  values: readonly (number | null)[]; // null where it was not finite
  width: number;
  height: number;
  axis?: boolean;
}

export function Curve({ values, width, height, axis }: Props) {
  const finite = values.filter((value) => value !== null);
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  const points = values.map((value, index) => {
    if (value === null) return "";
    const x = (index / Math.max(values.length - 1, 1)) * (width - 2) + 1;
    const begins = index === 0 || values[index - 1] === null;
    return `${begins ? "M" : "L"}${x.toFixed(2)} ${(1 + (1 - share(value)) * (height - 2)).toFixed(2)}`;
  });
  const [first, last] = [values[0], values[values.length - 1]].map((value) =>
    value === null ? "not finite" : number(Number(value.toPrecision(4))),
  );
  return (
    <figure className="histogram" data-testid="curve" data-count={values.length}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${values.length} steps, from ${first} to ${last}, ${finite.length ? `lowest ${number(low)}, highest ${number(high)}` : "none finite"}`}
      >
        <path className="base" d={`M0 ${height - 0.5}H${width}`} />
        <path d={points.join("")} fill="none" stroke="currentColor" strokeWidth={1.5} />
      </svg>
      {axis && (
        <figcaption>
          <span>{first}</span>
          <span>{values.length} results</span>
          <span>{last}</span>
        </figcaption>
      )}
    </figure>
  );
}
