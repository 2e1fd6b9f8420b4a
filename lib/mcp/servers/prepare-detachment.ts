/** Removes a deleted auth config from the MCP servers that used it. */
import { findConfigAccess } from "@/lib/auth-configs/config-access";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { announceServer } from "./announce-server";
import { forgetServer } from "./addressed-server";

const DETACH = statement({
  name: "mcp.detach-config",
  text: `UPDATE mcp_server SET auth_config_ids = array_remove(auth_config_ids, $2), updated_at = $5::timestamptz,
      toolkits = CASE WHEN auth_config_ids && $4::text[] THEN toolkits ELSE array_remove(toolkits, $3) END
    WHERE project_id = $1 AND $2 = ANY(auth_config_ids) RETURNING id`,
  columns: { id: "text" },
});

type Detachment = {
  /** Runs in the transaction that deletes the auth config. */
  detach: (tx: Db) => Promise<void>;
  /** Call after the commit: the next call can come before the notification. */
  forget: () => void;
};

/**
 * A server loses the toolkit if it has no other auth config for it, as it does when the config is removed from the
 * server. Otherwise it would open all of the toolkit's tools, with any other accounts of its users.
 */
export async function prepareDetachment(projectId: string, configId: string): Promise<Detachment> {
  const servers = await db.mcpServer.findMany({
    where: { projectId, authConfigIds: { has: configId } },
    select: { authConfigIds: true },
  });
  const ids = [...new Set([configId, ...servers.flatMap(({ authConfigIds }) => authConfigIds)])];
  const configs = await findConfigAccess(projectId, ids);
  const toolkit = configs.find(({ id }) => id === configId)?.toolkitSlug ?? "";
  const others = configs.filter(({ id, toolkitSlug }) => id !== configId && toolkitSlug === toolkit);
  const changed: string[] = [];
  return {
    detach: async (tx) => {
      const values = [projectId, configId, toolkit, others.map(({ id }) => id), now()];
      for (const { id } of await rowsIn(tx, DETACH, values)) {
        await announceServer(tx, id);
        changed.push(id);
      }
    },
    forget: () => changed.forEach(forgetServer),
  };
}
