/** Lists, finds and sets up triggers for programs from before version 3. */
import type { z } from "zod";
import { findAuthConfigs } from "@/lib/auth-configs/auth-configs";
import { findToolkit, requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { listTriggerTypes, requireTriggerType } from "@/lib/catalog/read/find-trigger-type";
import { listAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import type { Origin } from "@/lib/kernel/process/log";
import { listTriggers } from "@/lib/triggers/instances/list-triggers";
import { upsertTrigger } from "@/lib/triggers/instances/upsert-trigger";
import { listEvents, type EventFilter } from "@/lib/webhooks/log/list-events";
import { ofAccount } from "../accounts/list-older-accounts";
import { withNamedError } from "../with-named-error";
import { MOST_ROWS } from "../older.contract";
import { readPage } from "../read-page";
import type { olderTriggersApi } from "./contract";
import { toActiveTrigger, toOlderTrigger, toOlderTriggerLog } from "./to-older-trigger";

type Api = typeof olderTriggersApi;
type TypeQuery = z.output<Api["listOlderTriggers"]["query"]>;

/** Names a trigger that is not there as its programs do. */
export const ofTrigger = <T>(work: () => Promise<T>): Promise<T> => withNamedError("TriggerNotFoundError", work);

/** The apps of the accounts and integrations that a filter names. */
async function findNamedApps(projectId: string, query: TypeQuery): Promise<string[] | undefined> {
  const { appNames, connectedAccountIds: ids, integrationIds } = query;
  if (!ids && !integrationIds) return appNames;
  const accounts = ids
    ? await listAccounts(projectId, { ids, accountType: "ALL", orderBy: "createdAt", direction: "desc", limit: 1000 })
    : { items: [] };
  const rows = [...accounts.items, ...(await findAuthConfigs(projectId, integrationIds ?? []))];
  return [...(appNames ?? []), ...rows.map(({ toolkitSlug }) => toolkitSlug)];
}

/** All trigger types that fit; an unknown name gives none. */
export async function listOlderTriggers(
  projectId: string,
  query: TypeQuery,
): Promise<z.input<Api["listOlderTriggers"]["response"]>> {
  const names = query.triggerIds ?? query.triggerNames;
  const [{ page }, active] = await Promise.all([
    listTriggerTypes(projectId, {}, { toolkits: await findNamedApps(projectId, query), limit: MOST_ROWS }),
    listTriggers(projectId, { showDisabled: false, limit: 1000 }),
  ]);
  const counts = new Map<string, number>();
  for (const { slug } of active.items) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const types = page.items.filter(
    ({ slug }) => (!names || names.includes(slug)) && (!query.showEnabledOnly || counts.has(slug)),
  );
  const triggers = types.map(async (type) => {
    const toolkit = await findToolkit(projectId, type.toolkitSlug);
    return toolkit ? [toOlderTrigger(type, toolkit, counts.get(type.slug) ?? 0)] : [];
  });
  return (await Promise.all(triggers)).flat();
}

/** @throws ApiError NotFound as TriggerNotFoundError */
export const getOlderTrigger = (projectId: string, name: string) =>
  ofTrigger(async () => {
    const { type } = await requireTriggerType(projectId, name);
    const { total_items: count } = await listTriggers(projectId, { slugs: [type.slug], showDisabled: false, limit: 1 });
    return toOlderTrigger(type, await requireToolkit(projectId, type.toolkitSlug), count);
  });

/** Sets up a trigger. @throws ApiError as `upsertTrigger` */
export async function enableOlderTrigger(
  projectId: string,
  { connectedAccountId, triggerName }: z.output<Api["enableOlderTrigger"]["params"]>,
  config: Record<string, unknown> | null | undefined,
  on: Origin,
): Promise<z.input<Api["enableOlderTrigger"]["response"]>> {
  const accounts = { accountIds: [connectedAccountId], slugs: [triggerName], showDisabled: true, limit: 200 };
  const before = await listTriggers(projectId, accounts);
  await ofTrigger(() => requireTriggerType(projectId, triggerName));
  const { trigger } = await ofAccount(() =>
    upsertTrigger(projectId, { slug: triggerName, connectedAccountId, config: config ?? {}, versions: {} }, on),
  );
  const isNew = !before.items.some(({ id }) => id === trigger.id);
  return {
    status: "success",
    triggerId: trigger.id,
    isNew,
    message: isNew ? "The trigger was set up." : "The trigger is enabled.",
  };
}

/** One page of the triggers that are set up. */
export async function listActiveTriggers(
  projectId: string,
  query: z.output<Api["listActiveTriggers"]["query"]>,
): Promise<z.input<Api["listActiveTriggers"]["response"]>> {
  const { items, page, totalPages } = await readPage(
    (slice) =>
      listTriggers(projectId, {
        ids: query.triggerIds,
        slugs: query.triggerNames,
        accountIds: query.connectedAccountIds,
        authConfigIds: query.integrationIds,
        showDisabled: query.showDisabled ?? false,
        ...slice,
      }),
    { page: query.page, pageSize: query.limit },
  );
  return { triggers: items.map(toActiveTrigger), pageInfo: { currentPage: page, perPage: query.limit, totalPages } };
}

/** Pages that a list of logs goes through to reach a later page; each has a hundred events at most. */
const MOST_PAGES = 50;

/** One page of the messages of triggers, newest first; none behind the first `MOST_PAGES`. */
export async function listOlderTriggerLogs(
  projectId: string,
  { page, limit, connectionId, integrationId }: z.output<Api["listOlderTriggerLogs"]["query"]>,
): Promise<z.input<Api["listOlderTriggerLogs"]["response"]>> {
  const filter: EventFilter = { accountId: connectionId, authConfigId: integrationId, ofTriggers: true };
  let events = await listEvents(projectId, filter, { limit });
  const total = events.total_items;
  for (let number = 1; number < page; number += 1) {
    const cursor = number < MOST_PAGES ? events.next_cursor : null;
    if (cursor === null) {
      events = { ...events, items: [] };
      break;
    }
    events = await listEvents(projectId, filter, { limit, cursor, counted: false });
  }
  return {
    data: events.items.map(toOlderTriggerLog),
    pageInfo: { currentPage: page, perPage: limit, totalPages: Math.max(1, Math.ceil(total / limit)) },
  };
}
