/** Triggers and webhook endpoints as the API shows them. */
import type { z } from "zod";
import { withLongNumbers } from "@/lib/catalog/read/with-long-numbers";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { Ingress, TriggerType } from "@/lib/catalog/trigger-type";
import { now } from "@/lib/kernel/time/clock";
import type { EndpointOut } from "./contract";
import { endpointUrl, maskEndpointId, type Endpoint } from "./endpoints/endpoints";
import { toPolling, waysOf } from "./instances/polling-options";
import type { Trigger } from "./instances/require-trigger";
import { isOverdue } from "./polling/poll-times";
import type { TriggerOut, TriggerTypeOut } from "./trigger.contract";

export const toTriggerType = (type: TriggerType, toolkit: CatalogToolkit): z.input<typeof TriggerTypeOut> => ({
  slug: type.slug,
  name: type.name,
  description: type.description,
  instructions: type.instructions,
  type: type.kind,
  types: waysOf(type),
  toolkit: { slug: toolkit.slug, name: toolkit.name, logo: logoUrl(toolkit) },
  config: type.config,
  payload: withLongNumbers(type.payload),
  version: type.version,
  requires_webhook_endpoint_setup: type.needsEndpoint,
  sample: type.sample,
  tried_against: type.run.tried ?? "documentation",
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The later of two times. */
const later = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

/** `shown`: whether the caller may see addresses at which providers report; others get their beginnings. */
const idOf = (id: string, isShown: boolean): string => (isShown ? id : maskEndpointId(id));

function toState(trigger: Trigger, isShown: boolean): z.input<typeof TriggerOut>["state"] {
  const { endpointId, toolkitSlug } = trigger;
  return {
    last_synced_at: iso(later(trigger.polledAt, trigger.endpointId ? trigger.lastEventAt : null)),
    next_sync_at: iso(trigger.pollAt),
    last_error: trigger.lastError,
    events_count: trigger.eventsCount,
    last_event_at: iso(trigger.lastEventAt),
    overdue: isOverdue(trigger, now()),
    disabled_reason: trigger.disabledReason,
    webhook_url: endpointId ? endpointUrl(toolkitSlug, idOf(endpointId, isShown)) : null,
    hook_id: trigger.hookId,
  };
}

type Visibility = {
  /** The URL at which its provider reports. */
  webhookUrl: boolean;
  /** The whole URL of its own; others get the origin, because the rest can be a secret of the receiver. */
  egressUrl: boolean;
};

/** @param visibility what the caller may see */
export function toTrigger(trigger: Trigger, visibility: Visibility): z.input<typeof TriggerOut> {
  const { egressUrl } = trigger;
  const config = trigger.config as Record<string, unknown>;
  const [updated, disabled] = [trigger.updatedAt.toISOString(), iso(trigger.disabledAt)];
  return {
    id: trigger.id,
    uuid: trigger.uuid,
    connected_account_id: trigger.accountId,
    connected_account_uuid: trigger.accountId,
    user_id: trigger.userId,
    trigger_name: trigger.slug,
    trigger_data: "{}",
    version: trigger.version,
    trigger_config: config,
    polling: toPolling(trigger),
    egress_url: egressUrl === null || visibility.egressUrl ? egressUrl : new URL(egressUrl).origin,
    state: toState(trigger, visibility.webhookUrl),
    updated_at: updated,
    disabled_at: disabled,
    disabledAt: disabled,
    connectedAccountId: trigger.accountId,
    triggerName: trigger.slug,
    updatedAt: updated,
    triggerConfig: config,
    deprecated: { createdAt: trigger.createdAt.toISOString() },
  };
}

const MASK = "********";

/** What a list shows of an endpoint. */
export const toEndpointItem = ({ id, toolkitSlug, clientId }: Endpoint, isShown: boolean) => ({
  id: idOf(id, isShown),
  toolkit_slug: toolkitSlug,
  client_id: clientId,
});

/**
 * An endpoint. Of its fields, only those that its toolkit calls public are shown.
 * @param isShown whether the caller may see its address
 */
export function toEndpoint(
  endpoint: Endpoint,
  ingress: Ingress | undefined,
  isShown: boolean,
): z.input<typeof EndpointOut> {
  const fields = Object.entries(endpoint.fields).map(([name, value]) => [
    name,
    ingress?.setup[name]?.secret === false ? value : MASK,
  ]);
  return {
    ...toEndpointItem(endpoint, isShown),
    webhook_url: endpointUrl(endpoint.toolkitSlug, idOf(endpoint.id, isShown)),
    data: fields.length > 0 ? (Object.fromEntries(fields) as Record<string, string>) : null,
    created_at: endpoint.createdAt.toISOString(),
  };
}
