/** Converts both forms of a COMPOSIO_MANAGE_CONNECTIONS call into one list of entries. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";

export type Action = "add" | "list" | "rename" | "remove";

export type Entry = {
  /** The toolkit as the caller names it. */
  name: string;
  /** `ensure`: the user needs a connection, with any account. */
  action: Action | "ensure";
  /** An id or an alias. */
  account?: string | undefined;
  alias?: string | undefined;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.trim() : undefined;

/** @param entries already checked against the tool's schema */
export const toEntries = (entries: readonly unknown[]): Entry[] =>
  entries.map((entry) =>
    isObject(entry)
      ? {
          name: String(entry.name),
          action: (entry.action as Action | undefined) ?? "add",
          account: textOf(entry.account_id),
          alias: textOf(entry.alias),
        }
      : { name: String(entry), action: "ensure" },
  );

/** The entries by toolkit, in the order in which toolkits are named first; repeated entries are done once. */
export function byToolkit(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  const keys = new Set<string>();
  for (const entry of entries) {
    const key = entry.name.trim().toLowerCase();
    const same = JSON.stringify([key, entry.action, entry.account, entry.alias]);
    if (keys.has(same)) continue;
    keys.add(same);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}
