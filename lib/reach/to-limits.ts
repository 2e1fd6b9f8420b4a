/** The limits of a new key, as its maker sent them. */
import type { KeyLimits } from "@/lib/access/keys/key-limits";
import { meantNames, nearestToolkits } from "@/lib/catalog/read/nearest";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";

type SentLimits = {
  toolkits?: string[] | undefined;
  user_ids?: string[] | undefined;
  addresses?: string[] | undefined;
};

const MOST_NEAR = 3;

async function assertToolkits(projectId: string, slugs: readonly string[]): Promise<void> {
  const all = (await everyToolkit(projectId)).map(({ slug }) => slug);
  const slugSet = new Set(all);
  const unknown = slugs.find((slug) => !slugSet.has(slug));
  if (unknown === undefined) return;
  const fix = meantNames(nearestToolkits(unknown, all, MOST_NEAR), "List them with GET /api/v3/toolkits.");
  throw new ApiError("Unprocessable", `There is no toolkit ${JSON.stringify(unknown)}.`, {
    errors: [`limits.toolkits.${slugs.indexOf(unknown)}: there is no toolkit ${unknown}`],
    suggestedFix: fix,
  });
}

/** @throws ApiError Unprocessable for a toolkit that does not exist: the key would reach nothing */
export async function toLimits(
  projectId: string,
  { toolkits, user_ids: users, addresses }: SentLimits,
): Promise<KeyLimits> {
  if (toolkits) await assertToolkits(projectId, toolkits);
  return {
    ...(toolkits && { toolkits: [...new Set(toolkits)] }),
    ...(users && { users: [...new Set(users)] }),
    ...(addresses && { networks: [...new Set(addresses)] }),
  };
}
