/** The field above a list, whose words narrow it. */
import type { InputHTMLAttributes } from "react";
import { editor, useEditor } from "../state";

type Props = InputHTMLAttributes<HTMLInputElement> & {
  /** What is searched: ops, say. */
  what: string;
  count: number;
  /** Other words than before: the first row is chosen again. */
  onWords(): void;
};

export function SearchBox({ what, count, onWords, ...rest }: Props) {
  const words = useEditor((state) => state.search);
  return (
    <div className="palette-search">
      <input
        {...rest}
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
