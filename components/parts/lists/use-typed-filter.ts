/** A filter that the user types. All letters typed during one visit to the field are one history entry. */
"use client";
import { useCallback, useRef } from "react";
import { changeSearch } from "./url-state";

/**
 * `commit` writes the text to the URL; `settle` ends the visit, so that the next text gets a history entry of its own.
 */
export function useTypedFilter(name: string): { commit: (words: string) => void; settle: () => void } {
  const visit = useRef(new Set<string>());
  const commit = useCallback(
    (words: string) => {
      const there = new URLSearchParams(window.location.search).get(name) ?? "";
      // A text of this visit can come back for a moment: Next writes its address again when its transition ends.
      // Any other text means that Back or "Clear filters" has changed the URL, so the new text gets a history entry.
      const sameVisit = visit.current.has(there);
      if (!sameVisit) visit.current.clear();
      changeSearch({ [name]: words }, sameVisit ? "replace" : "filter");
      visit.current.add(words);
    },
    [name],
  );
  const settle = useCallback(() => visit.current.clear(), []);
  return { commit, settle };
}
