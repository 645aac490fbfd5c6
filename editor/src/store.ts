/** A store with subscriptions to parts of it. */
import { useSyncExternalStore } from "react";

export interface Store<S> {
  get(): S;
  set(change: Partial<S> | ((state: S) => Partial<S>)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const part = typeof change === "function" ? change(state) : change;
      if (Object.entries(part).every(([key, value]) => Object.is(state[key as keyof S], value))) return;
      state = { ...state, ...part };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What `select` answers, which must be the same object while nothing in it has changed. */
export function useStore<S, R>(store: Store<S & object>, select: (state: S) => R): R {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
