/** Marks the ends at which a row hides entries, so that it fades out there. */

/** For the element that scrolls: its edges fade while something is behind them. */
export const FADES_WITH_SCROLLBAR =
  "data-more-before:mask-l-from-[calc(100%-2rem)] data-more-after:mask-r-from-[calc(100%-2rem)]";
/** Fades the edges in place of a scrollbar. */
export const FADES = `[scrollbar-width:none] ${FADES_WITH_SCROLLBAR}`;

/** As wide as a faded edge, and a little more. */
const FADE_PX = 40;

/** Scrolls a row as far as needed to show an entry in full, before or behind no faded edge. */
export function bringIntoView(entry: HTMLElement | null): void {
  const row = entry?.closest<HTMLElement>("ul, [role=tablist]");
  if (!entry || !row) return;
  const start = entry.offsetLeft - FADE_PX;
  const end = entry.offsetLeft + entry.offsetWidth + FADE_PX;
  if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  if (start < row.scrollLeft) row.scrollLeft = start;
}

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
