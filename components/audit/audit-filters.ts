/** The filters of the audit trail, in the URL and in the operations. Pure. */
import type { Chip } from "@/components/parts/lists/filter-chips";
import type { Choices } from "@/components/parts/lists/known-choices";
import { AUDIT_OUTCOMES, AUDIT_THINGS, type AuditOutcome } from "@/lib/contract/audit-things";

/** Each text filter's name in the URL, with its name in the operation. */
const FIELDS = {
  who: "actor",
  object: "target",
  address: "address",
  project: "project_id",
  request: "request_id",
} as const;
type TextFilter = keyof typeof FIELDS;

type Search = { get: (name: string) => string | null };

/** Everything that narrows the list. */
export const NARROWING = [...(Object.keys(FIELDS) as TextFilter[]), "what", "outcome", "since", "until"];

export const OUTCOMES: Readonly<Record<AuditOutcome, string>> = {
  done: "Done",
  refused: "Rejected",
  failed: "Failed",
  unknown: "Unknown",
};

/** The filters with fixed choices. */
export const CHOICES: Choices = { outcome: AUDIT_OUTCOMES };

export const LABELS: Readonly<Record<string, string>> = {
  who: "Who",
  what: "What",
  object: "Object",
  address: "IP address",
  project: "Project",
  request: "Request",
  outcome: "Outcome",
  since: "From",
  until: "To",
};

/** An action, or all actions of a kind; anything else is no filter. */
export const toAction = (text: string | null): string | undefined =>
  text && /^[a-z_]+(\.[a-z_]+)?$/.test(text.trim()) ? text.trim() : undefined;

/** A day as `<input type="date">` has it, in the viewer's zone: its first or its last millisecond. */
function toMoment(day: string | null, isEnd: boolean): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const moment = new Date(`${day}T${isEnd ? "23:59:59.999" : "00:00:00.000"}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The filter for the list and for exports. */
export function toAuditFilter(search: Search) {
  const texts = (Object.keys(FIELDS) as TextFilter[]).flatMap((name) => {
    const text = search.get(name)?.trim();
    return text ? [[FIELDS[name], text] as const] : [];
  });
  const action = toAction(search.get("what"));
  const outcome = AUDIT_OUTCOMES.find((candidate) => candidate === search.get("outcome"));
  const from = toMoment(search.get("since"), false);
  const to = toMoment(search.get("until"), true);
  return {
    ...(Object.fromEntries(texts) as Partial<Record<(typeof FIELDS)[TextFilter], string>>),
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
export type AuditFilter = ReturnType<typeof toAuditFilter>;

const toThingLabel = (action: string): string => (AUDIT_THINGS as Readonly<Record<string, string>>)[action] ?? action;

/** The active filters as labels. `names` maps ids to names that the rows show. */
export function toAuditChips(search: Search, names: ReadonlyMap<string, string>): Chip[] {
  const toWords = (name: string, value: string): string => {
    if (name === "what") return toThingLabel(value);
    if (name === "outcome") return OUTCOMES[value as AuditOutcome];
    return names.get(value) ?? value;
  };
  return NARROWING.flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [{ name, label: LABELS[name] ?? name, value: toWords(name, value) }] : [];
  });
}

export const isFiltered = (search: Search): boolean => NARROWING.some((name) => Boolean(search.get(name)?.trim()));
