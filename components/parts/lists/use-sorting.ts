/** The order of a list by time, in the URL. */
"use client";
import { useSearchParams } from "next/navigation";
import type { Sorting } from "./data-table";
import { changeSearch } from "./url-state";

/** The newest row is first unless the URL asks for the oldest. */
export function useSorting(): Sorting & { isOldestFirst: boolean } {
  const isOldestFirst = useSearchParams().get("order") === "oldest";
  return {
    isOldestFirst,
    direction: isOldestFirst ? "ascending" : "descending",
    onTurn: () => changeSearch({ order: isOldestFirst ? "" : "oldest" }),
  };
}
