/** Rows ticked in a list. Rows that are no longer listed do not count. */
"use client";
import { useState } from "react";

/** `chosen` contains only rows of `rows`; `toggleAll` ticks all rows, or clears them if all are ticked. */
export function useSelection<T extends { id: string }>(rows: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = rows.filter(({ id }) => ids.has(id));
  return {
    chosen: selectedRows,
    has: (id: string): boolean => ids.has(id),
    all: rows.length > 0 && selectedRows.length === rows.length,
    toggle: (id: string) =>
      setIds((before) =>
        before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set(before).add(id),
      ),
    toggleAll: () => setIds(selectedRows.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

export type Selection<T extends { id: string }> = ReturnType<typeof useSelection<T>>;
