/** The entries that were last chosen in the palette of this browser, for each project. */

const RECENT_KINDS = ["page", "action", "toolkit", "tool", "user", "account", "guide"] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

export type Recent = {
  key: string;
  kind: RecentKind;
  label: string;
  detail?: string | undefined;
  href: string;
  /** The toolkit whose logo it has. */
  toolkit?: string | undefined;
};

const PREFIX = "patchbay.recent.";
const MAX_ENTRIES = 6;
const MAX_TEXT = 300;

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_TEXT;
const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);

/** Only an address of the product is followed, whatever the storage holds. */
const isAddress = (value: unknown): boolean => isText(value) && /^\/(?![/\\])/.test(value);

function isRecent(value: unknown): value is Recent {
  const { key, kind, label, detail, href, toolkit } = (value ?? {}) as Record<string, unknown>;
  return (
    isText(key) &&
    RECENT_KINDS.some((candidate) => candidate === kind) &&
    isText(label) &&
    isOptionalText(detail) &&
    isAddress(href) &&
    isOptionalText(toolkit)
  );
}

/** Newest first. */
export function findRecent(project: string | null): Recent[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(PREFIX + (project ?? "")) ?? "[]");
    return Array.isArray(value) ? value.filter(isRecent).slice(0, MAX_ENTRIES) : [];
  } catch {
    return []; // written by another program, or storage is forbidden
  }
}

/** Puts an entry in front. Full or forbidden storage is not an error: the list is only a convenience. */
export function storeRecent(project: string | null, { key, kind, label, detail, href, toolkit }: Recent): void {
  const entry: Recent = { key, kind, label, detail, href, toolkit };
  if (!isRecent(entry)) return;
  const entries = [entry, ...findRecent(project).filter((other) => other.key !== key)].slice(0, MAX_ENTRIES);
  try {
    window.localStorage.setItem(PREFIX + (project ?? ""), JSON.stringify(entries));
  } catch {
    return; // see above
  }
}

/** Forgets the entries of all projects: they name users, and the next person at this browser is perhaps another one. */
export function forgetRecent(): void {
  try {
    const keys = Array.from({ length: window.localStorage.length }, (_, index) => window.localStorage.key(index) ?? "");
    for (const key of keys.filter((name) => name.startsWith(PREFIX))) window.localStorage.removeItem(key);
  } catch {
    return; // storage is forbidden
  }
}
