/** The values that a tool of the same app lists for an argument. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Path } from "./field-value";

/** How a list is made: the tool and its arguments, and what to read in its answer. */
export type ValueList = {
  tool: string;
  with?: Record<string, unknown> | undefined;
  needs?: readonly string[] | undefined;
  items: string;
  value?: string | undefined;
  label?: string | undefined;
  fills?: Record<string, string> | undefined;
};

export type ListedValue = {
  value: string | number;
  /** Equal to the value as text if the item has no other name. */
  label: string;
  /** Further arguments that the same item sets. */
  fills: Readonly<Record<string, unknown>>;
};

/** Where a form gets values from: whether an argument has a list, and the list for the form's other values. */
export type ValueLists = {
  has: (argument: string) => boolean;
  load: (argument: string, signal: AbortSignal) => Promise<readonly ListedValue[]>;
};

/** The argument of a field or of an item of its list; undefined deeper inside. */
export function argumentOf(path: Path): string | undefined {
  const [name, place, ...rest] = path;
  if (typeof name !== "string" || rest.length > 0) return undefined;
  return place === undefined || typeof place === "number" ? name : undefined;
}

function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split(".")) {
    if (Array.isArray(current)) current = current[Number(name)] as unknown;
    else current = isObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
  }
  return current;
}

/** The arguments of the tool that lists the values, or the name of the argument that is missing for it. */
export function toListArguments(
  { with: fixed = {}, needs = [] }: ValueList,
  values: Readonly<Record<string, unknown>>,
): { arguments: Record<string, unknown> } | { missing: string } {
  const missing = needs.find((name) => values[name] === undefined || values[name] === "");
  if (missing !== undefined) return { missing };
  return { arguments: { ...fixed, ...Object.fromEntries(needs.map((name) => [name, values[name]])) } };
}

const MOST_VALUES = 500;

/** The values of an answer; items of another form are left out, as are repeated values. */
export function toListedValues({ items, value, label, fills = {} }: ValueList, data: unknown): ListedValue[] {
  const list = valueAt(data, items);
  if (!Array.isArray(list)) return [];
  const values = new Map<string | number, ListedValue>();
  for (const item of list.slice(0, MOST_VALUES)) {
    const id = value === undefined ? item : valueAt(item, value);
    if ((typeof id !== "string" && typeof id !== "number") || id === "") continue;
    const name = label === undefined ? undefined : valueAt(item, label);
    values.set(id, {
      value: id,
      label: typeof name === "string" && name !== "" ? name : String(id),
      fills: Object.fromEntries(Object.entries(fills).map(([argument, path]) => [argument, valueAt(item, path)])),
    });
  }
  return [...values.values()];
}

/** The values whose name or value has the words. */
export function narrowValues(values: readonly ListedValue[], words: string): readonly ListedValue[] {
  const query = words.trim().toLowerCase();
  if (query === "") return values;
  return values.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(query));
}
