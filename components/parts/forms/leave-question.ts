/** The target of a link on a page with unsaved changes, until the user answers whether to leave. */
import { pathOf } from "@/components/ui/pending-page";

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

let holds = 0;

/** From now on `leaveFor` asks first; the returned function ends that. */
export function holdLeave(): () => void {
  holds += 1;
  return () => {
    holds -= 1;
  };
}

/** Opens an address of the product that no link leads to, after a question if the page has unsaved changes. */
export function leaveFor(href: string, open: (href: string) => void): void {
  if (holds > 0 && pathOf(href) !== window.location.pathname) askToLeave(href);
  else open(href);
}
