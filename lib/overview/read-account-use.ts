/** What an account was used for, held against what it was allowed. */
import type { z } from "zod";
import { findToolScopes } from "@/lib/catalog/read/find-tool-scopes";
import { scopesOfAccount } from "@/lib/connected-accounts/credentials/account-health";
import { requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import { findUsedTools } from "@/lib/logs/find-used-tools";
import type { overviewApi } from "./contract";

/**
 * Scopes count as unused when some tool of the toolkit names them and no tool that the account ran does. Scopes that no
 * tool names are left out: nobody can tell.
 * @throws ApiError NotFound
 */
export async function readAccountUse(
  projectId: string,
  accountId: string,
): Promise<z.input<typeof overviewApi.getAccountUse.response>> {
  const account = await requireAccount(projectId, accountId);
  const [toolSlugs, all] = await Promise.all([
    findUsedTools(projectId, accountId),
    findToolScopes(projectId, account.toolkitSlug),
  ]);
  const needed = new Set(toolSlugs.flatMap((slug) => all.get(slug) ?? []));
  const knownScopes = new Set([...all.values()].flat());
  const scopes = scopesOfAccount(account);
  return {
    last_used_at: account.lastUsedAt?.toISOString() ?? null,
    used_tools: toolSlugs,
    unused_scopes: scopes?.filter((scope) => knownScopes.has(scope) && !needed.has(scope)) ?? null,
  };
}
