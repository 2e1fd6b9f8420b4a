/** Notifies all copies of the app that an MCP server was changed or deleted, or that one of its addresses ended. */
import type { Db } from "@/lib/kernel/database/db";
import { notify } from "@/lib/kernel/database/notify";

export const SERVERS_CHANNEL = "patchbay_mcp_servers";

/** Announces it when `tx` commits, or at once with the plain client. */
export const announceServer = (tx: Pick<Db, "$executeRaw">, serverId: string): Promise<void> =>
  notify(tx, SERVERS_CHANNEL, serverId);
