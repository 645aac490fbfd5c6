/** Dark and light: as the system says, or as chosen here. */
import { editor, type Theme } from "./state";

const KEY = "graphops-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

export function startTheme(): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // files opened from disk may have no storage
  }
  apply(kept === "light" || kept === "dark" ? kept : "auto");
  system.addEventListener("change", () => apply(editor.get().theme));
}

export function isDark(theme: Theme): boolean {
  return theme === "dark" || (theme === "auto" && system.matches);
}

export function toggleTheme(): void {
  const next = isDark(editor.get().theme) ? "light" : "dark";
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // then it holds for this window only
  }
  apply(next);
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = isDark(theme) ? "dark" : "light";
  editor.set({ theme });
}
