/** The focus goes back to where it was before a menu, a list or a window opened, unless something else has taken it. */
import { useEffect, useState } from "react";

export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement); // at the first drawing, before anything takes the focus
  useEffect(
    () => () => {
      const now = document.activeElement;
      const lost = !now || now === document.body || !now.isConnected;
      const back = before instanceof HTMLElement || before instanceof SVGElement;
      if (lost && back && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
    },
    [before],
  );
}
