/** Records in the audit trail what a member decided outside of the dashboard: by a link, or in Slack. */
import { type AuditEvent, isRefusalRecorded, recordAudit, recordAuditIn } from "@/lib/access/record-audit";
import type { Caller } from "@/lib/access/caller";
import { requireProject } from "@/lib/access/projects/projects";
import type { Role } from "@/lib/access/role";
import type { Decider } from "@/lib/sessions/approvals/decide-call";

type Request = {
  operation: string;
  requestId: string;
  address: string | undefined;
  /** The link or the message by which it was decided. */
  via: string;
  /** Further facts about the person who decided. */
  facts?: Readonly<Record<string, string>>;
};

/** The person of an event; null for a person who is no member, whom the facts name as far as they are known. */
type Member = { id: string; role: Role } | null;

/** The common part of the events of a request. */
async function toCommon(projectId: string, member: Member, { via, facts, ...request }: Request) {
  const { organizationId } = await requireProject(projectId);
  const caller: Caller = member
    ? {
        kind: "project",
        ...{ organizationId, projectId, settings: { maskSecrets: true, storePayloads: true } },
        by: { kind: "session", sessionId: via, userId: member.id, role: member.role },
      }
    : { kind: "anonymous" };
  return { caller, organizationId, projectId, ...request, facts: { via, ...facts } } satisfies Partial<AuditEvent>;
}

/** Records what the member decides, in the transaction of the decision. */
export async function memberRecorder(
  projectId: string,
  member: NonNullable<Member>,
  request: Request,
): Promise<NonNullable<Decider["record"]>> {
  const common = await toCommon(projectId, member, request);
  return async (action, target, tx) =>
    void (await recordAuditIn(tx, { ...common, action, target, outcome: "done", status: 200 }));
}

/** Records that nothing was decided, because the person may not; once for each request, whose job can be repeated. */
export async function recordRefusedDecision(
  projectId: string,
  member: Member,
  { action, target, ...request }: Request & { action: string; target: string },
): Promise<void> {
  const common = await toCommon(projectId, member, request);
  const { organizationId, requestId } = common;
  if (await isRefusalRecorded(organizationId, { action, target, requestId })) return;
  await recordAudit({ ...common, action, target, outcome: "refused", status: 403 });
}
