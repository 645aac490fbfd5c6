/** What stands around the canvas: the way to the page that is shown, the line below, messages, menus, offers. */
import { useEffect, useRef } from "react";
import * as actions from "../actions";
import { discardRecovery, recover } from "../autosave";
import { toggleFetch, toggleInit } from "../edits";
import { isFunctionPage } from "../doc";
import { commit, dismiss, doc, docOf, editor, focusField, useEditor } from "../state";
import { Icon, ToolButton } from "./Icon";

export function Breadcrumb() {
  const page = useEditor((state) => state.page);
  const pages = useEditor((state) => docOf(state).pages);
  const functions = [...pages.keys()].filter(isFunctionPage);
  if (!page && !functions.length) return null;
  const names = page ? page.split("/") : [];
  return (
    <nav className="breadcrumb" aria-label="Page">
      <button
        type="button"
        data-testid="crumb-"
        aria-current={page ? undefined : "page"}
        onClick={() => actions.enter("")}
      >
        Page
      </button>
      {names.map((name, index) => {
        const path = names.slice(0, index + 1).join("/");
        return (
          <span key={path}>
            <span aria-hidden="true"> / </span>
            <button
              type="button"
              data-testid={`crumb-${path}`}
              aria-current={path === page ? "page" : undefined}
              onClick={() => actions.enter(path)}
            >
              {name}
            </button>
          </span>
        );
      })}
      {functions.length > 0 && (
        <select
          aria-label="Functions"
          value={functions.includes(page) ? page : ""}
          onChange={(event) => actions.enter(event.target.value)}
        >
          <option value="">functions …</option>
          {functions.map((path) => (
            <option key={path}>{path}</option>
          ))}
        </select>
      )}
    </nav>
  );
}

export function StatusBar() {
  const blocks = useEditor((state) => docOf(state).blocks.size);
  const wires = useEditor((state) => docOf(state).wires.length);
  const check = useEditor((state) => state.check);
  const viewer = useEditor((state) => state.mode === "viewer");
  const online = useEditor((state) => state.online);
  const devices = useEditor((state) => state.service?.devices);
  const autosaved = useEditor((state) => state.autosaved);
  const version = useEditor((state) => state.version);
  const count = check.problems.length;
  return (
    <footer className="statusbar">
      <span>
        {blocks} blocks · {wires} wires
      </span>
      {!viewer && (
        <button
          type="button"
          className={count ? "link odd" : "link"}
          data-testid="problem-count"
          data-busy={check.busy}
          onClick={() => {
            const first = check.problems.find((problem) => problem.block);
            if (first?.block) actions.goTo(first.block);
          }}
        >
          {!online
            ? "not checked"
            : check.failed && !count
              ? check.failed
              : count
                ? `${count} problem${count > 1 ? "s" : ""}`
                : check.busy
                  ? "checking …"
                  : "no problems"}
        </button>
      )}
      <span className="grow" />
      {!viewer && !online && (
        <span className="odd" role="status" data-testid="offline">
          The service does not answer. Changes are not saved.
        </span>
      )}
      {autosaved && <span className="muted">copy kept {new Date(autosaved).toLocaleTimeString()}</span>}
      {devices && <span>{devices.join(", ")}</span>}
      {version && <span className="muted">graphops {version}</span>}
    </footer>
  );
}

export function Toasts() {
  const toasts = useEditor((state) => state.toasts);
  return (
    <div className="toasts" role="region" aria-label="Messages" aria-live="polite">
      {toasts.map((item) => (
        <div
          key={item.id}
          className={`toast ${item.kind}`}
          role={item.kind === "error" ? "alert" : "status"}
          data-testid="toast"
        >
          <div>
            {item.text}
            {item.notes.map((note, index) => (
              <span key={index} className="note">
                {note}
              </span>
            ))}
          </div>
          <ToolButton icon="close" label="Dismiss" onClick={() => dismiss(item.id)} />
        </div>
      ))}
    </div>
  );
}

export function RecoveryOffer() {
  const found = useEditor((state) => state.recovered);
  if (!found) return null;
  return (
    <div className="offer" role="alertdialog" aria-label="Recovery" data-testid="recovery">
      <span>
        Changes of <strong>{found.name ?? "a new page"}</strong> from {new Date(found.modified * 1000).toLocaleString()}{" "}
        were not saved.
      </span>
      <button type="button" className="primary" data-testid="recover" onClick={() => void recover()}>
        Recover
      </button>
      <button type="button" data-testid="discard" onClick={() => void discardRecovery()}>
        Discard
      </button>
    </div>
  );
}

export function ContextMenu() {
  const menu = useEditor((state) => state.menu);
  const present = useEditor(docOf);
  const viewer = useEditor((state) => state.mode === "viewer");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("button")?.focus(), [menu]);
  if (!menu) return null;
  const { path } = menu;
  const isPage = present.pages.has(path);
  const items: (readonly [label: string, testId: string, run: () => void] | null)[] = isPage
    ? [
        ["Enter", "menu-enter", () => actions.enter(path)],
        [present.collapsed.has(path) ? "Expand" : "Collapse", "menu-collapse", () => actions.toggleCollapse(path)],
        viewer ? null : ["Ungroup", "menu-ungroup", actions.ungroupSelection],
      ]
    : viewer
      ? []
      : [
          [
            present.fetches.includes(path) ? "Do not fetch" : "Fetch",
            "menu-fetch",
            () => commit(`fetch ${path}`, toggleFetch(doc(), path)),
          ],
          [
            present.init.includes(path) ? "Not in init" : "Run once before (init)",
            "menu-init",
            () => commit(`init ${path}`, toggleInit(doc(), path)),
          ],
          ["Rename", "menu-rename", () => focusField("block-id")],
        ];
  if (!viewer) {
    items.push(
      ["Group into a sub-page", "menu-group", actions.groupSelection],
      ["Duplicate", "menu-duplicate", actions.duplicate],
      ["Delete", "menu-delete", actions.deleteSelection],
    );
  }
  const closeMenu = () => editor.set({ menu: null });
  function onKey(event: React.KeyboardEvent): void {
    const buttons = [...(place.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  }
  return (
    <>
      <div className="menu-back" onPointerDown={closeMenu} onContextMenu={(event) => event.preventDefault()} />
      <div
        ref={place}
        className="menu"
        role="menu"
        data-testid="menu"
        style={{ left: Math.min(menu.x, innerWidth - 220), top: Math.min(menu.y, innerHeight - 230) }}
        onKeyDown={onKey}
      >
        {items.map(
          (item) =>
            item && (
              <button
                key={item[1]}
                type="button"
                role="menuitem"
                data-testid={item[1]}
                onClick={() => {
                  closeMenu();
                  item[2]();
                }}
              >
                {item[0]}
              </button>
            ),
        )}
      </div>
    </>
  );
}

export function Loading({ fault }: { fault: string }) {
  return (
    <div className="loading" role="status">
      {fault ? (
        <>
          <Icon name="close" /> {fault}
        </>
      ) : (
        "Loading …"
      )}
    </div>
  );
}
