/** Records the event of a call that waits for a person, in the transaction that writes the call. */
import type { Db } from "@/lib/kernel/database/db";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { env } from "@/lib/kernel/process/env";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import type { NewCall } from "./new-call";

/** Asks the members who may decide, where the project has a way to reach them. */
export const NOTIFY_APPROVERS: JobKind = {
  name: "approvals.notify",
  work: "deliveries",
  pauses: [5, 30, 120, 600],
};

/** The page where a person decides, in the project of the call. Whoever opens it signs in first. */
export const approvalUrl = (projectId: string, id: string): string =>
  `${env().publicUrl}/approvals/${id}?project=${projectId}`;

/** Without the arguments: the person who decides reads them on the page, and receivers of events need not see them. */
export async function announceCall(
  tx: Pick<Db, "$executeRaw" | "$queryRawUnsafe">,
  id: string,
  { session, tool, asked: requirement, account, lifeSeconds }: NewCall,
): Promise<void> {
  await recordEvent(tx, session.projectId, {
    type: "composio.approval.requested",
    about: {
      userId: session.userId,
      toolkitSlug: tool.toolkitSlug,
      ...(account && { connectedAccountId: account.id }),
    },
    lane: session.id,
    payload: {
      id,
      session_id: session.id,
      user_id: session.userId,
      tool_slug: tool.slug,
      toolkit: { slug: tool.toolkitSlug },
      connected_account_id: account?.id ?? null,
      rule: requirement.rule,
      expires_in_seconds: lifeSeconds,
      approval_url: approvalUrl(session.projectId, id),
    },
  });
  await enqueue(tx, NOTIFY_APPROVERS, { projectId: session.projectId, callId: id }, { key: id });
}
