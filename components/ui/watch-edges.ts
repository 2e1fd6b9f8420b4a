/** Marks the ends at which a row hides entries, so that it fades out there. */

/** For the element that scrolls: its edges fade while entries are behind them, in place of a scrollbar. */
export const FADES =
  "[scrollbar-width:none] data-more-before:mask-l-from-[calc(100%-2rem)] data-more-after:mask-r-from-[calc(100%-2rem)]";

/** The `ref` of the element that scrolls. */
export function watchEdges(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const measure = () => {
    const behind = row.scrollWidth - row.clientWidth - row.scrollLeft;
    row.toggleAttribute("data-more-before", row.scrollLeft > 1);
    row.toggleAttribute("data-more-after", behind > 1);
  };
  const resizes = new ResizeObserver(measure);
  const changes = new MutationObserver(measure);
  resizes.observe(row);
  changes.observe(row, { childList: true, subtree: true, characterData: true });
  row.addEventListener("scroll", measure, { passive: true });
  return () => {
    resizes.disconnect();
    changes.disconnect();
    row.removeEventListener("scroll", measure);
  };
}
