/** Counts an execution against the limit of the end user it is for. */
import { env } from "@/lib/kernel/process/env";
import { hashToken } from "@/lib/kernel/ids";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { overLimit, stricter, type Amount } from "@/lib/kernel/rate-limit/refusal";
import type { ExecutionCaller } from "./sending/trace";

/**
 * Null where there is no limit, or nobody to count for. A user is known by their project and id: the same id in another
 * project is somebody else.
 * @throws ApiError TooManyRequests with Retry-After when the user's executions of this window are used
 */
export function countEndUser(
  { projectId, settings }: ExecutionCaller,
  userId: string | undefined,
): Promise<void> | null {
  const limit = stricter(settings.rateLimits?.endUser, env().rateLimits.endUser);
  return limit && userId !== undefined ? count(limit, projectId, userId) : null;
}

async function count(limit: Amount, projectId: string, userId: string): Promise<void> {
  const standing = await takeToken({ subject: `end-user:${projectId}:${hashToken(userId)}`, ...limit });
  if (!standing.allowed) throw overLimit("end user", standing);
}
