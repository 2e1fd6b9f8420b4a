/** The last arguments of each tool, stored only for this browser tab and without secrets. */
import type { Values } from "./arguments-draft";

const PREFIX = "patchbay.arguments.";
const MAX_CHARACTERS = 100_000;
const SECRET =
  /pass(word|phrase|wd)|secret|token|api_?key|authorization|credential|private_?key|signature|cookie|jwt|bearer/i;
const PUBLIC = /^(next_?)?(page|sync)_?token$|max_(completion_)?tokens$/i;
const REDACTED = "[redacted]";

/**
 * A copy without the values that must not be stored: values under secret names, at any depth, and values that a log
 * redacted.
 */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === REDACTED || (SECRET.test(name) && !PUBLIC.test(name)) ? [] : [[name, withoutSecrets(item)]],
    ),
  );
}

/** Stores the arguments. Full or forbidden storage is not an error: the arguments are only a convenience. */
export function storeArguments(tool: string, value: Values): void {
  try {
    const text = JSON.stringify(withoutSecrets(value));
    if (text.length <= MAX_CHARACTERS) window.sessionStorage.setItem(PREFIX + tool, text);
  } catch {
    return; // see above
  }
}

/** Null if nothing is stored. */
export function findArguments(tool: string): Values | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(PREFIX + tool) ?? "null");
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Values) : null;
  } catch {
    return null; // written by something else, or storage is forbidden
  }
}
