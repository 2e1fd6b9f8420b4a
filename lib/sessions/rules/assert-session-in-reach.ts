/** Sessions within the limits of a key. */
import type { Reach } from "@/lib/access/caller";
import { assertEveryToolkit, assertToolkitInReach, assertUserInReach } from "@/lib/access/keys/limited-of";
import type { Session } from "../session";
import { toolkitsOf } from "./session-rules";

/**
 * A session decides by its own toolkits what an agent reaches, in whatever way the agent calls: all of them must be
 * within the limits of the key.
 * @throws ApiError Forbidden for a session of another user, and for one with more toolkits than the key
 */
export function assertSessionInReach(reach: Reach, session: Pick<Session, "userId" | "config">): void {
  assertUserInReach(reach, session.userId);
  if (!reach.toolkits) return;
  const toolkits = toolkitsOf(session);
  if (!toolkits) return assertEveryToolkit(reach);
  for (const slug of toolkits) assertToolkitInReach(reach, slug);
}
