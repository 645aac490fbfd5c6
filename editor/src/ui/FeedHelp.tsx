/** Arrays for a placeholder: from a file, or by a rule, of its dtype and shape. */
import { useRef, useState } from "react";
import { api } from "../api";
import { feed, takeFile, wantedBy } from "../arrays";
import { tell } from "../files";
import { useEditor } from "../state";

const RULES = [
  ["zeros", "zeros"],
  ["ones", "ones"],
  ["range", "0, 1, 2, …"],
  ["normal", "random, normal"],
  ["uniform", "random, 0 to 1"],
] as const;

/** The sizes that a shape has with what was typed for those that it leaves open; null if some are missing. */
export function wholeShape(
  shape: readonly (number | string | null)[] | null,
  typed: readonly string[],
): number[] | null {
  const parts = shape
    ? shape.map((size, axis) => (typeof size === "number" ? String(size) : (typed[axis] ?? "")))
    : typed;
  const sizes = parts.map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  return sizes.every((size) => Number.isSafeInteger(size)) ? sizes : null;
}

export function FeedHelp({ path }: { path: string }) {
  const pin = useEditor((state) => state.check.nodes[path]?.outputs[0]);
  const [rule, setRule] = useState("zeros");
  const [seed, setSeed] = useState("0");
  const [typed, setTyped] = useState<readonly string[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  if (!pin) return null;
  const { shape } = pin;
  const sizes = wholeShape(shape, typed);
  const fill = async () => {
    const wanted = wantedBy(path);
    if (!wanted || !sizes) return;
    try {
      feed(path, (await api.fill(rule, wanted.dtype, sizes, Number(seed))).value);
    } catch (error) {
      tell(error);
    }
  };
  return (
    <div className="feed-help">
      <div className="row-buttons">
        <select
          aria-label="Rule"
          value={rule}
          data-testid={`feed-rule-${path}`}
          onChange={(e) => setRule(e.target.value)}
        >
          {RULES.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        {(rule === "normal" || rule === "uniform") && (
          <input
            type="number"
            min={0}
            aria-label="Seed"
            title="Seed: the same gives the same numbers"
            value={seed}
            data-testid={`feed-seed-${path}`}
            onChange={(event) => setSeed(event.target.value)}
          />
        )}
        {shape?.map((size, axis) =>
          typeof size === "number" ? null : (
            <input
              key={axis}
              inputMode="numeric"
              aria-label={`Size of axis ${axis}`}
              placeholder={size ?? `axis ${axis}`}
              value={typed[axis] ?? ""}
              data-testid={`feed-size-${path}-${axis}`}
              onChange={(event) => setTyped(Object.assign([...typed], { [axis]: event.target.value }))}
            />
          ),
        )}
        {shape === null && (
          <input
            aria-label="Shape"
            placeholder="shape, such as 2, 3"
            data-testid={`feed-sizes-${path}`}
            onChange={(event) => setTyped(event.target.value.trim() ? event.target.value.split(",") : [])}
          />
        )}
        <button type="button" disabled={!sizes} data-testid={`feed-fill-${path}`} onClick={() => void fill()}>
          Fill
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".npy,.npz,.png,.jpg,.jpeg"
          data-testid={`feed-file-${path}`}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void takeFile(file, { feed: path });
            event.target.value = "";
          }}
        />
        <button type="button" onClick={() => picker.current?.click()}>
          From a file …
        </button>
      </div>
    </div>
  );
}
