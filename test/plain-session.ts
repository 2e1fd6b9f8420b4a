/** A session as meta tools get it, without a row: what a test does not name limits nothing. */
import type { SessionConfig } from "@/lib/tool-router/config/contract";
import type { Session } from "@/lib/tool-router/sessions/session";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";

const OPEN: SessionConfig = {
  manage_connections: { enabled: true, enable_wait_for_connections: false, enable_connection_removal: true },
  workbench: { enable: true, proxy_execution_enabled: true, sandbox_size: "standard" },
  multi_account: { enable: false, require_explicit_selection: true },
  preload: { tools: [] },
  search: { enable: true },
  execute: { enable_multi_execute: true },
  proxy_execute: { enable: true },
  experimental: {},
};

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
