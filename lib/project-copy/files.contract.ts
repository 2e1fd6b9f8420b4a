/** The files of an exported project: one for each kind, the same bytes for the same content. They hold no secret. */
import { z } from "zod";
import { accessApi } from "@/lib/access/contract";
import { AuthScheme } from "@/lib/auth-configs/contract";
import { Scopes } from "@/lib/auth-configs/managed-apps.contract";
import { MOST_OVERRIDES, overridesApi } from "@/lib/catalog/overrides/contract";
import { MCP_TOOL_NAME, SERVER_NAME_CHARACTERS, SERVER_NAME_LENGTH } from "@/lib/mcp/constants";
import { MAX_SOURCE_BYTES } from "@/lib/own-toolkits/constants";
import { OwnToolkitSlug } from "@/lib/own-toolkits/contract";
import { AuthScheme as ServerAuthScheme } from "@/lib/own-toolkits/mcp/contract";
import { ToolkitAccess, ToolkitSettings } from "@/lib/own-toolkits/settings.contract";
import { DefaultResponse } from "@/lib/contract/response-shape";
import { LEAST_POLL_MINUTES, MOST_POLL_MINUTES } from "@/lib/triggers/constants";
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

/** A toolkit of the project's own, which has the same slug in each copy: a document, or an MCP server. */
const OwnToolkitItem = z
  .strictObject({
    from: OwnToolkitSlug,
    access: ToolkitAccess,
    /** Whether it has a version; a draft alone stays a draft. */
    published: z.boolean().default(true),
    document: z.string().min(1).max(MAX_SOURCE_BYTES).optional(),
    /** Where the document was fetched; an import does not fetch it again. */
    url: z.string().max(2_000).optional(),
    settings: ToolkitSettings.optional(),
    server: z
      .strictObject({
        name: z.string().trim().min(1).max(200),
        url: z.string().min(1).max(2_000),
        auth_schemes: z.array(ServerAuthScheme).min(1).max(3),
      })
      .optional(),
  })
  .refine(
    ({ document, server }) => (document === undefined) !== (server === undefined),
    "has either document or server",
  );

/** A tool by hand that the project added to a toolkit; `from` is its slug. */
const AddedToolItem = z.strictObject({
  from: z.string().min(1).max(64),
  toolkit: z.string().min(1).max(100),
  tool: z.record(z.string().max(100), z.unknown()),
});

const ToolOverrideItem = overridesApi.putToolOverride.body
  .strict()
  // The slug of the tool.
  .extend({ from: text });

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
  default_response: DefaultResponse.optional(),
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
  polling: z
    .strictObject({
      type: z.enum(["webhook", "poll"]),
      interval: z.number().min(LEAST_POLL_MINUTES).max(MOST_POLL_MINUTES),
    })
    .optional(),
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
  own_toolkits: 100,
  added_tools: 500,
  tool_overrides: MOST_OVERRIDES,
  auth_configs: 2_000,
  mcp_servers: 1_000,
  triggers: 5_000,
  webhook_subscriptions: 50,
  connected_accounts: 20_000,
} as const;

/** The schemas by the names of the files, in the order in which they are written and imported. */
export const FILES = {
  "project.json": ProjectFile,
  "own-toolkits.json": file("own_toolkits", OwnToolkitItem, MOST.own_toolkits).extend({
    /** Toolkits whose documents have no room here: `patchbay toolkits pull` copies one alone. */
    left_out: z.array(text).max(MOST.own_toolkits).default([]),
  }),
  "added-tools.json": file("added_tools", AddedToolItem, MOST.added_tools).extend({
    /** Tools that have no room here. */
    left_out: z.array(text).max(MOST.added_tools).default([]),
  }),
  "tool-overrides.json": file("tool_overrides", ToolOverrideItem, MOST.tool_overrides),
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
