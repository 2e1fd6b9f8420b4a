/** A filter that the user types. All letters typed during one visit to the field are one history entry. */
"use client";
import { useCallback, useRef } from "react";
import { changeSearch } from "./url-state";

/**
 * `commit` writes the text to the URL; `settle` ends the visit, so that the next text gets a history entry of its own.
 */
export function useTypedFilter(name: string): { commit: (words: string) => void; settle: () => void } {
  const last = useRef<string | null>(null);
  const commit = useCallback(
    (words: string) => {
      const there = new URLSearchParams(window.location.search).get(name) ?? "";
      // Back or "Clear filters" has changed the URL since, so this text gets a new history entry
      changeSearch({ [name]: words }, last.current === there ? "replace" : "filter");
      last.current = words;
    },
    [name],
  );
  const settle = useCallback(() => {
    last.current = null;
  }, []);
  return { commit, settle };
}
