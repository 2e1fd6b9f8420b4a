/** The two webhooks of a project before there were subscriptions: for messages of triggers, and for other events. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { webAddress } from "@/lib/contract/texts";

const path = "/api/v3/org/project/webhook";
const common = { tag: "Webhooks", auth: "project", deprecated: true } as const;
const write = { ...common, permission: "webhooks:write" } as const;

const type = z.enum(["trigger", "event"]).meta({ description: "trigger: messages of triggers. event: other events" });

export const projectWebhookApi = {
  getProjectWebhook: operation({
    ...common,
    id: "org.project.webhook.retrieve",
    method: "GET",
    path,
    permission: "webhooks:read",
    audit: "none",
    summary: "Get the address and the secret of a project's webhook",
    query: z.object({ type }),
    response: z.object({
      status: z.enum(["success", "not found"]),
      url: z.union([
        z.object({ type: z.literal("trigger"), webhook_url: z.string().nullable() }),
        z.object({ type: z.literal("event"), event_webhook_url: z.string().nullable() }),
      ]),
      /** Masked for callers who may not change webhooks; empty without a webhook. */
      webhook_secret: z.string(),
    }),
  }),
  updateProjectWebhook: operation({
    ...write,
    id: "org.project.webhook.update",
    method: "POST",
    path: `${path}/update`,
    audit: "webhook_subscription.update",
    summary: "Set the address of a project's webhook",
    description: "It is a webhook subscription: for triggers of version V2, for other events of version V3.",
    body: z.object({ type, webhook_url: webAddress("must be an address, as https://example.com/webhook") }),
    response: z.object({ message: z.string(), success: z.boolean() }),
  }),
  deleteProjectWebhook: operation({
    ...write,
    id: "org.project.webhook.delete",
    method: "DELETE",
    path,
    audit: "webhook_subscription.delete",
    summary: "Remove a project's webhook; what waits for it is not sent",
    description: "The address set after that has another secret.",
    body: z.object({ type }),
    response: z.object({ status: z.literal("success") }),
  }),
  refreshProjectWebhook: operation({
    ...write,
    id: "org.project.webhook.refresh",
    method: "POST",
    path: `${path}/refresh`,
    audit: "webhook_subscription.rotate_secret",
    fresh: true,
    summary: "Replace the secret of the project's webhook for triggers; the one before signs too for a day",
    response: z.object({ message: z.string(), success: z.boolean(), webhook_secret: z.string() }),
  }),
};
