/** The work in a session: lists its tools and toolkits, searches, connects, executes, sends requests. */
import { z } from "zod";
import { ToolItem } from "@/lib/catalog/contract";
import { CacheWish } from "@/lib/contract/cache-wish";
import { CustomConnectionData, executionApi, ToolAnswer } from "@/lib/execution/contract";
import { ResponseShape } from "@/lib/contract/response-shape";
import { ofFewKeys } from "@/lib/contract/few-keys";
import { operation } from "@/lib/contract/operation";
import { flagQuery, limitQuery, listQuery, page, pageQuery } from "@/lib/contract/page";
import { CustomTools } from "../settings/contract";
import { linkCallback, MadeLink, sessionParams } from "../contract";

const tag = "Sessions";
const timestamp = z.iso.datetime();
const Values = z.record(z.string(), z.unknown());
const toolkitSlug = z.string().trim().toLowerCase().min(1).max(200);
const ownTools = z.looseObject(CustomTools).nullish();

/** Responses to the questions of a call that waits for a decision, by the ids of the questions. */
export const InputResponses = ofFewKeys(
  z.record(
    z.string().max(100),
    z.object({ action: z.enum(["accept", "decline", "cancel"]), content: ofFewKeys(Values.optional()) }),
  ),
  20,
);
const InputRequest = z.object({
  type: z.literal("elicitation"),
  mode: z.literal("form"),
  message: z.string(),
  requested_schema: Values,
});

export const SessionAnswer = ToolAnswer.extend({
  result_type: z.enum(["completed", "failed", "input_required", "blocked"]),
  input_requests: z.record(z.string(), InputRequest).optional(),
  request_state: z.string().optional(),
  approval_url: z.string().optional(),
}).meta({ id: "SessionAnswer" });

const approval = { input_responses: InputResponses.nullish(), request_state: z.string().max(4000).nullish() };

const Query = z.object({
  use_case: z.string().trim().min(1, "must say what to do").max(1024),
  known_fields: z.string().max(4000).optional(),
});

const CurrentUser = Values;
const SearchedAccount = z.object({
  id: z.string(),
  alias: z.string().optional(),
  user_info: CurrentUser.optional(),
  status: z.string(),
  created_at: timestamp,
  is_default: z.boolean(),
  account_type: z.enum(["PRIVATE", "SHARED"]).optional(),
});
const ConnectionStatus = z.object({
  toolkit: z.string(),
  description: z.string(),
  has_active_connection: z.boolean(),
  connection_details: Values.optional(),
  current_user_info: CurrentUser.optional(),
  account_type: z.enum(["PRIVATE", "SHARED"]).optional(),
  accounts: z.array(SearchedAccount).optional(),
  account_selection: z.literal("required").optional(),
  status_message: z.string(),
});
const SchemaRef = z.object({
  tool: z.literal("COMPOSIO_GET_TOOL_SCHEMAS"),
  args: z.object({ tool_slugs: z.array(z.string()) }),
  message: z.string().optional(),
});
const SearchedTool = z.object({
  toolkit: z.string(),
  tool_slug: z.string(),
  description: z.string().optional(),
  input_schema: Values.optional(),
  output_schema: Values.optional(),
  hasFullSchema: z.boolean().optional(),
  schemaRef: SchemaRef.optional(),
});
const SearchResult = z.object({
  index: z.number().int(),
  use_case: z.string(),
  execution_guidance: z.string().optional(),
  difficulty: z.string().optional(),
  reasoning: z.string().optional(),
  task_difficulty: z.string().optional(),
  recommended_plan_steps: z.array(z.string()).optional(),
  known_pitfalls: z.array(z.string()).optional(),
  reference_workbench_snippets: z.array(z.object({ description: z.string(), code: z.string() })).optional(),
  primary_tool_slugs: z.array(z.string()),
  related_tool_slugs: z.array(z.string()),
  toolkits: z.array(z.string()),
  plan_id: z.string().optional(),
  error: z.string().nullish(),
});

export const SearchAnswer = z
  .object({
    success: z.boolean(),
    error: z.string().nullable(),
    results: z.array(SearchResult),
    toolkit_connection_statuses: z.array(ConnectionStatus),
    tool_schemas: z.record(z.string(), SearchedTool),
    time_info: z.object({
      current_time_utc: z.string(),
      current_time_utc_epoch_seconds: z.number().int(),
      message: z.string(),
    }),
    session: z.object({ id: z.string(), generate_id: z.boolean(), instructions: z.string() }),
    next_steps_guidance: z.array(z.string()),
  })
  .meta({ id: "SessionSearch" });

const SessionToolkit = z.object({
  name: z.string(),
  slug: z.string(),
  enabled: z.boolean(),
  is_no_auth: z.boolean(),
  composio_managed_auth_schemes: z.array(z.string()),
  meta: z.object({ logo: z.string(), description: z.string() }),
  connected_account: z
    .object({
      id: z.string(),
      user_id: z.string(),
      status: z.string(),
      created_at: timestamp,
      auth_config: z.object({ id: z.string(), auth_scheme: z.string(), is_composio_managed: z.boolean() }),
    })
    .nullable(),
});

const {
  connected_account_id: _account,
  endpoint,
  method,
  body,
  binary_body,
  parameters,
} = executionApi.executeProxy.body.shape;

export const metaApi = {
  executeInSession: operation({
    id: "postToolRouterSessionBySessionIdExecute",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/execute",
    tag,
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    sessionKey: true,
    summary: "Execute a tool within a session",
    description:
      "Also a meta tool. result_type says how it ended; input_required means that somebody must allow it: repeat the call with input_responses and the same request_state. With the header Idempotency-Key, repeated requests are executed once.",
    params: sessionParams,
    body: z.object({
      tool_slug: z.string().trim().min(1).max(200),
      arguments: ofFewKeys(Values.nullish(), 1000),
      account: z.string().trim().max(200).nullish().meta({ description: "The id or alias of a connected account" }),
      enable_auto_workbench_offload: z
        .nullish(z.boolean())
        .meta({ description: "Whether large answers go to the workbench" }),
      cache: CacheWish.nullish(),
      response: ResponseShape.nullish().meta({ description: "How small the answer shall be; not for meta tools" }),
      experimental: ownTools,
      ...approval,
    }),
    response: SessionAnswer,
  }),
  executeMeta: operation({
    id: "postToolRouterSessionBySessionIdExecuteMeta",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/execute_meta",
    tag,
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    sessionKey: true,
    summary: "Execute a meta tool within a session",
    params: sessionParams,
    body: z.object({
      slug: z.string().trim().min(1).max(200),
      arguments: ofFewKeys(Values.nullish(), 1000),
      experimental: ownTools,
      ...approval,
    }),
    response: SessionAnswer,
  }),
  searchInSession: operation({
    id: "toolRouter.session.search",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/search",
    tag,
    auth: "project",
    permission: "tools:read",
    audit: "none",
    sessionKey: true,
    summary: "Find the tools of a session for what is to be done",
    params: sessionParams,
    body: z.object({
      queries: z.array(Query).min(1, "must have at least one query").max(100),
      toolkits: z.array(toolkitSlug).max(100).optional(),
      model: z.string().max(200).nullish(),
      search_strategy: z
        .enum(["auto", "tool_search"])
        .optional()
        .meta({ description: "tool_search: only tools, without plans and further steps. The default is auto" }),
      experimental: ownTools,
    }),
    response: SearchAnswer,
  }),
  listSessionTools: operation({
    id: "toolRouter.session.tools",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/tools",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    sessionKey: true,
    summary: "What an agent is given: the session's meta tools, and the tools that it preloads",
    params: sessionParams,
    query: z.object({ ...pageQuery, limit: limitQuery(500, 1000) }),
    response: page(ToolItem),
  }),
  linkInSession: operation({
    id: "postToolRouterSessionBySessionIdLink",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/link",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.link",
    summary: "A page where the session's user connects a toolkit",
    params: sessionParams,
    body: z.object({
      toolkit: toolkitSlug,
      callback_url: linkCallback,
      alias: z.string().trim().max(200).optional(),
      experimental: z.looseObject({}).nullish(),
    }),
    response: MadeLink,
    status: 201,
  }),
  listSessionToolkits: operation({
    id: "getToolRouterSessionBySessionIdToolkits",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/toolkits",
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    sessionKey: true,
    summary: "The toolkits of a session, with the user's connection of each",
    params: sessionParams,
    query: z.object({
      ...pageQuery,
      limit: limitQuery(20, 50),
      toolkits: listQuery(toolkitSlug),
      is_connected: flagQuery,
      search: z.string().trim().max(200).optional(),
    }),
    response: page(SessionToolkit),
  }),
  proxyInSession: operation({
    id: "toolRouter.session.proxyExecute",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/proxy_execute",
    tag,
    auth: "project",
    permission: "proxy_execute:write",
    audit: "none",
    sessionKey: true,
    summary: "Send a request to a provider with the session's account of a toolkit",
    params: sessionParams,
    body: z.object({
      toolkit_slug: toolkitSlug,
      endpoint,
      method,
      body,
      binary_body,
      parameters,
      custom_connection_data: CustomConnectionData.optional(),
      account: z.string().trim().max(200).nullish(),
    }),
    response: executionApi.executeProxy.response,
  }),
};
