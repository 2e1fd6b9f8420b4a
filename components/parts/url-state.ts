/** State in the address: filters replace the entry of the history, an opened thing adds one (Back closes it). */

let pushes = 0;

/** Sets search parameters; an empty text removes one. Next's `useSearchParams` follows without asking the server. */
export function changeSearch(changes: Record<string, string>, how: "replace" | "push" = "replace"): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (how === "push") {
    pushes += 1;
    window.history.pushState(null, "", url);
  } else window.history.replaceState(null, "", url);
}

/** Another number after each step forward: what was typed before one belongs to the page before it. */
export const stepsForward = (): number => pushes;
