/** What a user changed on their own pages, for the audit trail. */
import { auditAround } from "@/lib/access/begin-audit";
import { recordAuditIn } from "@/lib/access/record-audit";
import { requireProject } from "@/lib/access/projects/projects";
import type { Page } from "@/lib/hosted-pages/render-frame";
import type { Decider } from "@/lib/sessions/approvals/decide-call";
import type { Entered, Visit } from "./enter";

export type Answer = { page: Page } | { redirectTo: string };
export type Form = Readonly<Record<string, string>>;

type Change = { action: string; operation: string; target: string };

async function toEvent({ projectId, userId }: Entered, { requestId, address }: Visit) {
  const { organizationId } = await requireProject(projectId);
  const caller = { kind: "endUser", organizationId, projectId, userId } as const;
  return { caller, status: 200, requestId, address };
}

/**
 * Makes a change and records it; the trail has it even if the process dies.
 * @param isChange whether something was changed; the default is yes
 */
export async function recordAround<T>(
  entered: Entered,
  visit: Visit,
  change: Change,
  work: () => Promise<T>,
  isChange: (result: T) => boolean = () => true,
): Promise<T> {
  return auditAround({ ...(await toEvent(entered, visit)), ...change }, work, (done) => (isChange(done) ? {} : null));
}

/** Records the user's decisions about calls in the transactions that make them. */
export async function decisionRecorder(
  entered: Entered,
  visit: Visit,
  operation: string,
): Promise<NonNullable<Decider["record"]>> {
  const event = await toEvent(entered, visit);
  return async (action, target, tx) =>
    void (await recordAuditIn(tx, { ...event, action, target, operation, outcome: "done" }));
}
