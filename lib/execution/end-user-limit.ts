/** The limit of executions per end user. */
import { env } from "@/lib/kernel/process/env";
import { hashToken } from "@/lib/kernel/ids";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { overLimit, stricter, type Amount } from "@/lib/kernel/rate-limit/over-limit";
import type { ExecutionCaller } from "./execution-facts";

/**
 * Counts an execution for its user; null if there is no limit or no user. The same user id in another project is a
 * different user.
 * @throws ApiError TooManyRequests with Retry-After when the user has no executions left in this time window
 */
export function countEndUser(
  { projectId, settings }: ExecutionCaller,
  userId: string | undefined,
): Promise<void> | null {
  const limit = stricter(settings.rateLimits?.endUser, env().rateLimits.endUser);
  return limit && userId !== undefined ? count(limit, projectId, userId) : null;
}

async function count(limit: Amount, projectId: string, userId: string): Promise<void> {
  const state = await takeToken({ subject: `end-user:${projectId}:${hashToken(userId)}`, ...limit });
  if (!state.allowed) throw overLimit("end user", state);
}
