/** The toasts, stored outside of React so that any code of the page can add a toast. */

export type Toast = {
  id: number;
  text: string;
  tone: "done" | "error";
  action?: { label: string; onSelect: () => void };
};

const MOST = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const currentToasts = (): readonly Toast[] => toasts;

/** For `useSyncExternalStore`. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a message; if there are more than four, the oldest is removed. Returns its id. */
export function showToast(text: string, { tone = "done", action }: Partial<Omit<Toast, "id" | "text">> = {}): number {
  lastId += 1;
  change([...toasts.slice(1 - MOST), { id: lastId, text, tone, ...(action && { action }) }]);
  return lastId;
}

/** Removes a message; a message that is already gone is not an error. */
export const dropToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));
