/**
 * State in the address. An opened thing adds an entry to the history (Back closes it), and so does a filter that somebody
 * chose (Back takes it off); what merely says how a page is looked at replaces the entry.
 */

let pushes = 0;

/**
 * Sets search parameters; an empty text removes one. Next's `useSearchParams` follows without asking the server. A filter
 * is no step forward: what is typed beside it stays.
 */
export function changeSearch(changes: Record<string, string>, how: "replace" | "push" | "filter" = "replace"): void {
  const url = new URL(window.location.href);
  const before = url.href;
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (how === "push") pushes += 1;
  if (how === "push" || (how === "filter" && url.href !== before)) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

/** Another number after each step forward: what was typed before one belongs to the page before it. */
export const stepsForward = (): number => pushes;
