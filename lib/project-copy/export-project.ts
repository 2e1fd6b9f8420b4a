/** Exports a project as files: what it is made of, without secrets, in an order that makes a diff readable. */
import { requireProject } from "@/lib/access/projects/projects";
import { findAuthConfigCopies } from "@/lib/auth-configs/auth-config-copy";
import { findAccountCopies } from "@/lib/connected-accounts/accounts/account-copy";
import { countProjectAccounts } from "@/lib/connected-accounts/accounts/list-users";
import { findOverrideCopies } from "@/lib/catalog/change-overrides/override-copy";
import { ApiError } from "@/lib/kernel/errors";
import { findMcpServerCopies } from "@/lib/mcp/servers/mcp-server-copy";
import { findAddedToolCopies } from "@/lib/own-toolkits/added/added-tool-copy";
import { findToolkitCopies } from "@/lib/own-toolkits/toolkit-copy";
import { findTriggerCopies } from "@/lib/triggers/instances/trigger-copy";
import { findSubscriptionCopies } from "@/lib/webhooks/subscriptions/subscription-copy";
import { findOrigins } from "./copied-ids";
import { FORMAT, MOST, type FileOf, type ProjectFiles } from "./files.contract";
import {
  toAccountItem,
  toAddedToolItem,
  toAuthConfigItem,
  toMcpServerItem,
  toOverrideItem,
  toOwnToolkitItem,
  toSettings,
  toSubscriptionItem,
  toTriggerItem,
} from "./wire";

/** By what people call an item, and by its id among items of one name. */
function inOrder<Item extends { from: string }>(items: Item[], textOf: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: `${textOf(item)}\n${item.from}` }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

/** @throws ApiError Conflict for a project that files would not hold whole */
function assertWhole<Item>(items: Item[], kind: keyof typeof MOST): Item[] {
  if (items.length <= MOST[kind]) return items;
  throw new ApiError(
    "Conflict",
    `The project has more ${kind.replaceAll("_", " ")} than an export can hold (${MOST[kind]}).`,
    {
      suggestedFix: "Copy the whole server with patchbay backup instead.",
    },
  );
}

const file = <Kind extends string, Item>(kind: Kind, items: Item[]) => ({ format: FORMAT, kind, items }) as const;

async function listAccounts(
  projectId: string,
  toConfigId: (id: string) => string,
): Promise<FileOf<"connected-accounts.json">> {
  const most = MOST.connected_accounts;
  const [accounts, { total }] = await Promise.all([
    findAccountCopies(projectId, most),
    countProjectAccounts(projectId),
  ]);
  const items = accounts.map((copy) => toAccountItem({ ...copy, authConfigId: toConfigId(copy.authConfigId) }));
  return {
    ...file(
      "connected_accounts",
      inOrder(items, ({ toolkit, user_id: user }) => `${toolkit}\n${user}`),
    ),
    left_out: Math.max(0, total - accounts.length),
  };
}

/** Characters of all documents of own toolkits: an import takes a few more bytes for all files together. */
const MOST_DOCUMENTS = 12_000_000;

async function listOwnToolkits(projectId: string): Promise<FileOf<"own-toolkits.json">> {
  const { items, leftOut } = await findToolkitCopies(projectId, MOST_DOCUMENTS);
  return { ...file("own_toolkits", items.map(toOwnToolkitItem)), left_out: leftOut };
}

/** Characters of all added tools. */
const MOST_ADDED = 3_000_000;

async function listAddedTools(projectId: string): Promise<FileOf<"added-tools.json">> {
  const { items, leftOut } = await findAddedToolCopies(projectId, MOST_ADDED);
  return { ...file("added_tools", items.map(toAddedToolItem)), left_out: leftOut };
}

const listOverrides = async (projectId: string): Promise<ProjectFiles> => ({
  "tool-overrides.json": file("tool_overrides", (await findOverrideCopies(projectId)).map(toOverrideItem)),
});

/**
 * Reads the project, one kind after the other.
 * @param seesFixed whether the caller may see arguments that the project has fixed: without, no overrides are exported
 * @throws ApiError Conflict for a project that is larger than files can hold
 */
export async function exportProject(projectId: string, seesFixed: boolean): Promise<ProjectFiles> {
  const { name, config } = await requireProject(projectId);
  const originOf = await findOrigins(projectId);
  const toConfigId = (id: string): string => originOf("auth_configs", id);
  const configs = assertWhole(await findAuthConfigCopies(projectId, MOST.auth_configs + 1), "auth_configs");
  const servers = assertWhole(await findMcpServerCopies(projectId, MOST.mcp_servers + 1), "mcp_servers");
  const triggers = assertWhole(await findTriggerCopies(projectId, MOST.triggers + 1), "triggers");
  const subscriptions = await findSubscriptionCopies(projectId);
  const configItems = configs.map((copy) => toAuthConfigItem({ ...copy, id: toConfigId(copy.id) }));
  const serverItems = servers.map((copy) =>
    toMcpServerItem({
      ...copy,
      id: originOf("mcp_servers", copy.id),
      authConfigIds: copy.authConfigIds.map(toConfigId),
    }),
  );
  const triggerItems = triggers.map((copy) =>
    toTriggerItem({
      ...copy,
      id: originOf("triggers", copy.id),
      account: { ...copy.account, authConfigId: toConfigId(copy.account.authConfigId) },
    }),
  );
  const subscriptionItems = subscriptions.map((copy) =>
    toSubscriptionItem({ ...copy, id: originOf("webhook_subscriptions", copy.id) }),
  );
  return {
    "project.json": { format: FORMAT, kind: "project", from: projectId, name, settings: toSettings(config) },
    "own-toolkits.json": await listOwnToolkits(projectId),
    "added-tools.json": await listAddedTools(projectId),
    ...(seesFixed && (await listOverrides(projectId))),
    "auth-configs.json": file(
      "auth_configs",
      inOrder(configItems, (item) => `${item.toolkit}\n${item.name}`),
    ),
    "mcp-servers.json": file(
      "mcp_servers",
      inOrder(serverItems, (item) => item.name),
    ),
    "triggers.json": file(
      "triggers",
      inOrder(triggerItems, ({ trigger, account }) => `${trigger}\n${account.user_id}`),
    ),
    "webhook-subscriptions.json": file(
      "webhook_subscriptions",
      inOrder(subscriptionItems, (item) => item.webhook_url),
    ),
    "connected-accounts.json": await listAccounts(projectId, toConfigId),
  };
}
