/**
 * The callback address of a project: a webhook subscription for the messages of triggers, in a form of that generation.
 * "New webhook" is its word for version V2 (`type` and `data`), which its documents' receivers read; the form before is
 * V1 (`trigger_name` and `payload`).
 */
import type { ProjectCaller } from "@/lib/access/caller";
import { ApiError } from "@/lib/kernel/errors";
import { findProjectWebhook, setProjectWebhook } from "@/lib/webhooks/project-webhook/find-project-webhook";
import { updateSubscription } from "@/lib/webhooks/subscriptions/subscriptions";

const findSubscription = ({ projectId }: ProjectCaller) => findProjectWebhook(projectId, "trigger");

export type Callback = { url: string | null; isNewWebhook: boolean };

/** A project without a callback address gets the new form once it sets one. */
export async function findCallback(caller: ProjectCaller): Promise<Callback> {
  const subscription = await findSubscription(caller);
  return { url: subscription?.url ?? null, isNewWebhook: subscription?.version !== "V1" };
}

/** @throws ApiError BadRequest for an address that the project may not use */
export const setCallbackUrl = ({ projectId }: ProjectCaller, url: string): Promise<void> =>
  setProjectWebhook(projectId, "trigger", url);

/** @throws ApiError BadRequest for the earlier form before there is an address */
export async function setCallbackFormat(caller: ProjectCaller, isNew: boolean): Promise<void> {
  const existing = await findSubscription(caller);
  if (existing) await updateSubscription(caller.projectId, existing.id, { version: isNew ? "V2" : "V1" });
  else if (!isNew)
    throw new ApiError("BadRequest", "The project has no callback address yet.", {
      suggestedFix: "Set one with POST /api/v1/triggers/set_callback_url first.",
    });
}
