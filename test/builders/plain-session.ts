/** A session as meta tools get it, without a row: what a test does not name limits nothing. */
import type { SessionConfig } from "@/lib/sessions/settings/contract";
import { NEW_SESSION } from "@/lib/sessions/settings/settings";
import type { Session } from "@/lib/sessions/session";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";

/** A new session that can also send requests of its own. */
const OPEN: SessionConfig = { ...NEW_SESSION, proxy_execute: { enable: true } };

export const plainSession = (projectId: string, userId: string, config: Partial<SessionConfig> = {}): Session => ({
  id: newId("toolRouterSession"),
  projectId,
  userId,
  word: "plain",
  config: { ...OPEN, ...config },
  configVersion: 1,
  implicit: false,
  createdAt: now(),
  updatedAt: now(),
});
