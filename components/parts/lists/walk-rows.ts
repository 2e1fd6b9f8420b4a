/** Arrow keys in a list of rows. */
import type { KeyboardEvent } from "react";

/** The up and down keys move between the links of the rows; the browser handles Enter on the link. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("tbody tr td:first-child a")];
  const row = event.target instanceof Element ? event.target.closest("tr") : null;
  const index = links.findIndex((link) => link.closest("tr") === row);
  const next = links[index + step];
  if (index < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}
