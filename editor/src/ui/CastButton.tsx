/** What a refused wire needs, at one click. */
import { insertCast, type CastOffer } from "../cast";

export function CastButton({ cast }: { cast: CastOffer }) {
  return (
    <button type="button" className="insert-cast" data-testid="insert-cast" onClick={() => insertCast(cast)}>
      Insert a Cast to {cast.dtype} <kbd>C</kbd>
    </button>
  );
}
