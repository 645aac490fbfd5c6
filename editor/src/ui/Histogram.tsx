/** How often which values come. */
import type { Summary } from "../protocol";
import { number } from "../words";

interface Props {
  histogram: NonNullable<Summary["histogram"]>;
  width: number;
  height: number;
  axis?: boolean;
}

export function Histogram({ histogram: { edges, counts }, width, height, axis }: Props) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(counts.length, 1);
  const low = number(Number(edges[0]?.toPrecision(4)));
  const high = number(Number(edges.at(-1)?.toPrecision(4)));
  const bars = counts.map((count, index) => {
    const tall = count ? Math.max(1, (count / most) * height) : 0;
    return `M${(index * step).toFixed(2)} ${height}v${(-tall).toFixed(2)}h${(step * 0.86).toFixed(2)}V${height}z`;
  });
  return (
    <figure className="histogram">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`histogram from ${low} to ${high}, at most ${most} in one bin`}
      >
        <path className="base" d={`M0 ${height - 0.5}H${width}`} />
        <path className="bars" d={bars.join("")} />
      </svg>
      {axis && (
        <figcaption>
          <span>{low}</span>
          <span>{high}</span>
        </figcaption>
      )}
    </figure>
  );
}
