/** The title of the tab, for a page that knows it only in the browser. */
"use client";
import { useLayoutEffect } from "react";

/**
 * Sets the tab's title while it is rendered. Next can render the route's own title after the page, and that title would
 * then stay: so it is set aside until the user leaves the page.
 */
export function useTabTitle(title: string): void {
  // restored in the same step in which the next page's title is rendered: a later restore would overwrite that title
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
