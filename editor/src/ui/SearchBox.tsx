/** The field above a list, whose words narrow it. */
import type { InputHTMLAttributes, KeyboardEvent } from "react";
import { editor, useEditor } from "../state";

type Props = InputHTMLAttributes<HTMLInputElement> & {
  /** What is searched: ops, say. */
  what: string;
  count: number;
  /** Other words than before: the first row is chosen again. */
  onWords(): void;
};

export function SearchBox({ what, count, onWords, onKeyDown, ...rest }: Props) {
  const words = useEditor((state) => state.search);
  /** The key that leads here begins a new search from here too; names of ops have none, those of blocks may. */
  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "/" && (what === "ops" || !words)) {
      event.preventDefault();
      event.currentTarget.select();
    } else onKeyDown?.(event);
  }
  return (
    <div className="palette-search">
      <input
        {...rest}
        onKeyDown={onKey}
        type="search"
        placeholder={`Search ${count} ${what}`}
        aria-label={`Search ${what}`}
        data-testid="palette-search"
        value={words}
        onChange={(event) => {
          onWords();
          editor.set({ search: event.target.value });
        }}
      />
      <kbd>/</kbd>
    </div>
  );
}
