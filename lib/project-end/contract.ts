/** The deletion of a project: unusable at once, then everything in it is deleted. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery } from "@/lib/contract/page";

const count = z.number().int();

export const projectEndApi = {
  deleteProject: operation({
    tag: "Projects",
    auth: "organization",
    id: "deleteOrgOwnerProjectByNanoId",
    method: "DELETE",
    path: "/api/v3/org/owner/project/{nano_id}",
    permission: "organization:write",
    audit: "project.delete",
    fresh: true,
    summary: "Delete a project with everything in it; owners only, and not the only project of the organization",
    description:
      "No key, sign-in, address or link of it works any more when this answers; what it had is deleted by a job. " +
      "With revoke_on_delete providers are told that the access of its accounts ended, " +
      "which goes on after the project is gone. This cannot be undone.",
    params: z.object({ nano_id: z.string().min(1).max(100).meta({ description: "Id of the project" }) }),
    query: z.object({
      revoke_on_delete: flagQuery.meta({ description: "Take the access of its accounts back at their providers" }),
    }),
    response: z.object({
      status: z.literal("success"),
      /** The job that revokes the access at the providers. */
      revoke_job_id: z.string().optional(),
    }),
  }),
  getProjectContents: operation({
    tag: "Projects",
    auth: "session",
    id: "getProjectContents",
    method: "GET",
    path: "/api/v3/internal/patchbay/project/contents",
    own: true,
    permission: "project:read",
    audit: "none",
    summary: "Count what would be deleted with the current project",
    response: z.object({ connected_accounts: count, api_keys: count, triggers: count, sessions: count, files: count }),
  }),
};
