/** The auth config with which a session connects a user where it names none itself. */
import { db } from "@/lib/kernel/database/db";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { processMemory } from "@/lib/kernel/process-memory";
import { createAuthConfig, type AuthConfig } from "./auth-configs";

/** Users of one project often need the same app at the same moment: one config is made for all of them. */
const making = () => processMemory("auth-configs.for-sessions", (): InFlight<AuthConfig> => shareInFlight());

const findNewest = (projectId: string, toolkitSlug: string): Promise<AuthConfig | null> =>
  db.authConfig.findFirst({
    where: { projectId, toolkitSlug, enabled: true, forToolRouter: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });

/**
 * The newest one of the project that is for sessions; else a new one, with the operator's app or, where people bring a
 * key of their own, without any.
 * @throws ApiError BadRequest for a toolkit that needs an app which nobody has entered
 */
export async function requireSessionConfig(projectId: string, toolkitSlug: string): Promise<AuthConfig> {
  const existingConfig = await findNewest(projectId, toolkitSlug);
  if (existingConfig) return existingConfig;
  return making().run(
    `${projectId} ${toolkitSlug}`,
    async () =>
      (await findNewest(projectId, toolkitSlug)) ?? createAuthConfig(projectId, { toolkitSlug, managed: true }),
  );
}
