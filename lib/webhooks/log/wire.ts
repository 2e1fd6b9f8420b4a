/** Events and deliveries between the wire's names and ours. */
import type { z } from "zod";
import type { Page } from "@/lib/kernel/database/cursor";
import { openCursor, signCursor } from "@/lib/kernel/database/cursor";
import { toUuid } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import type { WebhookVersion } from "../event-types";
import { toMessage } from "../events/message";
import type { eventsApi } from "./contract";
import { contentOf, type EventDetail, type EventFilter, type EventRow } from "./list-events";

type Api = typeof eventsApi;
type Query = z.output<Api["listEvents"]["query"]>;
type Wire = z.input<Api["listEvents"]["response"]>["items"][number];
type WireDelivery = Wire["deliveries"][number];
type LogQuery = z.output<Api["listTriggerLogs"]["body"]>;
type TriggerLog = z.input<Api["getTriggerLog"]["response"]>["log"];

/** The filter of a query or body. */
export const toFilter = (query: Omit<Query, "cursor" | "limit">): EventFilter => ({
  type: query.type,
  triggerId: query.trigger_id,
  triggerSlug: query.trigger_slug,
  toolkitSlug: query.toolkit_slug,
  userId: query.user_id,
  accountId: query.connected_account_id,
  state: query.state,
  sentTo: query.sent_to,
  search: query.search,
  from: query.from === undefined ? undefined : new Date(query.from),
  to: query.to === undefined ? undefined : new Date(query.to),
});

const toDelivery = (row: EventRow["deliveries"][number]): WireDelivery => ({
  id: String(row.id),
  subscription_id: row.subscriptionId,
  kind: row.kind as WireDelivery["kind"],
  state: row.state as WireDelivery["state"],
  attempts: row.attempts,
  next_at: row.nextAt?.toISOString() ?? null,
  ended_at: row.endedAt?.toISOString() ?? null,
});

export const toSummary = (row: EventRow): Wire => ({
  id: row.id,
  type: row.type,
  created_at: row.createdAt.toISOString(),
  trigger_id: row.triggerId,
  trigger_slug: row.triggerSlug,
  toolkit_slug: row.toolkitSlug,
  user_id: row.userId,
  connected_account_id: row.accountId,
  sample: row.sample,
  bytes: row.bytes,
  deliveries: row.deliveries.map(toDelivery),
});

export const toWireEvents = (page: Page<EventRow>) => ({ ...page, items: page.items.map(toSummary) });

/** @param organizationId of the caller, which messages about no trigger name */
export function toWireEvent(
  row: EventDetail,
  version: WebhookVersion,
  organizationId: string | undefined,
): z.input<Api["getEvent"]["response"]> {
  const content = contentOf(row);
  return {
    ...toSummary(row),
    deliveries: row.deliveries.map((delivery) => ({
      ...toDelivery(delivery),
      url: delivery.url,
      log: delivery.attempted.map((attempt) => ({
        number: attempt.number,
        at: attempt.at.toISOString(),
        duration_ms: attempt.durationMs,
        url: attempt.url,
        status: attempt.status,
        error: attempt.error,
        request_headers: attempt.requestHeaders as Record<string, string>,
        response_headers: attempt.responseHeaders as Record<string, string> | null,
        response_body: attempt.responseBody,
      })),
    })),
    data: content?.data ?? null,
    message: content ? toMessage(version, row, content, organizationId) : null,
    ...(content?.original !== undefined && { original: content.original }),
  };
}

const SPANS = {
  "5m": 300,
  "30m": 1800,
  "6h": 21_600,
  "1d": 86_400,
  "1w": 604_800,
  "1month": 2_592_000,
  "1y": 31_536_000,
} as const;

const STATES = { all: undefined, success: "delivered", error: "dead" } as const;

const ofParams = (params: NonNullable<LogQuery>["search_params"] = []): EventFilter => {
  const valueOf = (name: string) => params.find(({ field }) => field === name)?.value;
  return {
    triggerId: valueOf("trigger_id"),
    triggerSlug: valueOf("trigger_name"),
    accountId: valueOf("connected_account_id"),
    userId: valueOf("user_id"),
  };
};

const defined = (filter: EventFilter): EventFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** What older clients ask for, in our words. */
export function toLogFilter(query: LogQuery): EventFilter {
  const {
    time,
    from,
    to,
    status = "all",
    search,
    integrationId,
    entityId,
    userId,
    search_params: params,
  } = query ?? {};
  return {
    ...defined(ofParams(params)),
    ...defined({
      authConfigId: integrationId,
      userId: userId ?? entityId,
      search,
      state: STATES[status],
      from: from ? new Date(from) : time && new Date(now().getTime() - SPANS[time] * 1000),
      to: to ? new Date(to) : undefined,
    }),
    ofTriggers: true,
  };
}

const scopeOf = (projectId: string) => ["trigger logs", projectId];

/** The position of a cursor of this list. @throws ApiError BadRequest for any other text */
export const readLogCursor = (projectId: string, cursor: string | null | undefined): string | undefined =>
  cursor ? openCursor(cursor, scopeOf(projectId)) : undefined;

export function toTriggerLog(row: EventRow, withPayload: boolean): TriggerLog {
  const content = withPayload ? contentOf(row) : undefined;
  const failed = row.deliveries.some(({ state }) => state === "dead");
  const facts = {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    clientId: row.projectId,
    connectionId: row.accountId ?? "",
    type: "trigger" as const,
  };
  return {
    ...facts,
    entityId: row.userId ?? "",
    status: failed ? "error" : "success",
    appName: row.toolkitSlug ?? "",
    meta: {
      ...facts,
      updatedAt: facts.createdAt,
      provider: row.toolkitSlug ?? "",
      ...(content && {
        triggerProviderPayload: JSON.stringify(content.original ?? content.data),
        triggerClientPayload: JSON.stringify(content.data),
      }),
      triggerName: row.triggerSlug ?? "",
      triggerId: toUuid(row.triggerId ?? ""),
      triggerNanoId: row.triggerId ?? "",
    },
  };
}

export const toTriggerLogs = (projectId: string, page: Page<EventRow>, withPayload: boolean) => ({
  data: page.items.map((row) => toTriggerLog(row, withPayload)),
  nextCursor: page.next_cursor === null ? null : signCursor(page.next_cursor, scopeOf(projectId)),
});
