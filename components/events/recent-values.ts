/** Values from the rows on the screen, as suggestions for the filters. Pure. */
import type { Option } from "@/components/parts/forms/combobox";
import { distinct } from "@/components/suggestions/to-options";
import { eventName, type EventRow } from "./event-words";

export type RecentValues = Record<"toolkit" | "user" | "account" | "trigger" | "kind", Option[]>;

/** The latest first. */
export function toRecentValues(rows: readonly EventRow[]): RecentValues {
  const plain = (value: string): Option => ({ value, label: value });
  const by = (
    idOf: (row: EventRow) => string | null | undefined,
    labelOf: (row: EventRow) => string | null | undefined,
  ): Option[] => {
    const options = new Map<string, Option>();
    for (const row of rows) {
      const id = idOf(row);
      if (id && !options.has(id)) options.set(id, { value: id, label: labelOf(row) ?? id, detail: id });
    }
    return [...options.values()];
  };
  return {
    toolkit: distinct(rows.map((row) => row.toolkit_slug)).map((slug) => ({ ...plain(slug), toolkit: slug })),
    user: distinct(rows.map((row) => row.user_id)).map(plain),
    account: by(
      (row) => row.connected_account_id,
      (row) => row.user_id,
    ),
    trigger: by(
      (row) => (row.sample ? null : row.trigger_id),
      (row) => row.trigger_slug,
    ),
    kind: distinct(rows.map(eventName)).map(plain),
  };
}
