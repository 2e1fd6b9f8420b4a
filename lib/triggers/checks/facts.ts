/** What a diagnosis knows of a trigger, read once. */
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { requireResolved, type ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { findUsability } from "@/lib/connected-accounts/accounts/usability";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { listEvents, type EventRow } from "@/lib/webhooks/log/list-events";
import { listSubscriptions, type Subscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { openSecrets } from "../endpoints/endpoints";
import { requireTrigger, type Trigger } from "../instances/require-trigger";
import { toProviderUrl } from "../provider/can-report";
import type { HookState } from "../provider/look-at-hook";

type EndpointFacts = {
  clientId: string | null;
  /** Whether requests to it can be proven. */
  hasSecret: boolean;
  lastRefusedAt: Date | null;
  lastRefusal: string | null;
};

export type Facts = {
  trigger: Trigger;
  type: TriggerType | undefined;
  account: ResolvedAccount | undefined;
  usable: boolean;
  endpoint: EndpointFacts | undefined;
  /** Where the provider reports. */
  publicUrl: string;
  /** The provider's address, if the auth config names one. */
  providerUrl: string | undefined;
  /** The hook's state at the provider; undefined if the provider was not asked. */
  hook: HookState | undefined;
  subscriptions: Subscription[];
  /** Its newest events, samples left out. */
  events: EventRow[];
};

/** How many of the newest events are looked at. */
const EVENTS = 20;

async function findEndpoint(
  { projectId, endpointId }: Trigger,
  type: TriggerType | undefined,
): Promise<EndpointFacts | undefined> {
  if (endpointId === null) return undefined;
  const row = await db.webhookEndpoint.findFirst({ where: { projectId, id: endpointId } });
  if (!row) return undefined;
  const { secret, fields } = openSecrets(projectId, endpointId, row.secrets);
  const source = type?.run.ingress?.secret;
  const { clientId, lastRefusedAt, lastRefusal } = row;
  const hasSecret = Boolean(source?.from === "setup" ? fields[source.field] : secret);
  return { clientId, hasSecret, lastRefusedAt, lastRefusal };
}

const findAccount = (projectId: string, id: string): Promise<ResolvedAccount | undefined> =>
  requireResolved(projectId, id).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === "NotFound") return undefined;
    throw error;
  });

/** Everything but the provider's word. @throws ApiError NotFound */
export async function readFacts(projectId: string, id: string): Promise<Omit<Facts, "hook" | "publicUrl">> {
  const trigger = await requireTrigger(projectId, id);
  const place = { projectId, id: trigger.accountId };
  const [type, account, states, subscriptions, events] = await Promise.all([
    findTriggerType(trigger.slug, trigger.version),
    findAccount(projectId, trigger.accountId),
    findUsability([place]),
    listSubscriptions(projectId, { limit: 50 }),
    listEvents(projectId, { triggerId: id }, { limit: EVENTS }),
  ]);
  return {
    trigger,
    type,
    account,
    providerUrl: account && toProviderUrl(account),
    usable: states.get(trigger.accountId)?.usable ?? false,
    endpoint: await findEndpoint(trigger, type),
    subscriptions: subscriptions.items,
    events: events.items.filter(({ sample }) => !sample),
  };
}
