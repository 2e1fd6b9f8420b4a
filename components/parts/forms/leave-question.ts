/** The question before a page with unsaved changes is left by a link: where the link leads, until it is answered. */

let asked: string | null = null;
const listeners = new Set<() => void>();

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The address that somebody wants to go to; null while nobody asks. */
export const askedToLeave = (): string | null => asked;

export function askToLeave(href: string | null): void {
  asked = href;
  for (const listener of listeners) listener();
}
