/** The files of an exported project: one for each kind, the same bytes for the same content. They hold no secret. */
import { z } from "zod";
import { accessApi } from "@/lib/access/contract";
import { AuthScheme } from "@/lib/auth-configs/contract";
import { Scopes } from "@/lib/auth-configs/managed-apps.contract";
import { MCP_TOOL_NAME, SERVER_NAME_CHARACTERS, SERVER_NAME_LENGTH } from "@/lib/mcp/constants";
import { WebhookFilter } from "@/lib/webhooks/contract";

/** Goes up when an older version could not read the files. */
export const FORMAT = 1;

const id = z.string().min(1).max(200);
const text = z.string().min(1).max(500);
const names = z.array(text).max(2000);
const values = z.record(z.string().max(200), z.string().max(65_536));

const file = <Kind extends string, Item extends z.ZodType>(kind: Kind, item: Item, most: number) =>
  z.strictObject({ format: z.literal(FORMAT), kind: z.literal(kind), items: z.array(item).max(most) });

const ProjectFile = z.strictObject({
  format: z.literal(FORMAT),
  kind: z.literal("project"),
  /** The id of the exported project. */
  from: id,
  name: z.string().max(200),
  settings: accessApi.updateProjectConfig.body.strict(),
});

const AuthConfigItem = z.strictObject({
  /** The id in the project where it was exported first: by it a later import finds what came of it. */
  from: id,
  name: z.string().trim().min(1).max(200),
  toolkit: text,
  auth_scheme: AuthScheme,
  /** It uses an app of the server's operator. */
  managed: z.boolean(),
  enabled: z.boolean(),
  enabled_for_tool_router: z.boolean(),
  scopes: Scopes.optional(),
  user_scopes: Scopes.optional(),
  /** Without the secret values. */
  credentials: values,
  shared_credentials: values,
  proxy_url: z.string().max(4096).optional(),
  /** The names of the values that are left out, because they are secret. */
  secrets: z.array(z.string().max(300)).max(200),
  tools_available_for_execution: names,
  tools_for_connected_account_creation: names,
});

const McpServerItem = z.strictObject({
  from: id,
  name: z
    .string()
    .min(SERVER_NAME_LENGTH.min)
    .max(SERVER_NAME_LENGTH.max)
    .regex(SERVER_NAME_CHARACTERS, "must have letters, digits, spaces and hyphens only"),
  /** By `from` of the auth configs. */
  auth_configs: z.array(id).max(500),
  toolkits: z.array(text).max(500),
  /** Empty for all tools. */
  allowed_tools: names,
  managed_auth: z.boolean(),
  /** The names and descriptions that its clients see instead of the catalog's, by the slugs of tools. */
  tools: z.record(
    z.string().max(200),
    z.strictObject({
      name: z.string().regex(MCP_TOOL_NAME, "must have 1 to 64 letters, digits, _ and -").optional(),
      description: z.string().max(50_000).optional(),
    }),
  ),
});

const TriggerItem = z.strictObject({
  from: id,
  trigger: text,
  account: z.strictObject({ from: id, toolkit: text, user_id: text, auth_config: id }),
  config: z.record(z.string(), z.unknown()),
});

const SubscriptionItem = z.strictObject({
  from: id,
  webhook_url: z.string().min(1).max(2000),
  version: z.enum(["V1", "V2", "V3"]),
  enabled_events: z.array(z.string().max(100)).min(1).max(50),
  filters: z.array(WebhookFilter).max(20),
});

const AccountItem = z.strictObject({
  from: id,
  toolkit: text,
  user_id: text,
  auth_config: id,
  alias: z.string().max(500).optional(),
  status: z.string().max(50),
});

/** How many items a file can have. */
export const MOST = {
  auth_configs: 2_000,
  mcp_servers: 1_000,
  triggers: 5_000,
  webhook_subscriptions: 50,
  connected_accounts: 20_000,
} as const;

/** The schemas by the names of the files, in the order in which they are written and imported. */
export const FILES = {
  "project.json": ProjectFile,
  "auth-configs.json": file("auth_configs", AuthConfigItem, MOST.auth_configs),
  "mcp-servers.json": file("mcp_servers", McpServerItem, MOST.mcp_servers),
  "triggers.json": file("triggers", TriggerItem, MOST.triggers),
  "webhook-subscriptions.json": file("webhook_subscriptions", SubscriptionItem, MOST.webhook_subscriptions),
  /** For people to read: who was connected with what. An import connects nobody. */
  "connected-accounts.json": file("connected_accounts", AccountItem, MOST.connected_accounts).extend({
    /** How many accounts the list leaves out, because it is full. */
    left_out: z.int().min(0),
  }),
} as const;

export type FileName = keyof typeof FILES;
export type FileOf<Name extends FileName> = z.output<(typeof FILES)[Name]>;
/** An import can have some of the files alone. */
export type ProjectFiles = { [Name in FileName]?: FileOf<Name> };
export const FILE_NAMES = Object.keys(FILES) as FileName[];
