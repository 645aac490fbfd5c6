/** A window over the page. Messages are shown in it, since nothing else is before its backdrop. */
import { useEffect, useRef, type ReactNode } from "react";
import { editor } from "../state";
import { Toasts } from "./Around";
import { ToolButton } from "./Icon";
import { useFocusReturn } from "./useFocusReturn";

const close = () => editor.set({ dialog: "" });

export function Window({ title, children, wide }: { title: string; children: ReactNode; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusReturn();
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog itself would give the focus to the button that closes it.
    dialog.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? "window wide" : "window"}
      aria-label={title}
      data-testid="dialog"
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="window-body">
        <header>
          <h2>{title}</h2>
          <ToolButton icon="close" label="Close" keys="Esc" onClick={close} />
        </header>
        {children}
      </div>
      <Toasts />
    </dialog>
  );
}
