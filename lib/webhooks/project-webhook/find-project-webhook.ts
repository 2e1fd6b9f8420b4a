/**
 * The webhooks of a project before there were subscriptions: each is a subscription in the form of its time, found by
 * its events and its version. Subscriptions that ask for something else were not made on these paths.
 */
import { ApiError } from "@/lib/kernel/errors";
import { EVENT_TYPES, type WebhookVersion } from "../event-types";
import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  updateSubscription,
  rotateSecret,
  type Subscription,
} from "../subscriptions/subscriptions";

export type WebhookKind = "trigger" | "event";

const MESSAGES = "composio.trigger.message";

/** As many as a project can have. */
const ALL = 50;

/** What a new one of each kind gets. */
const FORMS: Record<WebhookKind, { version: WebhookVersion; enabledEvents: string[] }> = {
  trigger: { version: "V2", enabledEvents: [MESSAGES] },
  event: {
    version: "V3",
    enabledEvents: Object.entries(EVENT_TYPES).flatMap(([type, { versions }]) =>
      type !== MESSAGES && versions.includes("V3") ? [type] : [],
    ),
  },
};

const isOfKind = ({ version, enabledEvents }: Subscription, kind: WebhookKind): boolean =>
  kind === "trigger"
    ? version !== "V3" && enabledEvents.length === 1 && enabledEvents[0] === MESSAGES
    : version === "V3" && !enabledEvents.includes(MESSAGES);

/** The oldest subscription of a kind. */
export async function findProjectWebhook(projectId: string, kind: WebhookKind): Promise<Subscription | undefined> {
  const { items } = await listSubscriptions(projectId, { limit: ALL });
  return items.find((subscription) => isOfKind(subscription, kind));
}

async function requireProjectWebhook(projectId: string, kind: WebhookKind): Promise<Subscription> {
  const subscription = await findProjectWebhook(projectId, kind);
  if (subscription) return subscription;
  throw new ApiError("NotFound", `The project has no webhook of the type ${kind}.`, {
    suggestedFix: "Set its address with POST /api/v3/org/project/webhook/update.",
  });
}

/** @throws ApiError BadRequest for an address that the project may not use */
export async function setProjectWebhook(projectId: string, kind: WebhookKind, url: string): Promise<void> {
  const existing = await findProjectWebhook(projectId, kind);
  if (existing) await updateSubscription(projectId, existing.id, { url });
  else {
    const ofKind = (subscription: Subscription) => isOfKind(subscription, kind);
    const { id, url: storedUrl } = await createSubscription(projectId, { url, ...FORMS[kind] }, ofKind);
    if (storedUrl !== url) await updateSubscription(projectId, id, { url });
  }
}

/** One that is not there is deleted already. */
export async function deleteProjectWebhook(projectId: string, kind: WebhookKind): Promise<void> {
  const existing = await findProjectWebhook(projectId, kind);
  if (existing) await deleteSubscription(projectId, existing.id);
}

/** @throws ApiError NotFound before there is an address */
export async function refreshProjectWebhook(projectId: string): Promise<string> {
  const { id } = await requireProjectWebhook(projectId, "trigger");
  return (await rotateSecret(projectId, id)).secret;
}
