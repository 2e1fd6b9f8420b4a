/** Records in the audit trail what a member decided outside of the dashboard: by a link, or in Slack. */
import { isRefusalRecorded, recordAudit } from "@/lib/access/record-audit";
import type { Caller } from "@/lib/access/caller";
import { requireProject } from "@/lib/access/projects/projects";
import type { Role } from "@/lib/access/role";

type Decision = {
  action: string;
  target: string;
  operation: string;
  requestId: string;
  address: string | undefined;
  /** The link or the message by which it was decided. */
  via: string;
  /** Further facts about the person who decided. */
  facts?: Readonly<Record<string, string>>;
  /** Whether the person may not decide, so that nothing was decided. */
  isRefused?: boolean;
};

/**
 * A refusal is recorded once for each request, whose job can be repeated.
 * @param member null for a person who is no member, whom the facts name as far as they are known
 */
export async function recordMemberDecision(
  projectId: string,
  member: { id: string; role: Role } | null,
  { via, facts, isRefused = false, ...decision }: Decision,
): Promise<void> {
  const { organizationId } = await requireProject(projectId);
  if (isRefused && (await isRefusalRecorded(organizationId, decision))) return;
  const caller: Caller = member
    ? {
        kind: "project",
        ...{ organizationId, projectId, settings: { maskSecrets: true, storePayloads: true } },
        by: { kind: "session", sessionId: via, userId: member.id, role: member.role },
      }
    : { kind: "anonymous" };
  await recordAudit({
    ...{ caller, organizationId, projectId },
    ...decision,
    facts: { via, ...facts },
    ...(isRefused ? { outcome: "refused", status: 403 } : { outcome: "done", status: 200 }),
  });
}
