/** A JSON object, seen from outside: its names are known to be text, its values to nobody yet. */
export type Values = Record<string, unknown>;

/** Whether a value is an object as JSON means it: neither null nor a list. */
export const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === "object" && !Array.isArray(value);
