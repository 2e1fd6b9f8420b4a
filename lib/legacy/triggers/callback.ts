/**
 * The callback address of a project: a webhook subscription for the messages of triggers, in a form of that generation.
 * "New webhook" is its word for version V2 (`type` and `data`), which its documents' receivers read; the form before is
 * V1 (`trigger_name` and `payload`).
 */
import type { ProjectCaller } from "@/lib/access/caller";
import { ApiError } from "@/lib/kernel/errors";
import type { WebhookVersion } from "@/lib/webhooks/event-types";
import {
  createSubscription,
  listSubscriptions,
  updateSubscription,
  type Subscription,
} from "@/lib/webhooks/subscriptions/subscriptions";

const MESSAGES = "composio.trigger.message";

const toVersion = (isNew: boolean): WebhookVersion => (isNew ? "V2" : "V1");

/** Subscriptions that ask for other events, or for the form of today, were not made on these paths. */
const isCallback = ({ version, enabledEvents }: Subscription): boolean =>
  version !== "V3" && enabledEvents.length === 1 && enabledEvents[0] === MESSAGES;

const findSubscription = async ({ projectId }: ProjectCaller): Promise<Subscription | undefined> =>
  (await listSubscriptions(projectId, { limit: 50 })).items.find(isCallback);

export type Callback = { url: string | null; isNewWebhook: boolean };

/** A project without a callback address gets the new form once it sets one. */
export async function findCallback(caller: ProjectCaller): Promise<Callback> {
  const subscription = await findSubscription(caller);
  return { url: subscription?.url ?? null, isNewWebhook: subscription?.version !== "V1" };
}

/** @throws ApiError BadRequest for an address that the project may not use */
export async function setCallbackUrl(caller: ProjectCaller, url: string): Promise<void> {
  const existing = await findSubscription(caller);
  if (existing) await updateSubscription(caller.projectId, existing.id, { url });
  else await createSubscription(caller.projectId, { url, version: toVersion(true), enabledEvents: [MESSAGES] });
}

/** @throws ApiError BadRequest for the earlier form before there is an address */
export async function setCallbackFormat(caller: ProjectCaller, isNew: boolean): Promise<void> {
  const existing = await findSubscription(caller);
  if (existing) await updateSubscription(caller.projectId, existing.id, { version: toVersion(isNew) });
  else if (!isNew)
    throw new ApiError("BadRequest", "The project has no callback address yet.", {
      suggestedFix: "Set one with POST /api/v1/triggers/set_callback_url first.",
    });
}
