/** Filters of a subscription: which events it gets, by what stands in them. Pure, and bounded by the contract. */

export const OPERATORS = ["equals", "not_equals", "contains", "not_contains", "exists", "not_exists"] as const;

export type EventFilter = {
  /** A path into the V3 message with dots between names: `data.issue.state`, `metadata.trigger_slug`. */
  path: string;
  operator: (typeof OPERATORS)[number];
  value?: string | number | boolean | null | undefined;
};

/** The value at a path. Only own properties count, so that no path leads out of the message. */
function valueAt(message: unknown, path: string): unknown {
  let value = message;
  for (const name of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

const same = (actual: unknown, expected: EventFilter["value"]): boolean =>
  actual === expected ||
  (actual !== undefined && actual !== null && typeof actual !== "object" && String(actual) === expected);

function contains(actual: unknown, expected: EventFilter["value"]): boolean {
  if (Array.isArray(actual)) return actual.some((item) => same(item, expected));
  return typeof actual === "string" && actual.toLowerCase().includes(String(expected).toLowerCase());
}

function fits(message: unknown, { path, operator, value }: EventFilter): boolean {
  const actual = valueAt(message, path);
  switch (operator) {
    case "equals":
      return same(actual, value);
    case "not_equals":
      return !same(actual, value);
    case "contains":
      return contains(actual, value);
    case "not_contains":
      return !contains(actual, value);
    case "exists":
      return actual !== undefined;
    case "not_exists":
      return actual === undefined;
  }
}

/** Whether a message fits every filter. */
export const fitsAll = (message: unknown, filters: readonly EventFilter[]): boolean =>
  filters.every((filter) => fits(message, filter));
