/** A filter that is typed: one step of the history for all the letters of one visit to its field. */
"use client";
import { useCallback, useRef } from "react";
import { changeSearch } from "./url-state";

/** `commit` puts words into the address; `settle` ends the visit, so that the next words are a step of their own. */
export function useTypedFilter(name: string): { commit: (words: string) => void; settle: () => void } {
  const last = useRef<string | null>(null);
  const commit = useCallback(
    (words: string) => {
      const there = new URLSearchParams(window.location.search).get(name) ?? "";
      // Back, or "Clear filters", has moved the address since: what is typed now begins a new step
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
