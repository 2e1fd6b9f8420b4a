/** The auth configs of a toolkit of a project's own. */
import { listAuthConfigs, type AuthConfig } from "@/lib/auth-configs/auth-configs";
import { MAX_LIMIT } from "@/lib/contract/page";

/** All of them, disabled auth configs too. */
export async function findConfigs(projectId: string, slug: string): Promise<AuthConfig[]> {
  const configs: AuthConfig[] = [];
  let cursor: string | undefined;
  do {
    const filter = { toolkitSlugs: [slug], showDisabled: true, limit: MAX_LIMIT };
    const page = await listAuthConfigs(projectId, { ...filter, ...(cursor && { cursor }) });
    configs.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return configs;
}
