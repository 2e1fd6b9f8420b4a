/** The tools picked in the wizard, stored for this tab, so that a reload does not lose them. */
import type { Picks } from "../tool-choice";

const KEY = "patchbay.mcp-picks";

type StoredPicks = { toolkits: readonly string[]; picks: [toolkit: string, slugs: string[]][] };

const isKept = (value: unknown): value is StoredPicks =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray((value as StoredPicks).toolkits) &&
  Array.isArray((value as StoredPicks).picks) &&
  (value as StoredPicks).picks.every(
    (entry) => Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]),
  );

/** Picks as text, with the toolkits that they belong to. */
export const writePicks = (toolkits: readonly string[], picks: Picks): string =>
  JSON.stringify({ toolkits, picks: [...picks].map(([toolkit, slugs]) => [toolkit, [...slugs]]) });

/** The picks of such a text; none where it is of other toolkits, or no such text. */
export function readPicks(text: string | null, toolkits: readonly string[]): Picks {
  try {
    const record: unknown = JSON.parse(text ?? "null");
    if (isKept(record) && record.toolkits.join() === toolkits.join())
      return new Map(record.picks.map(([toolkit, slugs]) => [toolkit, new Set(slugs)]));
  } catch {
    return new Map();
  }
  return new Map();
}

/** A browser that keeps nothing forgets the picks, as before. */
export function keepPicks(toolkits: readonly string[], picks: Picks): void {
  try {
    window.sessionStorage.setItem(KEY, writePicks(toolkits, picks));
  } catch {
    return;
  }
}

export function keptPicks(toolkits: readonly string[]): Picks {
  if (typeof window === "undefined") return new Map();
  try {
    return readPicks(window.sessionStorage.getItem(KEY), toolkits);
  } catch {
    return new Map();
  }
}

export function forgetPicks(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}
