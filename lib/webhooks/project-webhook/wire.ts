/** A project's webhook as the wire shows it. */
import type { z } from "zod";
import type { Subscription } from "../subscriptions/subscriptions";
import { toShownSecret } from "../subscriptions/wire";
import type { projectWebhookApi } from "./contract";
import type { WebhookKind } from "./find-project-webhook";

type Wire = z.input<typeof projectWebhookApi.getProjectWebhook.response>;

/** @param showSecret whether the caller may see the secret, which makes messages that a receiver believes */
export const toWireProjectWebhook = (
  type: WebhookKind,
  subscription: Subscription | undefined,
  showSecret: boolean,
): Wire => ({
  status: subscription ? "success" : "not found",
  url:
    type === "trigger"
      ? { type, webhook_url: subscription?.url ?? null }
      : { type, event_webhook_url: subscription?.url ?? null },
  webhook_secret: subscription ? toShownSecret(subscription.secret, showSecret) : "",
});
