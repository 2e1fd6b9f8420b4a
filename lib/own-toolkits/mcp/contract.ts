/** MCP servers as toolkits of a project: the published operations, and the tools that wait for a person's consent. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { OwnToolkitSlug, RevokeOnDelete } from "../contract";

const tag = "Custom toolkits";
const base = "/api/v3/custom/toolkits";
const toolsPath = "/api/v3/internal/patchbay/own_toolkits/{slug}/mcp_tools";
const common = { tag, auth: "project", permission: "toolkits:write" } as const;

const url = z.string().trim().min(1).max(2000);
export const AuthScheme = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("NO_AUTH") }),
  z.object({
    mode: z.literal("API_KEY"),
    /** Values hold `{{generic_api_key}}` where the key goes, and `{{generic_id}}` where a declared value goes. */
    headers: z
      .record(z.string().max(100), z.string().max(1000))
      .refine((headers) => Object.keys(headers).length <= 20, {
        message: "at most 20 headers",
      }),
    api_key_field: z
      .object({ display_name: z.string().max(100).optional(), description: z.string().max(500).optional() })
      .optional(),
    /** A value that each user enters in addition to the key, such as the ID of an organization; it is not secret. */
    additional_fields: z
      .object({
        generic_id: z.object({
          display_name: z.string().min(1).max(100),
          description: z.string().min(1).max(500).optional(),
        }),
      })
      .optional(),
  }),
  z.object({ mode: z.literal("DCR_OAUTH"), discovery_url: url }),
  z.object({ mode: z.literal("CIMD_OAUTH"), discovery_url: url }),
]);
export type AuthSchemeWire = z.output<typeof AuthScheme>;

/** A picture of at most 3 MB, in base64. */
const LogoFile = z.object({ content: z.string().max(4_300_000), mime_type: z.enum(["image/png", "image/jpeg"]) });

const Config = z.object({
  name: z.string().trim().min(1).max(200),
  /** The address of the MCP server: its old name, and the name of today. */
  app_url: url.optional(),
  mcp_url: url.optional(),
  logo_file: LogoFile.optional(),
  auth_schemes: z.array(AuthScheme).min(1).max(3),
});
export type ConfigWire = z.output<typeof Config>;

/** The slug as callers give it, with or without its prefix; spaces count as _. */
const Slug = z
  .string()
  .min(1)
  .max(37)
  .regex(/^[A-Za-z0-9_ ]+$/, "letters, digits, _ and spaces only");

const Deleted = z.object({
  slug: z.string(),
  deleted: z.boolean(),
  revoke_job_ids: z.array(z.string()),
  auth_configs_deleted: z.number().int(),
  connected_accounts_deleted: z.number().int(),
  auth_configs_soft_deleted: z.number().int(),
  connected_accounts_soft_deleted: z.number().int(),
});

const hash = z.string().length(64);
const Definition = z.object({
  title: z.string().nullable(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()).nullable(),
  /** What the server claims about the tool, such as that it only reads. */
  annotations: z.record(z.string(), z.unknown()).nullable(),
});
const Mark = z.object({ kind: z.string(), text: z.string() });

export const McpTool = z
  .object({
    /** Its name at the server. */
    name: z.string(),
    /**
     * served: as the server offers it. changed: the server offers another text, and the old is served. new: not served
     * yet. rejected: a person refused what the server offers.
     */
    state: z.enum(["served", "changed", "new", "rejected"]),
    served: Definition.nullable(),
    offered: Definition.nullable(),
    /** Of what the server offers; a decision names it, so that nobody agrees to what they have not seen. */
    offered_hash: hash.nullable(),
    /** What of the text is changed: `title`, `description`, `input_schema`, `output_schema`, `annotations`. */
    changes: z.array(z.string()),
    /** Places in the words of the tool that speak to the model instead of describing the tool. */
    marks: z.array(Mark),
    decided_by: z.string().nullable(),
    decided_at: z.iso.datetime().nullable(),
    seen_at: z.iso.datetime(),
  })
  .meta({ id: "McpTool" });

/** How the server was read the last time. */
const Reading = z.object({
  /** The last one that succeeded; null before the first. */
  synced_at: z.iso.datetime().nullable(),
  /** When it is read again; null as long as nobody has connected to it. */
  next_at: z.iso.datetime().nullable(),
  /** Why the last one failed, and what to do; null if it succeeded. */
  error: z.object({ message: z.string(), fix: z.string() }).nullable(),
  /** Tools of the last list that cannot be used, and why. */
  problems: z.array(z.object({ name: z.string(), problem: z.string() })),
});

const Decision = z.object({
  tools: z
    .array(z.object({ name: z.string().min(1).max(128), hash }))
    .min(1)
    .max(500),
});
const params = z.object({ slug: OwnToolkitSlug });

export const customToolkitsApi = {
  createCustomToolkit: operation({
    ...common,
    own: true,
    id: "createCustomToolkit",
    method: "POST",
    path: base,
    audit: "own_toolkit.create",
    summary: "Create a toolkit from an MCP server, for all users or for one",
    body: z.object({
      /** `all`, or the only user for whom it is. */
      user_id: z.string().trim().min(1).max(255),
      slug: Slug.optional(),
      toolkit_config: Config,
    }),
    response: z.object({ slug: z.string(), connect_link: z.string().optional() }),
  }),
  upsertCustomToolkit: operation({
    ...common,
    own: true,
    id: "upsertCustomToolkit",
    method: "POST",
    path: `${base}/upsert`,
    audit: "own_toolkit.upsert",
    summary: "Create a toolkit from an MCP server, or change its name, logo and texts",
    body: z.object({ slug: Slug, toolkit_config: Config }),
    response: z.object({ slug: z.string() }),
  }),
  syncCustomToolkit: operation({
    ...common,
    own: true,
    id: "syncCustomToolkit",
    method: "POST",
    path: `${base}/sync`,
    audit: "own_toolkit.sync",
    summary: "Read the tools of the MCP server again; changed and new ones wait for approval",
    body: z.object({ slug: Slug, connected_account_id: z.string().max(100).optional() }),
    response: z.object({ slug: z.string(), version: z.string(), synced_count: z.number().int() }),
  }),
  updateCustomToolkit: operation({
    ...common,
    own: true,
    id: "updateCustomToolkit",
    method: "PATCH",
    path: `${base}/{slug}`,
    audit: "own_toolkit.update",
    summary: "Change the name or the logo of a toolkit of an MCP server",
    params: z.object({ slug: Slug }),
    body: z.object({
      toolkit_config: z.object({ name: Config.shape.name.optional(), logo_file: LogoFile.optional() }),
    }),
    response: z.object({ slug: z.string() }),
  }),
  deleteCustomToolkit: operation({
    ...common,
    own: true,
    id: "deleteCustomToolkit",
    method: "DELETE",
    path: `${base}/{slug}`,
    audit: "own_toolkit.delete",
    summary: "Delete a toolkit of the project's own with its auth configs and accounts, which are revoked",
    params: z.object({ slug: Slug }),
    query: z.object({ revoke_on_delete: RevokeOnDelete }),
    response: Deleted,
  }),
  getOwnToolkitLogo: operation({
    own: true,
    id: "getOwnToolkitLogo",
    method: "GET",
    path: "/logos/toolkit/{id}",
    tag,
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "The uploaded logo of a project's own toolkit",
    params: z.object({ id: z.string().max(100) }),
    response: z.unknown(),
  }),
  probeMcpServer: operation({
    ...common,
    own: true,
    id: "probeMcpServer",
    method: "POST",
    path: "/api/v3/internal/patchbay/own_toolkits/mcp_probe",
    audit: "none",
    summary: "Check whether a URL is an MCP server, without storing anything",
    body: z.object({ url }),
    response: z.object({
      /** open: it lists its tools to everybody. locked: it asks for a sign-in. none: no MCP server answers there. */
      state: z.enum(["open", "locked", "none"]),
      /** How the server names itself. */
      name: z.string().nullable(),
      /** Of the authorization server, if the MCP server names one. */
      discovery_url: z.string().nullable(),
      /** Why it was not read; null for an open server. */
      problem: z.string().nullable(),
      tools: z.array(z.object({ name: z.string(), description: z.string(), marks: z.array(Mark) })),
    }),
  }),
  listOwnMcpTools: operation({
    ...common,
    own: true,
    permission: "toolkits:read",
    id: "listOwnMcpTools",
    method: "GET",
    path: toolsPath,
    audit: "none",
    summary: "The tools of an MCP server: what is served, and what waits for approval; 500 at most",
    params,
    response: z.object({ items: z.array(McpTool), reading: Reading }),
  }),
  approveOwnMcpTools: operation({
    ...common,
    own: true,
    id: "approveOwnMcpTools",
    method: "POST",
    path: `${toolsPath}/approve`,
    audit: "own_toolkit.approve_tools",
    summary: "Serve tools as the MCP server offers them now",
    params,
    body: Decision,
    response: z.object({ version: z.string(), tools: z.array(z.string()) }),
  }),
  rejectOwnMcpTools: operation({
    ...common,
    own: true,
    id: "rejectOwnMcpTools",
    method: "POST",
    path: `${toolsPath}/reject`,
    audit: "own_toolkit.reject_tools",
    summary: "Go on without what the MCP server offers now",
    params,
    body: Decision,
    response: z.object({ tools: z.array(z.string()) }),
  }),
};
