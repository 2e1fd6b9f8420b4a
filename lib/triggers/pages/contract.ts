/**
 * Operations of the trigger pages in addition to the published API: a short list of all types, and the refused
 * requests.
 */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, flagQuery, limitQuery, listQuery, page } from "@/lib/contract/page";
import { afterPiece, PieceResult } from "@/lib/contract/piece-result";

const id = z.string().max(200).optional();

/** What a list shows of a type; its schemas are asked for one type at a time. */
const ShortType = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(["webhook", "poll"]),
  /** The ways to learn of its events, the preferred first. */
  types: z.array(z.enum(["webhook", "poll"])),
  toolkit: z.object({ slug: z.string(), name: z.string() }),
  requires_webhook_endpoint_setup: z.boolean(),
  /** Whether its provider reports to a webhook endpoint of an app, if there is one. */
  takes_webhook_endpoint: z.boolean(),
  /** The number of the project's triggers of this type, including disabled triggers. */
  triggers: z.number().int(),
});

const RefusedRequest = z.object({
  id: z.string(),
  endpoint_id: z.string(),
  toolkit_slug: z.string(),
  /** The trigger that the endpoint serves; null for the endpoint of an app. */
  trigger_id: z.string().nullable(),
  at: z.iso.datetime(),
  reason: z.string(),
  method: z.string(),
  /** Without signatures and other secrets. */
  headers: z.record(z.string(), z.string()),
  /** Its beginning. */
  body: z.string(),
  bytes: z.number().int(),
});

export const triggerPagesApi = {
  changeTriggers: operation({
    id: "changeTriggers",
    method: "POST",
    path: "/api/v3/internal/patchbay/triggers/many",
    own: true,
    tag: "Triggers",
    auth: "project",
    permission: "triggers:write",
    audit: "trigger.change_many",
    summary: "Enable, disable or delete all triggers that match a filter, a piece at a time",
    body: z.object({
      action: z.enum(["enable", "disable", "delete"]),
      filter: z
        .object({
          user_ids: listQuery(z.string().max(200)),
          connected_account_ids: listQuery(z.string().max(200)),
          trigger_names: listQuery(z.string().max(200)),
          toolkit_slugs: listQuery(z.string().max(200)),
          show_disabled: flagQuery,
        })
        .meta({ description: "As of the list" }),
      after: afterPiece,
    }),
    response: PieceResult,
  }),
  listShortTriggerTypes: operation({
    id: "listShortTriggerTypes",
    method: "GET",
    path: "/api/v3/internal/patchbay/trigger_types",
    tag: "Triggers",
    auth: "project",
    permission: "triggers:read",
    audit: "none",
    own: true,
    summary: "List all trigger types in short, with how many triggers the project has of each",
    response: z.object({ items: z.array(ShortType) }),
  }),
  listRefusedRequests: operation({
    id: "listRefusedRequests",
    method: "GET",
    path: "/api/v3/internal/patchbay/refused_requests",
    tag: "Webhook endpoints",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    own: true,
    summary: "List requests to all webhook endpoints that were refused, newest first",
    query: z.object({
      toolkit_slug: id,
      endpoint_id: id,
      trigger_id: id,
      cursor: cursorQuery,
      limit: limitQuery(20, 100),
    }),
    response: page(RefusedRequest),
  }),
};
