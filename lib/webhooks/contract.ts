/** Events and their receivers: subscriptions, signed deliveries, retries, the log. */
import { z } from "zod";
import { cursorQuery, limitQuery, page } from "@/lib/contract/page";
import { operation } from "@/lib/contract/operation";

const tag = "Webhooks";
const base = "/api/v3/webhook_subscriptions";
const internalBase = "/api/v3/internal/patchbay/webhook_subscriptions";
const read = { tag, auth: "project", permission: "webhooks:read", audit: "none" } as const;
const write = { tag, auth: "project", permission: "webhooks:write" } as const;
const params = z.object({ id: z.string().min(1).max(100) });

const Version = z.enum(["V1", "V2", "V3"]);
const url = z.string().min(1).max(2000);
const events = z.array(z.string().max(100)).min(1).max(50);

export const WebhookFilter = z
  .object({
    path: z
      .string()
      .max(300)
      .regex(/^(data|metadata|type)(\.[^.]+){0,20}$/, "must be a path such as data.issue.state"),
    operator: z.enum(["equals", "not_equals", "contains", "not_contains", "exists", "not_exists"]),
    value: z.union([z.string().max(500), z.number(), z.boolean(), z.null()]).optional(),
  })
  .meta({ id: "WebhookFilter" });

const WebhookSubscription = z
  .object({
    id: z.string(),
    webhook_url: z.string(),
    version: Version,
    enabled_events: z.array(z.string()),
    /** Masked for callers who may not change subscriptions. */
    secret: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    filters: z.array(WebhookFilter),
    /** Its events wait since then. */
    paused_at: z.iso.datetime().nullable(),
    /** It gets no more events since then. */
    disabled_at: z.iso.datetime().nullable(),
    disabled_reason: z.string().nullable(),
    /** The first failure after its last success. */
    failing_since: z.iso.datetime().nullable(),
    /** The previous secret also signs until then. */
    previous_secret_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "WebhookSubscription" });

const TestRequest = z
  .object({
    id: z.string(),
    event_id: z.string(),
    at: z.iso.datetime(),
    attempt: z.number().int(),
    headers: z.record(z.string(), z.string()),
    /** The first 64 KB of the body. */
    body: z.string(),
    /** Of the whole body. */
    bytes: z.number().int(),
    /** Whether the signature fits the current secret, checked as an app checks it. */
    verified: z.boolean(),
  })
  .meta({ id: "TestRequest" });

export const webhooksApi = {
  listWebhookSubscriptions: operation({
    id: "webhookSubscriptions.list",
    method: "GET",
    path: base,
    ...read,
    summary: "List the project's webhook subscriptions, oldest first",
    query: z.object({ cursor: cursorQuery, limit: limitQuery(20, 50) }),
    response: page(WebhookSubscription),
  }),
  createWebhookSubscription: operation({
    id: "webhookSubscriptions.create",
    method: "POST",
    path: base,
    ...write,
    audit: "webhook_subscription.create",
    summary: "Send events to a URL",
    status: 201,
    body: z.object({
      webhook_url: url,
      enabled_events: events,
      version: Version.default("V3"),
      filters: z.array(WebhookFilter).max(20).optional(),
    }),
    response: WebhookSubscription,
  }),
  getWebhookSubscription: operation({
    id: "webhookSubscriptions.retrieve",
    method: "GET",
    path: `${base}/{id}`,
    ...read,
    summary: "Get a webhook subscription",
    params,
    response: WebhookSubscription,
  }),
  updateWebhookSubscription: operation({
    id: "webhookSubscriptions.update",
    method: "PATCH",
    path: `${base}/{id}`,
    ...write,
    audit: "webhook_subscription.update",
    summary: "Change a webhook subscription; pause it, or enable it again",
    description:
      "The events of a paused subscription wait and are sent when it goes on. " +
      "`enabled: true` ends a disablement; the events since then can be sent again from the event log.",
    params,
    body: z
      .object({
        webhook_url: url.optional(),
        enabled_events: events.optional(),
        version: Version.optional(),
        filters: z.array(WebhookFilter).max(20).optional(),
        paused: z.boolean().optional(),
        enabled: z.literal(true).optional(),
      })
      .nullish(),
    response: WebhookSubscription,
  }),
  deleteWebhookSubscription: operation({
    id: "webhookSubscriptions.delete",
    method: "DELETE",
    path: `${base}/{id}`,
    ...write,
    audit: "webhook_subscription.delete",
    summary: "Delete a webhook subscription; what waits for it is not sent",
    params,
    response: z.object({ success: z.boolean() }),
  }),
  rotateWebhookSecret: operation({
    id: "webhookSubscriptions.rotateSecret",
    method: "POST",
    path: `${base}/{id}/rotate_secret`,
    ...write,
    audit: "webhook_subscription.rotate_secret",
    fresh: true,
    summary: "Replace the signing secret; the one before signs too for a day",
    params,
    response: z.object({ id: z.string(), secret: z.string() }),
  }),
  listWebhookEventTypes: operation({
    id: "webhookSubscriptions.listEventTypes",
    method: "GET",
    path: `${base}/event_types`,
    ...read,
    summary: "List the kinds of events that a subscription can ask for",
    response: z.object({
      items: z.array(
        z.object({ event_type: z.string(), description: z.string(), supported_versions: z.array(Version) }),
      ),
    }),
  }),
  endPreviousWebhookSecret: operation({
    id: "endPreviousWebhookSecret",
    method: "POST",
    path: `${internalBase}/{id}/end_previous_secret`,
    ...write,
    own: true,
    audit: "webhook_subscription.end_previous_secret",
    summary: "Stop signing with the previous secret immediately",
    params,
    response: WebhookSubscription,
  }),
  sendWebhookSample: operation({
    id: "sendWebhookSample",
    method: "POST",
    path: `${internalBase}/{id}/sample`,
    ...write,
    own: true,
    audit: "webhook_subscription.sample",
    summary: "Send a sample event to one subscription",
    params,
    body: z
      .object({
        event_type: z.string().max(100).optional(),
        /** The content of `data`; a short greeting if left out. */
        data: z.record(z.string().max(300), z.unknown()).optional(),
      })
      .nullish(),
    response: z.object({ event_id: z.string() }),
  }),
  createTestReceiver: operation({
    id: "createTestReceiver",
    method: "POST",
    path: `${internalBase}/test_receiver`,
    ...write,
    own: true,
    audit: "webhook_subscription.create",
    summary: "Create or get the project's test endpoint",
    description:
      "Its deliveries are signed and sent as all others, and stored by this server itself: no request leaves it. " +
      "It gets all kinds of events in version V3 until it is changed as other subscriptions are.",
    response: WebhookSubscription,
  }),
  listTestRequests: operation({
    id: "listTestRequests",
    method: "GET",
    path: `${internalBase}/{id}/test_requests`,
    ...read,
    permission: "observability:read",
    own: true,
    summary: "List requests to the test endpoint, newest first",
    description: "The newest 50 of the last 7 days. A project that stores no payloads has none.",
    params,
    response: z.object({ items: z.array(TestRequest) }),
  }),
  clearTestRequests: operation({
    id: "clearTestRequests",
    method: "DELETE",
    path: `${internalBase}/{id}/test_requests`,
    ...write,
    own: true,
    audit: "webhook_subscription.clear_inbox",
    summary: "Delete the test endpoint's requests",
    params,
    response: z.object({ success: z.boolean() }),
  }),
};
