/** The projects of an organization whose usage is counted. */
import { listProjectIds } from "@/lib/access/projects/list-project-ids";
import { ApiError } from "@/lib/kernel/errors";

/**
 * The organization's projects, or those of them that the caller names.
 * @throws ApiError NotFound for a project that the organization does not have, even if another one has it
 */
export async function findUsageProjects(
  organizationId: string,
  chosenIds: readonly string[] | null | undefined,
): Promise<readonly string[]> {
  const all = await listProjectIds(organizationId);
  if (!chosenIds) return all;
  const ownIds = new Set(all);
  const unknown = chosenIds.find((id) => !ownIds.has(id));
  if (unknown === undefined) return [...new Set(chosenIds)];
  throw new ApiError(
    "NotFound",
    `filters.project_id: there is no project ${unknown.slice(0, 40)} in this organization.`,
    {
      suggestedFix: "List the organization's projects with GET /api/v3/org/owner/project/list.",
    },
  );
}
