/** An event as receivers read it, in the three published versions and the form of the websocket. Pure. */
import { toUuid } from "@/lib/kernel/ids";
import { isObject } from "@/lib/kernel/text/is-object";
import type { EventContent } from "./event-content";
import type { WebhookVersion } from "../event-types";

/** The columns of an event's row that messages need. */
export type EventFacts = {
  id: string;
  projectId: string;
  type: string;
  createdAt: Date;
  triggerId: string | null;
  triggerSlug: string | null;
  toolkitSlug: string | null;
  userId: string | null;
  accountId: string | null;
  authConfigId: string | null;
};

export type Message = Record<string, unknown>;

/** What an event is about, as V3 and filters name it. */
export function metadataOf(event: EventFacts, organizationId: string | undefined): Record<string, unknown> {
  if (event.triggerId === null)
    return { project_id: event.projectId, ...(organizationId !== undefined && { org_id: organizationId }) };
  return {
    log_id: event.id,
    trigger_slug: event.triggerSlug,
    trigger_id: event.triggerId,
    connected_account_id: event.accountId,
    auth_config_id: event.authConfigId,
    user_id: event.userId,
  };
}

const toV3 = (event: EventFacts, { data }: EventContent, organizationId: string | undefined): Message => ({
  id: event.id,
  timestamp: event.createdAt.toISOString(),
  type: event.type,
  metadata: metadataOf(event, organizationId),
  data,
});

/** The ids come after the data, so that data of a provider cannot overwrite them. */
const toV2 = (event: EventFacts, { data }: EventContent): Message => ({
  type: (event.triggerSlug ?? "").toLowerCase(),
  timestamp: event.createdAt.toISOString(),
  log_id: event.id,
  data: {
    ...data,
    connection_id: toUuid(event.accountId ?? ""),
    connection_nano_id: event.accountId,
    trigger_nano_id: event.triggerId,
    trigger_id: toUuid(event.triggerId ?? ""),
    user_id: event.userId,
  },
});

const toV1 = (event: EventFacts, { data }: EventContent): Message => ({
  trigger_name: event.triggerSlug,
  connection_id: event.accountId,
  trigger_id: event.triggerId,
  payload: data,
  log_id: event.id,
});

/** The message of a webhook. What is no trigger's message has one form only. */
export function toMessage(
  version: WebhookVersion,
  event: EventFacts,
  content: EventContent,
  organizationId: string | undefined,
): Message {
  if (version === "V3" || event.triggerId === null) return toV3(event, content, organizationId);
  return version === "V2" ? toV2(event, content) : toV1(event, content);
}

/** The message of the websocket: the oldest clients read the first half, the newest clients the second. */
export function toLiveMessage(event: EventFacts, content: EventContent): Message {
  const { data, original, triggerConfig = {} } = content;
  return {
    ...toV3(event, content, undefined),
    appName: event.toolkitSlug,
    clientId: event.projectId,
    payload: data,
    // Clients take an object only.
    originalPayload: isObject(original) ? original : data,
    metadata: {
      ...metadataOf(event, undefined),
      id: toUuid(event.triggerId ?? ""),
      nanoId: event.triggerId,
      triggerName: event.triggerSlug,
      triggerConfig,
      connection: {
        id: toUuid(event.accountId ?? ""),
        connectedAccountNanoId: event.accountId,
        integrationId: toUuid(event.authConfigId ?? ""),
        authConfigNanoId: event.authConfigId,
        clientUniqueUserId: event.userId ?? "",
        status: "ACTIVE",
      },
    },
  };
}
