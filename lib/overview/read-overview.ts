/** Gathers what the rooms count of a project. */
import type { z } from "zod";
import { countApiKeys, isKeyUsed } from "@/lib/access/keys/count-api-keys";
import { countAuthConfigs } from "@/lib/auth-configs/count-auth-configs";
import { countProjectAccounts } from "@/lib/connected-accounts/accounts/list-users";
import { countExecutions } from "@/lib/logs/execution-counts";
import { isServerUsed } from "@/lib/mcp/servers/is-server-used";
import { countOpenServers } from "@/lib/mcp/servers/count-open-servers";
import type { overviewApi } from "./contract";

/** The project in numbers, for the first page. */
export async function readOverview(projectId: string): Promise<z.input<typeof overviewApi.getOverview.response>> {
  const [apiKeys, keyUsed, serverUsed, authConfigs, accounts, openServers, executions] = await Promise.all([
    countApiKeys(projectId),
    isKeyUsed(projectId),
    isServerUsed(projectId),
    countAuthConfigs(projectId),
    countProjectAccounts(projectId),
    countOpenServers(projectId),
    countExecutions(projectId),
  ]);
  const { total, succeeded, last24h, failed24h, hourly, firstAt } = executions;
  return {
    api_keys: apiKeys,
    agent_connected: keyUsed || serverUsed,
    auth_configs: authConfigs,
    connected_accounts: accounts,
    open_mcp_servers: openServers,
    executions: {
      total,
      succeeded,
      last_24h: last24h,
      failed_24h: failed24h,
      hourly: hourly.map(({ at: time, ...counts }) => ({ at: time.toISOString(), ...counts })),
    },
    first_execution_at: firstAt?.toISOString() ?? null,
  };
}
