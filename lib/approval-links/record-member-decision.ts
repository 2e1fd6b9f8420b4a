/** Records in the audit trail what a member decided outside of the dashboard: by a link, or in Slack. */
import { recordAudit } from "@/lib/access/record-audit";
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
};

export async function recordMemberDecision(
  projectId: string,
  { id: userId, role }: { id: string; role: Role },
  { via, facts, ...decision }: Decision,
): Promise<void> {
  const { organizationId } = await requireProject(projectId);
  await recordAudit({
    caller: {
      kind: "project",
      ...{ organizationId, projectId, settings: { maskSecrets: true, storePayloads: true } },
      by: { kind: "session", sessionId: via, userId, role },
    },
    ...decision,
    facts: { via, ...facts },
    ...{ outcome: "done", status: 200 },
  });
}
