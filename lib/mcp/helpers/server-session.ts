/**
 * The session in which an MCP server connects a user's accounts: with the server's toolkits and auth configs, and
 * nothing else.
 */
import { createHash } from "node:crypto";
import type { ConfigAccess } from "@/lib/auth-configs/config-access";
import { NEW_SESSION } from "@/lib/sessions/settings/settings";
import { openHeldSession } from "@/lib/sessions/store/open-held-session";
import type { Session } from "@/lib/sessions/session";
import type { OfferedServer } from "../tools/server-tools";

/** A name that fits into a session's word. */
const wordOf = ({ id, reach = "" }: OfferedServer): string =>
  `mcp-${createHash("sha256")
    .update(id + reach)
    .digest("hex")
    .slice(0, 24)}`;

/** @param configs of the server */
export const openServerSession = (
  server: OfferedServer,
  userId: string,
  configs: readonly ConfigAccess[],
): Promise<Session> =>
  openHeldSession(server.projectId, userId, wordOf(server), {
    ...NEW_SESSION,
    toolkits: { enabled: server.toolkits },
    ...(configs.length > 0 && {
      auth_configs: Object.fromEntries(configs.map(({ toolkitSlug, id }) => [toolkitSlug, id])),
    }),
    manage_connections: { enabled: true, enable_wait_for_connections: true, enable_connection_removal: false },
    workbench: { ...NEW_SESSION.workbench, enable: false },
    search: { enable: false },
    execute: { enable_multi_execute: false },
  });
