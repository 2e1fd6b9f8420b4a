/** The title of the tab, where the page knows it only in the browser. */
"use client";
import { useLayoutEffect } from "react";

/**
 * Names the tab as long as it is drawn. The title that came with the address may be drawn after the page, and would
 * stand there from then on: it is put away until the page is left.
 */
export function useTabTitle(title: string): void {
  // left in the same step in which the next page's title is drawn: a later one would put ours over that
  useLayoutEffect(() => {
    let others = document.title;
    const name = () => {
      if (document.title === title) return;
      others = document.title;
      document.title = title;
    };
    name();
    const watch = new MutationObserver(name);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watch.disconnect();
      if (document.title === title) document.title = others;
    };
  }, [title]);
}
