/** The project that a person's own command line works with, if it names none. */
import type { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { UserCaller } from "../caller";
import type { consumerApi } from "./consumer.contract";
import { requireListedOrganization } from "./show-session-info";

type Answer = z.output<typeof consumerApi.resolveConsumerProject.response>;

/**
 * @param organizationId the organization that the caller names; their first one if undefined
 * @throws ApiError NotFound for an organization that is not the person's, and for one without a project
 */
export async function resolveConsumerProject(caller: UserCaller, organizationId: string | undefined): Promise<Answer> {
  const id = await requireListedOrganization(caller, organizationId);
  const project =
    id === undefined
      ? null
      : await db.project.findFirst({
          where: { organizationId: id, deletedAt: null },
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          select: { id: true, name: true, organizationId: true },
        });
  if (!project)
    throw new ApiError("NotFound", "You have no project.", { suggestedFix: "Ask an owner for an invitation." });
  return {
    project_id: project.id,
    project_nano_id: project.id,
    project_name: project.name,
    org_id: project.organizationId,
    project_type: "CONSUMER",
    consumer_user_id: caller.userId,
  };
}

/** @throws ApiError Conflict always: organizations are made by the person who owns them */
export function refuseClaim(): never {
  throw new ApiError("Conflict", "This organization has an owner already, so nobody can claim it.", {
    suggestedFix: "Invite the person under Settings, Members.",
    headers: { "x-should-retry": "false" },
  });
}
