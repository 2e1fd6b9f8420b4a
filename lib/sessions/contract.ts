/** Sessions of agents: settings, rules, approvals, meta tools, calls, files. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery, limitQuery, page, pageQuery } from "@/lib/contract/page";
import { plainAddress } from "@/lib/contract/texts";
import {
  CreateExperimental,
  CustomTools,
  SessionConfig,
  sessionSettings,
  UpdateExperimental,
} from "./settings/contract";

const tag = "Sessions";
const timestamp = z.iso.datetime();
const userId = z.string().trim().min(1, "must name a user").max(500);
/** The page that a person returns to after a link of a session. */
export const linkCallback = plainAddress(2000).optional();

export const sessionParams = z.object({ session_id: z.string().max(200) });

const EchoedTool = z.object({ slug: z.string(), original_slug: z.string(), extends_toolkit: z.string().optional() });

/** Only the names of the client's own tools, and the text for the system prompt. */
const ExperimentalOut = z.object({
  assistive_prompt: z.string().optional(),
  custom_tools: z.array(EchoedTool).optional(),
  custom_toolkits: z
    .array(z.object({ slug: z.string(), tools: z.array(z.object({ slug: z.string(), original_slug: z.string() })) }))
    .optional(),
  source_session_config: z.object({ id: z.string() }).optional(),
});

const ToldConfig = SessionConfig.omit({ experimental: true }).extend({
  user_id: z.string(),
  permissions: SessionConfig.shape.experimental.shape.permissions,
  instant: z.literal(false).meta({ description: "No tool costs anything here; newer clients expect to be told" }),
});

export const Session = z
  .object({
    session_id: z.string(),
    mcp: z.object({ type: z.literal("http"), url: z.string() }),
    tool_router_tools: z.array(z.string()).meta({ description: "The meta tools that it offers" }),
    config: ToldConfig,
    config_version: z.number().int(),
    experimental: ExperimentalOut.optional(),
    warnings: z
      .array(
        z.object({
          code: z.enum(["PRELOAD_TOOLS_HIGH_CONTEXT_USAGE", "SETTINGS_WITHOUT_EFFECT"]),
          message: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: "ToolRouterSession" });

const SavedConfig = z.object({
  id: z.string(),
  name: z.string(),
  archived: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});
/** Strict: a misspelled rule would restrict nothing. */
const SavedRules = z.strictObject({
  toolkits: sessionSettings.toolkits.unwrap().unwrap().optional(),
  tools: sessionSettings.tools.unwrap().unwrap().optional(),
  tags: sessionSettings.tags.unwrap().unwrap().optional(),
});
const SavedConfigDetail = SavedConfig.extend({
  description: z.string().nullable(),
  config: z.record(z.string(), z.unknown()),
});
const configName = z.string().trim().min(1, "must not be empty").max(100);
const configParams = z.object({ id: z.string().max(200) });

export const sessionApi = {
  createSession: operation({
    id: "postToolRouterSession",
    method: "POST",
    path: "/api/v3/tool_router/session",
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session.create",
    summary: "Create a session for a user",
    body: z.object({ ...sessionSettings, user_id: userId, experimental: CreateExperimental.nullish() }),
    response: Session,
    status: 201,
  }),
  createLabsSession: operation({
    id: "postLabsToolRouterSession",
    method: "POST",
    path: "/api/v3/labs/tool_router/session",
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session.create",
    deprecated: true,
    summary: "Create a session, in the form of older clients",
    body: z.object({
      user_id: userId,
      config: z
        .object({
          manually_manage_connections: z.boolean().nullish(),
          toolkits: z
            .array(
              z.object({
                toolkit: z.string().trim().toLowerCase().min(1).max(200),
                auth_config_id: z.string().max(200).optional(),
              }),
            )
            .max(500)
            .optional(),
        })
        .optional(),
    }),
    response: z.object({
      session_id: z.string(),
      chat_session_mcp_url: z.string(),
      tool_router_instance_mcp_url: z.string(),
    }),
    status: 201,
  }),
  getAgentSession: operation({
    id: "getToolRouterSessionBySessionId",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    sessionKey: true,
    summary: "A session with its configuration",
    params: sessionParams,
    response: Session,
  }),
  updateSession: operation({
    id: "toolRouter.session.patch",
    method: "PATCH",
    path: "/api/v3/tool_router/session/{session_id}",
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session.update",
    summary: "Change a session's configuration",
    description:
      "What is left out stays; null takes a setting away; maps and lists replace the former ones. " +
      "With expected_config_version, another version is a 409 and nothing changes.",
    params: sessionParams,
    body: z.object({
      ...sessionSettings,
      experimental: UpdateExperimental,
      expected_config_version: z.number().int().min(1).optional(),
    }),
    response: Session,
  }),
  deleteSession: operation({
    id: "toolRouter.session.delete",
    method: "DELETE",
    path: "/api/v3/tool_router/session/{session_id}",
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session.delete",
    summary: "End a session",
    params: sessionParams,
    response: z.object({ session_id: z.string(), deleted: z.literal(true) }),
  }),
  attachSession: operation({
    id: "toolRouter.session.attach",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/attach",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "Take up a session again, with the client's own tools",
    description: "The tools count for the caller alone; the session stays as it is.",
    params: sessionParams,
    body: z.object({ experimental: z.looseObject(CustomTools).nullish() }),
    response: Session,
  }),
  listConfigHistory: operation({
    id: "toolRouter.session.configHistory",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/config_history",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "What a session's configuration was, the present one first",
    params: sessionParams,
    query: z.object({ ...pageQuery, limit: limitQuery(20, 100) }),
    response: page(
      z.object({ version: z.number().int(), created_at: timestamp, config: ToldConfig, is_current: z.boolean() }),
    ),
  }),
  listSavedConfigs: operation({
    id: "listSessionConfigs",
    method: "GET",
    path: "/api/v3/session_configs",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "Saved access rules of sessions, last changed first",
    query: z.object({
      ...pageQuery,
      limit: limitQuery(20, 100),
      search: z.string().trim().max(200).optional(),
      archived: flagQuery,
    }),
    response: page(SavedConfig),
  }),
  getSavedConfig: operation({
    id: "getSessionConfig",
    method: "GET",
    path: "/api/v3/session_configs/{id}",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "Saved access rules",
    params: configParams,
    response: SavedConfigDetail,
  }),
  createSavedConfig: operation({
    id: "createSessionConfig",
    method: "POST",
    path: "/api/v3/internal/patchbay/session_configs",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session_config.create",
    summary: "Save access rules under a name",
    body: z.object({
      name: configName,
      description: z.string().trim().max(1000).nullish(),
      config: SavedRules,
    }),
    response: SavedConfigDetail,
    status: 201,
  }),
  updateSavedConfig: operation({
    id: "updateSessionConfig",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/session_configs/{id}",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session_config.update",
    summary: "Change, archive or restore saved access rules",
    description: "Sessions that took them over keep what they took.",
    params: configParams,
    body: z.object({
      name: configName.optional(),
      description: z.string().trim().max(1000).nullish(),
      config: SavedRules.optional(),
      archived: z.boolean().optional(),
    }),
    response: SavedConfigDetail,
  }),
};

/** A link for a session's user to connect a toolkit; `expires_at` is Patchbay's own field. */
export const MadeLink = z.object({
  link_token: z.string(),
  redirect_url: z.string(),
  connected_account_id: z.string(),
  expires_at: z.iso.datetime(),
});
