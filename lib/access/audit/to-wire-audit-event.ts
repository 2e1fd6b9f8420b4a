/** Audit events as the API returns them. */
import type { z } from "zod";
import type { Parsed } from "@/lib/contract/operation";
import type { AuditFacts } from "../record-audit";
import type { auditApi } from "./contract";
import type { AuditFilter, AuditRow } from "./find-audit-events";
import { type AuditChange, toSentence } from "./to-sentence";

type WireEvent = z.input<typeof auditApi.getAuditEvent.response>;
type WireFilter = Omit<Parsed<typeof auditApi.listAuditEvents>["query"], "cursor" | "limit">;

export const toAuditFilter = ({ project_id, request_id, from, to, ...same }: WireFilter): AuditFilter => ({
  ...same,
  projectId: project_id,
  requestId: request_id,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

const FROM = "from.";
const TO = "to.";

/** The first events with values before and after did not name their field. */
const fieldOf = (action: string): string => (action === "member.change_role" ? "role" : "name");

/** The changed fields among the facts of an event, and the other facts. */
function splitFacts(action: string, storedFacts: AuditFacts | null): { changes: AuditChange[]; facts: AuditFacts } {
  const { from, to, ...named } = storedFacts ?? {};
  const facts: Record<string, string> = {};
  const changes = new Map<string, AuditChange>();
  const change = (field: string, values: Partial<AuditChange>) =>
    changes.set(field, { ...(changes.get(field) ?? { field, from: null, to: null }), ...values });
  if (from !== undefined) change(fieldOf(action), { from });
  if (to !== undefined) change(fieldOf(action), { to });
  for (const [name, text] of Object.entries(named)) {
    if (name.startsWith(FROM)) change(name.slice(FROM.length), { from: text });
    else if (name.startsWith(TO)) change(name.slice(TO.length), { to: text });
    else facts[name] = text;
  }
  return { changes: [...changes.values()], facts };
}

export function toWireAuditEvent(row: AuditRow, names: ReadonlyMap<string, string>): WireEvent {
  const { action, outcome, status, target } = row;
  const { changes, facts } = splitFacts(action, row.facts);
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const isNamed = row.actor_kind !== "endUser";
  const actor = { kind: row.actor_kind, id: row.actor_id, name: isNamed ? nameOf(row.actor_id) : null };
  const object = { id: target, name: facts.name ?? nameOf(target) };
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    sentence: toSentence({ action, actor, target: object, outcome, status, changes }),
    actor,
    action,
    operation: row.operation,
    target: object,
    changes,
    facts,
    outcome,
    status,
    project_id: row.project_id,
    project_name: nameOf(row.project_id),
    request_id: row.request_id,
    address: row.address,
  };
}
