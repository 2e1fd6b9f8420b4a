/** Items of lists that are made of single values under other names, such as the messages of a conversation. Pure. */
import type { Values } from "@/lib/kernel/text/is-object";

/** `path`: the list. `place`: the item's place among those that are made. */
export type ListItem = { path: string[]; place: number; item: Values };

/** The item with the value at its members that are `{}`. */
export const withValue = (item: Readonly<Values>, value: unknown): Values =>
  Object.fromEntries(Object.entries(item).map(([name, member]) => [name, member === "{}" ? value : member]));

/**
 * The lists with their new items, which come before those that the caller gave.
 * @param valueAt finds what the caller gave at a path
 */
export function toLists(
  items: readonly ListItem[],
  valueAt: (path: string[]) => unknown,
): [path: string[], list: unknown[]][] {
  const paths = new Map(items.map(({ path }) => [path.join("\0"), path]));
  return [...paths].map(([key, path]) => {
    const added = items.filter((item) => item.path.join("\0") === key).sort((a, b) => a.place - b.place);
    const before = valueAt(path);
    // Anything else stays, so that the check of the arguments names it.
    const rest: readonly unknown[] = Array.isArray(before) ? before : [before ?? []].flat();
    return [path, [...added.map(({ item }) => item), ...rest]];
  });
}
