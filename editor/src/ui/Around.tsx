/** What stands around the canvas: the way to the page that is shown, the line below, messages, offers. */
import * as actions from "../actions";
import { discardRecovery, recover } from "../autosave";
import { bodyOf, isFunctionPage, relative } from "../pins";
import { dismiss, docOf, useEditor } from "../state";
import { counted, notRunText } from "../words";
import { CastButton } from "./CastButton";
import { Icon, ToolButton } from "./Icon";
import { UploadProgress } from "./UploadProgress";

const MOST_LISTED = 20; // blocks in a tooltip

export function Breadcrumb() {
  const page = useEditor((state) => state.page);
  const pages = useEditor((state) => docOf(state).pages);
  const functions = [...pages.keys()].filter(isFunctionPage);
  if (!page && !functions.length) return null;
  const body = bodyOf(page); // one name, even with slashes
  const inner = relative(page, body);
  const names = [...(body ? [body] : []), ...(inner && inner !== body ? inner.split("/") : [])];
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
  const typing = useEditor((state) => state.typing);
  const viewer = useEditor((state) => state.mode === "viewer");
  const online = useEditor((state) => state.online);
  const devices = useEditor((state) => state.service?.devices);
  const autosaved = useEditor((state) => state.autosaved);
  const version = useEditor((state) => state.version);
  const count = check.problems.length;
  return (
    <footer className="statusbar">
      <span>
        {counted(blocks, "block")} · {counted(wires, "wire")}
      </span>
      {!viewer && (
        <button
          type="button"
          className={count ? "link odd" : "link"}
          data-testid="problem-count"
          data-busy={check.busy || typing}
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
                ? counted(count, "problem")
                : check.busy
                  ? "checking …"
                  : "no problems"}
        </button>
      )}
      <NotRun />
      <Notice />
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

/** What the last run left out; a click goes to the first of these blocks. */
function NotRun() {
  const run = useEditor((state) => state.run);
  const blocks = Object.entries(run.notRun);
  if (run.running || !blocks.length) return null;
  return (
    <button
      type="button"
      className="link odd shrinks"
      data-testid="not-run"
      title={blocks
        .slice(0, MOST_LISTED)
        .map(([block, why]) => `${block}: ${why}`)
        .join("\n")}
      onClick={() => actions.goTo(blocks[0][0])}
    >
      {notRunText(run.notRun)}
    </button>
  );
}

/** What the library says during a run, such as that it compiles kernels. */
function Notice() {
  const notice = useEditor((state) => state.notice);
  if (!notice) return null;
  return (
    <span className="shrinks" role="status" data-testid="notice" title={notice}>
      {notice}
    </span>
  );
}

export function Toasts() {
  const toasts = useEditor((state) => state.toasts);
  return (
    <div className="toasts" role="region" aria-label="Messages" aria-live="polite">
      <UploadProgress />
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
            {item.cast && <CastButton cast={item.cast} />}
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
