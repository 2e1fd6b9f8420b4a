/** Values from the rows on the screen, as suggestions for the filters. Pure. */
import type { Option } from "@/components/parts/forms/combobox";
import type { AuditRow } from "./audit-words";

export type RecentValues = Record<"who" | "object" | "address" | "project", Option[]>;

/** Options by id, the latest first; an id is shown next to its name. */
function toOptions(pairs: readonly (readonly [string | null, string | null])[]): Option[] {
  const options = new Map<string, Option>();
  for (const [id, name] of pairs)
    if (id !== null && !options.has(id)) options.set(id, { value: id, label: name ?? id, ...(name && { detail: id }) });
  return [...options.values()];
}

export const toRecentValues = (rows: readonly AuditRow[]): RecentValues => ({
  who: toOptions(rows.map(({ actor }) => [actor.id, actor.name])),
  object: toOptions(rows.map(({ target }) => [target.id, target.name])),
  address: toOptions(rows.map(({ address }) => [address, null])),
  project: toOptions(rows.map(({ project_id: id, project_name: name }) => [id, name])),
});
