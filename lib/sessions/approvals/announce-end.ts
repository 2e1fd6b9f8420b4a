/** Records the event of a call that has ended, in the transaction that ends it: its agent may have gone by then. */
import type { ParkedCall } from "@/generated/prisma/client";
import type { Db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import type { ApprovalState, Decision } from "./parked-calls";

export type EndedCall = Pick<
  ParkedCall,
  "id" | "projectId" | "sessionId" | "userId" | "toolSlug" | "toolkitSlug" | "accountId"
>;
type End = { state: ApprovalState; decision: Decision | null; logId?: string | null | undefined };

/** Where the result is for a day. */
const resultUrl = (id: string): string => `${env().publicUrl}/api/v3/internal/patchbay/approvals/${id}/result`;

/** Without the result: receivers of events need not see it, and fetch it with a key. */
export async function announceEnd(
  tx: Pick<Db, "$executeRaw" | "$queryRawUnsafe">,
  { id, projectId, sessionId, userId, toolSlug, toolkitSlug, accountId }: EndedCall,
  { state, decision, logId = null }: End,
): Promise<void> {
  await recordEvent(tx, projectId, {
    type: "composio.approval.ended",
    about: { userId, toolkitSlug, ...(accountId !== null && { connectedAccountId: accountId }) },
    lane: sessionId,
    payload: {
      id,
      session_id: sessionId,
      user_id: userId,
      tool_slug: toolSlug,
      toolkit: { slug: toolkitSlug },
      connected_account_id: accountId,
      state,
      decision,
      log_id: logId,
      result_url: resultUrl(id),
    },
  });
}
