/** One history of whole states. Steps of one group, such as letters typed into one field, are undone together. */

export interface History<T> {
  past: readonly { label: string; state: T }[]; // each with the state before it and what was done then
  present: T;
  future: readonly { label: string; state: T }[];
  group: string; // of the last step; "" for none
}

const MOST = 500;

export function start<T>(present: T): History<T> {
  return { past: [], present, future: [], group: "" };
}

export function commit<T>(history: History<T>, label: string, state: T, group = ""): History<T> {
  if (state === history.present) return history;
  if (group && group === history.group && history.past.length) return { ...history, present: state, future: [] };
  const past = [...history.past, { label, state: history.present }].slice(-MOST);
  return { past, present: state, future: [], group };
}

/** Closes the group: what comes next is a step of its own. */
export function seal<T>(history: History<T>): History<T> {
  return history.group ? { ...history, group: "" } : history;
}

export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    past: history.past.slice(0, -1),
    present: last.state,
    future: [{ label: last.label, state: history.present }, ...history.future],
    group: "",
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (!next) return history;
  return {
    past: [...history.past, { label: next.label, state: history.present }],
    present: next.state,
    future,
    group: "",
  };
}
