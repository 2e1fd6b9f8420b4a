/** Rows of triggers, and what is unknown of them. */
import type { TriggerInstance } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { TriggerFacts } from "@/lib/webhooks/events/record-event";

export type Trigger = TriggerInstance;

/** What of a trigger its events need. */
export type Listener = Pick<
  Trigger,
  | "id"
  | "projectId"
  | "slug"
  | "version"
  | "toolkitSlug"
  | "userId"
  | "accountId"
  | "authConfigId"
  | "ownerKey"
  | "egressUrl"
> & { config: unknown };

/** @throws ApiError NotFound, also for another project's trigger */
export async function requireTrigger(projectId: string, id: string): Promise<Trigger> {
  const trigger = await db.triggerInstance.findFirst({ where: { projectId, id } });
  if (trigger) return trigger;
  throw new ApiError("NotFound", `There is no trigger ${JSON.stringify(id)} in this project.`, {
    suggestedFix: "List the triggers with GET /api/v3/trigger_instances/active?show_disabled=true.",
  });
}

/** The config as an object. */
export const configOf = ({ config }: { config: unknown }): Record<string, unknown> => config as Record<string, unknown>;

/** The facts of a trigger that its events contain. */
export const factsOf = (trigger: Listener): TriggerFacts => ({
  triggerSlug: trigger.slug,
  triggerId: trigger.id,
  toolkitSlug: trigger.toolkitSlug,
  userId: trigger.userId,
  connectedAccountId: trigger.accountId,
  authConfigId: trigger.authConfigId,
  triggerConfig: configOf(trigger),
  egressUrl: trigger.egressUrl,
});
