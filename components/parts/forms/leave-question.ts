/** The target of a link on a page with unsaved changes, until the user answers whether to leave. */

let target: string | null = null;
const listeners = new Set<() => void>();

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The URL that the user wants to open; null if there is no open question. */
export const askedToLeave = (): string | null => target;

export function askToLeave(href: string | null): void {
  target = href;
  for (const listener of listeners) listener();
}
