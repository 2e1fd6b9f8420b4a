/** Lists in answers. Pure. */
import { parseFeed } from "@/lib/kernel/text/parse-feed";
import { readJsonFeed } from "@/lib/kernel/text/read-json-feed";
import { valueAt } from "./event-value";
import type { Poll } from "./trigger-type";

/** The first of the ways that leads to a list. */
export function listAt(body: unknown, ways: string | readonly string[]): unknown[] | undefined {
  for (const way of [ways].flat()) {
    const value = valueAt(body, way);
    // A way through a list of lists means the items of them all.
    if (Array.isArray(value)) return way.includes("*") ? value.flat().filter((item) => item !== undefined) : value;
  }
  return undefined;
}

type ListShape = Pick<Poll, "items" | "single" | "numbered" | "format" | "inside" | "diff">;

/** The items of a polled answer, the newest first where the list has an order. @throws FeedError */
export function pollItems({ items, single, numbered, format, inside, diff }: ListShape, data: unknown): unknown[] {
  if (format === "feed") return typeof data === "string" ? parseFeed(data) : readJsonFeed(data);
  if (single) return [data];
  const outer = listAt(data, items) ?? [];
  const elements =
    inside === undefined
      ? outer
      : outer.flatMap((item) => (listAt(item, inside) ?? []).map((value) => ({ in: item, value })));
  if (!numbered) return elements;
  const rows = elements.map((value, index) => ({ number: index + 1, value }));
  return diff ? rows : rows.reverse();
}
