/** Cache of projects for callers without a key: each of their calls needs the switches of its project. */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import type { ProjectSettings } from "../caller";
import { changeGeneration, dropOnChange } from "../announce-change";
import { toProjectConfig, toSettings } from "./project-config";

export type KnownProject = {
  organizationId: string;
  settings: ProjectSettings;
  requireMcpApiKey: boolean;
  mcpDefaultUser: string | undefined;
};

/** Changes are announced at once; this limits the harm if the connection for announcements dies silently. */
const REMEMBER_MS = 5_000;

const getCache = () =>
  processMemory("access.projects", () => {
    const cache = new CountedCache<string, KnownProject>("projects", { max: 10_000, ttl: REMEMBER_MS });
    dropOnChange({ clear: () => cache.clear() });
    return cache;
  });

const FIND = statement({
  name: "access.project",
  text: "SELECT organization_id, config FROM project WHERE id = $1 AND deleted_at IS NULL",
  columns: { organization_id: "text", config: "jsonb" },
});

/** The project in the form that callers carry; null for an unknown or deleted project. */
export async function findKnownProject(projectId: string): Promise<KnownProject | null> {
  const before = changeGeneration();
  const remembered = getCache().getIf(before !== null, projectId);
  if (remembered) return remembered;
  const [row] = await rowsOf(FIND, [projectId]);
  if (!row) return null;
  const { requireMcpApiKey, mcpDefaultUser } = toProjectConfig(row.config);
  const project: KnownProject = Object.freeze({
    organizationId: row.organization_id,
    settings: Object.freeze(toSettings(row.config)),
    requireMcpApiKey,
    mcpDefaultUser: mcpDefaultUser || undefined,
  });
  if (before !== null && before === changeGeneration()) getCache().set(projectId, project);
  return project;
}

/**
 * For addresses that are credentials themselves: they end with their project.
 * @throws ApiError NotFound for a project that was deleted
 */
export async function assertProjectLives(projectId: string): Promise<void> {
  if (await findKnownProject(projectId)) return;
  throw new ApiError("NotFound", "The project of this URL was deleted.", {
    suggestedFix: "Use another project's URL.",
  });
}
