/** Ops to choose from, where a wire was dropped or the canvas double-clicked. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { CutName } from "./CutName";
import { familyHue } from "../colour";
import { offered, offeredByCast, take, type Offer } from "../offer";
import { summaryOf } from "../ops";
import { nameOf } from "../pins";
import { found } from "../search";
import { editor, useEditor } from "../state";
import { useFocusReturn } from "./useFocusReturn";

const MOST = 60;
const WIDTH = 300;
const HEIGHT = 320;

export function OfferList() {
  const offer = useEditor((state) => state.offer);
  return offer && <List key={`${offer.x} ${offer.y} ${offer.pin}`} offer={offer} />;
}

function List({ offer }: { offer: Offer }) {
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useFocusReturn();
  const all = useMemo(() => offered(editor.get(), offer), [offer]);
  const byCast = useMemo(() => new Set(offeredByCast(editor.get(), offer)), [offer]);
  // With words also what fits after a conversion: who asks for an op by name shall see it.
  const shown = useMemo(
    () => found(words.trim() ? [...all, ...byCast] : all, words, editor.get().common),
    [all, byCast, words],
  );
  const chosen = shown[Math.min(active, shown.length - 1)];
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);

  function onKey(event: KeyboardEvent): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by) setActive(Math.max(0, Math.min(Math.min(shown.length, MOST) - 1, active + by)));
    else if (event.key === "Enter" && chosen) void take(chosen, offer);
    else if (event.key === "Escape") editor.set({ offer: null });
    else return;
    event.preventDefault();
  }

  const { wire } = offer;
  const what = wire ? `Ops between ${wire.from} and ${wire.to}` : offer.pin ? `Ops for ${nameOf(offer.pin)}` : "Ops";
  return (
    <>
      <div className="menu-back" onPointerDown={() => editor.set({ offer: null })} />
      <section
        className="menu offer-list"
        aria-label={what}
        data-testid="offer"
        style={{
          left: Math.max(4, Math.min(offer.x, innerWidth - WIDTH - 8)),
          top: Math.max(4, Math.min(offer.y, innerHeight - HEIGHT - 8)),
          width: WIDTH,
          maxHeight: HEIGHT,
        }}
        onKeyDown={onKey}
      >
        <input
          autoFocus
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls="offer-ops"
          aria-activedescendant={chosen && `offer-${chosen.name}`}
          aria-label={what}
          placeholder={offer.pin ? `${all.length} ops for ${nameOf(offer.pin)}` : `Search ${all.length} ops`}
          data-testid="offer-search"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(0);
          }}
        />
        <div className="palette-list" role="listbox" id="offer-ops" aria-label="Ops" ref={list}>
          {shown.slice(0, MOST).map((op) => (
            <div
              key={op.name}
              id={`offer-${op.name}`}
              className={op === chosen ? "palette-item active" : "palette-item"}
              role="option"
              aria-selected={op === chosen}
              data-testid={`offer-${op.name}`}
              title={summaryOf(op)}
              onClick={() => void take(op, offer)}
            >
              <span className="swatch" style={{ background: `hsl(${familyHue(op.family)} 55% 55%)` }} />
              <CutName name={op.name} className="op-name" />
              {byCast.has(op) && <span className="tag">with a Cast</span>}
              <span className="op-summary">{summaryOf(op)}</span>
            </div>
          ))}
          {shown.length > MOST && <p className="empty">and {shown.length - MOST} more: type to narrow</p>}
          {!shown.length && <p className="empty">No op that fits has “{words}” in its name or text.</p>}
        </div>
      </section>
    </>
  );
}
