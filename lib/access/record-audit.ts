/** The audit trail: who changed what, and who was refused. Its rows outlive the objects that they describe. */
import type { AuditOutcome } from "@/lib/contract/audit-things";
import { cutText } from "@/lib/kernel/text/storable";
import { now } from "@/lib/kernel/time/clock";
import type { Db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { log } from "@/lib/kernel/process/log";
import { actorOf, type Caller } from "./caller";

/** Short texts by short names. */
export type AuditFacts = Readonly<Record<string, string>>;

export type AuditEvent = {
  caller: Caller;
  /** As the operation's contract names it. */
  action: string;
  /** The operation's id. */
  operation: string;
  /** The id that the call was about, or that its answer gave. */
  target?: string | undefined;
  /** Details of the change that the action and the target do not contain; never a secret. */
  facts?: AuditFacts | undefined;
  outcome: AuditOutcome;
  /** HTTP. */
  status: number;
  requestId: string;
  /** The client's, as far as it is known. */
  address?: string | undefined;
  /** The organization or project that the caller made, if they belonged to nothing before. */
  organizationId?: string | undefined;
  projectId?: string | undefined;
};

/** Records changes of one request. */
export type RecordChange = {
  /** Records a change that was made, or that the transaction makes. */
  (action: string, target: string, tx?: Pick<Db, "$queryRawUnsafe">): Promise<void>;
  /** Makes a change that is in the trail even if the process dies: with its target, or the target that it returns. */
  around: <T>(
    action: string,
    target: string | undefined,
    change: () => Promise<T>,
    toTarget?: (result: T) => string,
  ) => Promise<T>;
};

/** Longer texts from callers are cut; real ids are shorter. */
const LONGEST = 200;

type Actor = { kind: string; id: string | null; organizationId: string | null; projectId: string | null };

function toActor(caller: Caller): Actor {
  const nowhere = { organizationId: null, projectId: null };
  switch (caller.kind) {
    case "project": {
      const { by, organizationId, projectId } = caller;
      return { kind: by.kind, id: actorOf(caller), organizationId, projectId };
    }
    case "user":
      return { kind: "user", id: caller.userId, ...nowhere };
    case "organization":
      return { kind: "organization", id: caller.keyId, organizationId: caller.organizationId, projectId: null };
    case "endUser":
      return {
        kind: "endUser",
        id: cutText(caller.userId, LONGEST),
        organizationId: caller.organizationId,
        projectId: caller.projectId,
      };
    default:
      return { kind: caller.kind, id: null, ...nowhere };
  }
}

/** The database refuses JSON with halves of characters, which callers may send and a cut makes. */
const toFact = (text: string): string => cutText(text.replaceAll("\0", ""), LONGEST);

/** A member's key acts as the member: the event names the member, and the key among its facts. */
const factsOf = ({ caller, facts }: AuditEvent): AuditFacts | undefined => {
  const keyId =
    caller.kind === "project" ? caller.by.kind === "userKey" && caller.by.keyId : "keyId" in caller && caller.keyId;
  return keyId && caller.kind !== "organization" ? { ...facts, user_key: keyId } : facts;
};

const toFacts = (facts: AuditFacts | undefined): string | null =>
  facts ? JSON.stringify(Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, toFact(text)]))) : null;

const INSERT_TEXT = `INSERT INTO audit_event (at, organization_id, project_id, actor_kind, actor_id, action, operation,
      target, outcome, status, request_id, address, facts)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::jsonb)`;

/** Plain SQL, because each change of a client waits for it. */
const INSERT = statement({ name: "access.audit", text: INSERT_TEXT });

/** The event of a change that `beginAudit` has announced takes the place of its row. */
const FINISH = statement({
  name: "access.audit-of-begun",
  text: `WITH begun AS (DELETE FROM audit_begun WHERE id = $14::text::bigint) ${INSERT_TEXT}`,
});

/** The values of `INSERT`, in its order. */
export function toAuditRow(event: AuditEvent) {
  const { kind, id, organizationId, projectId } = toActor(event.caller);
  return {
    at: now(),
    organizationId: organizationId ?? event.organizationId ?? null,
    projectId: projectId ?? event.projectId ?? null,
    actorKind: kind,
    actorId: id,
    action: event.action,
    operation: event.operation,
    target: event.target == null ? null : cutText(event.target, LONGEST),
    outcome: event.outcome,
    status: event.status,
    requestId: event.requestId,
    address: event.address == null ? null : cutText(event.address, LONGEST),
    facts: toFacts(factsOf(event)),
  };
}

/** Writes one event in the transaction of its change: neither exists without the other. */
export const recordAuditIn = (tx: Pick<Db, "$queryRawUnsafe">, event: AuditEvent): Promise<unknown> =>
  rowsIn(tx, INSERT, Object.values(toAuditRow(event)));

const REFUSAL = statement({
  name: "access.audit-of-refusal",
  text: `SELECT EXISTS (SELECT 1 FROM audit_event WHERE organization_id = $1 AND target = $2 AND request_id = $3
    AND action = $4 AND outcome = 'refused') AS there`,
  columns: { there: "bool" },
});

/** Whether the refusal of a request is recorded already: its job can be repeated. */
export async function isRefusalRecorded(
  organizationId: string,
  { target, requestId, action }: { target: string; requestId: string; action: string },
): Promise<boolean> {
  const [row] = await rowsOf(REFUSAL, [organizationId, target, requestId, action]);
  return row?.there ?? false;
}

/**
 * Writes one event. Never rejects, because the change has already happened. If the event cannot be stored, it is
 * logged.
 * @param noticeId the ID that `beginAudit` gave for the change
 */
export async function recordAudit(event: AuditEvent, noticeId?: string): Promise<void> {
  const row = toAuditRow(event);
  const values = Object.values(row);
  try {
    await (noticeId === undefined ? rowsOf(INSERT, values) : rowsOf(FINISH, [...values, noticeId]));
  } catch (error) {
    log.error(event, "an event of the audit trail could not be stored", { error, audit: row });
  }
}
