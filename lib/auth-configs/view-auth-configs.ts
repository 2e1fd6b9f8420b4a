/** Auth configs as the API shows them. */
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { listAuthConfigs, requireAuthConfig, type AuthConfigFilter } from "./auth-configs";
import { toAuthConfig, toAuthConfigPage } from "./wire";

/** Counts the accounts of each auth config: they belong to a room above this room, so the route passes the function. */
type CountAccounts = (projectId: string, authConfigIds: string[]) => Promise<Map<string, number>>;

/** @throws ApiError NotFound */
export async function viewAuthConfig(
  projectId: string,
  id: string,
  maskSecrets: boolean,
  countAccounts: CountAccounts,
) {
  const config = await requireAuthConfig(projectId, id);
  const [toolkit, counts] = await Promise.all([
    findToolkit(projectId, config.toolkitSlug),
    countAccounts(projectId, [id]),
  ]);
  return toAuthConfig(config, { toolkit, connections: counts.get(id) ?? 0, maskSecrets });
}

/** One page of auth configs. */
export async function viewAuthConfigs(
  projectId: string,
  filter: AuthConfigFilter,
  maskSecrets: boolean,
  countAccounts: CountAccounts,
) {
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
