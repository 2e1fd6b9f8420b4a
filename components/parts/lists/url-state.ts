/**
 * State in the URL. Opening a thing adds a history entry (Back closes it), and so does choosing a filter (Back removes
 * it). A change that affects only the view of a page replaces the entry.
 */

let pushes = 0;

/**
 * Sets search parameters; an empty text removes a parameter. Next's `useSearchParams` follows without a request to the
 * server. A filter is not a step forward: text typed elsewhere on the page stays.
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

/** The number changes after each step forward. Text typed before the step belongs to the previous page. */
export const stepsForward = (): number => pushes;
