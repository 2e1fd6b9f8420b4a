/** Rows ticked in a list, or everything that matches its filters. Rows that are no longer listed do not count. */
"use client";
import { useState } from "react";

/**
 * `chosen` contains only rows of `rows`; `toggleAll` ticks all rows, or clears them if all are ticked. `everything` is
 * true after `chooseEverything`: also the rows that are not loaded count.
 */
export function useSelection<T extends { id: string }>(rows: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [wantsEverything, setEverything] = useState(false);
  const selectedRows = rows.filter(({ id }) => ids.has(id));
  const all = rows.length > 0 && selectedRows.length === rows.length;
  const set = (next: ReadonlySet<string>) => {
    setIds(next);
    setEverything(false);
  };
  return {
    chosen: selectedRows,
    has: (id: string): boolean => wantsEverything || ids.has(id),
    all: all || wantsEverything,
    everything: wantsEverything,
    toggle: (id: string) => {
      const before = wantsEverything ? new Set(rows.map((row) => row.id)) : ids;
      set(before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set(before).add(id));
    },
    toggleAll: () => set(all || wantsEverything ? new Set() : new Set(rows.map(({ id }) => id))),
    chooseEverything: () => setEverything(true),
    clear: () => set(new Set()),
  };
}

export type Selection<T extends { id: string }> = ReturnType<typeof useSelection<T>>;
