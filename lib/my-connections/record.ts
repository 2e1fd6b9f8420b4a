/** What a user changed on their own pages, for the audit trail. */
import { recordAudit } from "@/lib/access/record-audit";
import { requireProject } from "@/lib/access/projects/projects";
import type { Page } from "@/lib/hosted-pages/render-frame";
import type { Entered, Visit } from "./enter";

export type Answer = { page: Page } | { redirectTo: string };
export type Form = Readonly<Record<string, string>>;

export async function record(
  { projectId, userId }: Entered,
  { requestId, address }: Visit,
  change: { action: string; operation: string; target: string },
): Promise<void> {
  const { organizationId } = await requireProject(projectId);
  await recordAudit({
    caller: { kind: "endUser", organizationId, projectId, userId },
    ...change,
    outcome: "done",
    status: 200,
    requestId,
    address,
  });
}
