/** Which messages about a call were sent, so that a repeated job asks nobody twice. */
import type { ParkedCall } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { now } from "@/lib/kernel/time/clock";

type SentMessage = { channel: "mail" | "slack"; recipient: string };

export const wasSent = async ({ projectId, id: callId }: ParkedCall, message: SentMessage): Promise<boolean> =>
  (await db.approvalMessage.count({ where: { projectId, callId, ...message } })) > 0;

export async function recordMessage(
  { projectId, id: callId, expiresAt }: ParkedCall,
  message: SentMessage,
): Promise<void> {
  await db.approvalMessage.createMany({
    data: [{ projectId, callId, ...message, expiresAt, sentAt: now() }],
    skipDuplicates: true,
  });
}

const PAST = batchDelete("approval_message", "expires_at <= $1");

/** Nobody is asked about a call that has expired. */
export async function pruneMessages(): Promise<void> {
  await deleteInBatches(PAST, [now()]);
}
