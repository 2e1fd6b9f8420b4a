/** Saved views as URLs, and names for new views. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { savedViewsApi } from "@/generated/addresses/logs/views";

export type SavedView = ResultOf<typeof savedViewsApi.listSavedViews>["items"][number];
export type ViewPage = SavedView["page"];
export type Filters = SavedView["filters"];

const PATHS: Record<ViewPage, string> = { tool_logs: "/logs/tools", trigger_logs: "/logs/triggers" };

type Search = { get: (name: string) => string | null };

/** The part of a URL that a view stores: filters, not the open row. */
export function toFilters(search: Search, names: readonly string[]): Filters {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)?.trim();
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** Equal filters always give the same URL. */
export function viewHref(page: ViewPage, filters: Filters): string {
  const inOrder = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${PATHS[page]}?${new URLSearchParams(inOrder)}`;
}

export const isSame = (page: ViewPage, a: Filters, b: Filters): boolean => viewHref(page, a) === viewHref(page, b);

const LONGEST_NAME = 80;

/** An initial name: the values of the filters. */
export const toName = (chips: readonly { value: string }[], words: string | undefined): string =>
  [...(words ? [words] : []), ...chips.map(({ value }) => value)].join(", ").slice(0, LONGEST_NAME);
