/** Auth configs as the API shows them, with the number of accounts that only this room knows. */
import { listAuthConfigs, requireAuthConfig, type AuthConfigFilter } from "@/lib/auth-configs/auth-configs";
import { toAuthConfig, toAuthConfigPage } from "@/lib/auth-configs/wire";
import { findToolkit } from "@/lib/catalog/read/toolkits";
import { countAccounts } from "../accounts/list";

/** @throws ApiError NotFound */
export async function viewAuthConfig(projectId: string, id: string, maskSecrets: boolean) {
  const config = await requireAuthConfig(projectId, id);
  const [toolkit, counts] = await Promise.all([
    findToolkit(projectId, config.toolkitSlug),
    countAccounts(projectId, [id]),
  ]);
  return toAuthConfig(config, { toolkit, connections: counts.get(id) ?? 0, maskSecrets });
}

/** One page of auth configs. */
export async function viewAuthConfigs(projectId: string, filter: AuthConfigFilter, maskSecrets: boolean) {
  const page = await listAuthConfigs(projectId, filter);
  const slugs = [...new Set(page.items.map(({ toolkitSlug }) => toolkitSlug))];
  const [counts, toolkits] = await Promise.all([
    countAccounts(
      projectId,
      page.items.map(({ id }) => id),
    ),
    Promise.all(slugs.map(async (slug) => [slug, await findToolkit(projectId, slug)] as const)),
  ]);
  return toAuthConfigPage(page, { toolkits: new Map(toolkits), counts, maskSecrets });
}
