/** Actions, as tools were called before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { ofFewKeys } from "@/lib/contract/few-keys";
import { flagQuery, limitQuery, listQuery } from "@/lib/contract/page";
import { MAX_ID, MAX_URL } from "@/lib/contract/texts";
import { Anything, MOST_ROWS, OLDER, Shape, olderPage, pageQuery } from "../older.contract";

export const Action = z
  .object({
    name: z.string(),
    enum: z.string(),
    displayName: z.string(),
    display_name: z.string(),
    description: z.string(),
    parameters: Shape,
    response: Shape,
    appKey: z.string(),
    appName: z.string(),
    appId: z.string(),
    tags: z.array(z.string()),
    logo: z.string(),
    no_auth: z.boolean(),
    enabled: z.boolean(),
    deprecated: z.boolean(),
    version: z.string(),
    available_versions: z.array(z.string()),
  })
  .meta({ id: "Action" });

const Answer = z
  .object({
    data: z.unknown(),
    error: z.string().nullable(),
    successful: z.boolean(),
    successfull: z.boolean().meta({ description: "The spelling that older Python programs read" }),
    logId: z.string().optional(),
  })
  .meta({ id: "ActionAnswer" });

const name = z.string().trim().min(1).max(200);
const actionId = z.object({ actionId: name.toUpperCase() });
const query = z.object({
  ...pageQuery,
  limit: limitQuery(MOST_ROWS, MOST_ROWS),
  apps: listQuery(name.toLowerCase()),
  appNames: listQuery(name.toLowerCase()),
  actions: listQuery(name.toUpperCase()),
  tags: listQuery(name),
  useCase: z.string().max(1024).optional(),
  usecaseLimit: limitQuery(20),
  filterImportantActions: flagQuery,
  showAll: flagQuery,
  showEnabledOnly: flagQuery,
});

const Parameter = z.object({
  name: z.string().min(1).max(200),
  in: z.enum(["query", "header", "path", "subdomain", "cookie"]),
  value: z.union([z.string().max(16_384), z.number()]),
});

const read = { method: "GET", permission: "tools:read", audit: "none" } as const;

export const actionsApi = {
  listActions: operation({
    ...OLDER,
    ...read,
    id: "v2.actions.list",
    path: "/api/v2/actions",
    summary: "List actions",
    description: "Without a filter, only the names, tags and descriptions of all actions.",
    successor: "GET /api/v3/tools",
    query,
    response: olderPage(Action),
  }),
  getAction: operation({
    ...OLDER,
    ...read,
    id: "v2.actions.get",
    path: "/api/v2/actions/{actionId}",
    summary: "Get an action with its schemas",
    successor: "GET /api/v3/tools/{tool_slug}",
    params: actionId,
    query: z.object({ version: z.string().max(MAX_ID).optional() }),
    response: Action,
  }),
  executeAction: operation({
    ...OLDER,
    id: "v2.actions.execute",
    method: "POST",
    permission: "tool_execution:write",
    audit: "none",
    path: "/api/v2/actions/{actionId}/execute",
    summary: "Execute an action",
    description: "A refusal of the provider is an answer with successful false.",
    successor: "POST /api/v3/tools/execute/{tool_slug}",
    params: actionId,
    body: z.object({
      input: ofFewKeys(z.record(z.string(), z.unknown()).nullish(), 1000),
      connectedAccountId: z.string().max(MAX_ID).nullish(),
      entityId: z.string().trim().max(500).nullish(),
      appName: z.string().max(MAX_ID).nullish(),
      text: z.string().max(20_000).nullish(),
      version: z.string().max(MAX_ID).nullish(),
      authConfig: z
        .object({
          base_url: z.string().max(MAX_URL).nullish(),
          parameters: z.array(Parameter).max(50).nullish(),
          body: ofFewKeys(z.record(z.string(), z.unknown()).nullish()),
        })
        .nullish(),
      sessionInfo: z.unknown().optional(),
      allowTracing: z.unknown().optional(),
    }),
    response: Answer,
  }),
  findActionInputs: operation({
    ...OLDER,
    id: "v2.actions.inputs",
    method: "POST",
    permission: "tool_execution:write",
    audit: "none",
    path: "/api/v2/actions/{actionId}/execute/get.inputs",
    summary: "Turn plain language into the input of an action",
    successor: "POST /api/v3/tools/execute/{tool_slug}/input",
    params: actionId,
    body: z.object({
      text: z.string().min(1, "must say what to do").max(20_000),
      customDescription: z.string().max(20_000).nullish(),
      systemPrompt: z.string().max(20_000).nullish(),
    }),
    response: z.object({ arguments: Anything.optional(), error: z.string().optional() }),
  }),
  executeActionRequest: operation({
    ...OLDER,
    id: "v2.actions.proxy",
    method: "POST",
    permission: "proxy_execute:write",
    audit: "none",
    path: "/api/v2/actions/proxy",
    summary: "Send a request to an app with an account's credentials",
    successor: "POST /api/v3/tools/execute/proxy",
    body: z.object({
      connectedAccountId: z.string().min(1, "must name a connected account, ca_...").max(MAX_ID),
      endpoint: z.string().min(1).max(8192),
      method: z.enum(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]),
      parameters: z
        .array(
          z.object({
            name: z.string().min(1).max(200),
            in: z.enum(["query", "header"]),
            value: z.coerce.string().max(16_384),
          }),
        )
        .max(100)
        .nullish(),
      body: z.unknown().optional(),
    }),
    response: Answer,
  }),
  findActions: operation({
    ...OLDER,
    ...read,
    id: "v2.actions.search",
    path: "/api/v2/actions/search/advanced",
    summary: "Find actions for a task; the task comes in the query or in the body",
    successor: "GET /api/v3/tools",
    query: z.object({
      useCase: z.string().max(1024).optional(),
      apps: listQuery(name.toLowerCase()),
      limit: limitQuery(10, 100),
      minActionsPerTask: z.string().max(20).optional(),
      maxActionsPerTask: z.string().max(20).optional(),
      filterByAvailableApps: flagQuery,
    }),
    body: z.object({ useCase: z.string().max(1024).nullish() }),
    response: z.object({
      items: z.array(
        z.object({ app: z.string(), actions: z.array(z.string()), description: z.string(), order: z.number().int() }),
      ),
    }),
  }),
  listActionNames: operation({
    ...OLDER,
    ...read,
    id: "v2.actions.enums",
    path: "/api/v2/actions/list/enums",
    summary: "List the names of actions as text, one on each line",
    successor: "GET /api/v3/tools/enum",
    response: z.string(),
  }),
  listActionNamesV1: operation({
    ...OLDER,
    ...read,
    id: "v1.actions.enums",
    path: "/api/v1/actions/list/enums",
    summary: "List the names of actions as text, one on each line",
    successor: "GET /api/v3/tools/enum",
    response: z.string(),
  }),
  listAllActions: operation({
    ...OLDER,
    ...read,
    id: "v2.actions.all",
    path: "/api/v2/actions/list/all",
    summary: "List actions without their schemas",
    successor: "GET /api/v3/tools",
    query,
    response: olderPage(Action),
  }),
  listActionTags: operation({
    ...OLDER,
    ...read,
    id: "v2.actions.tags",
    path: "/api/v2/actions/list/tags",
    summary: "List the tags of the actions of some apps",
    successor: "GET /api/v3/tools",
    query: z.object({ apps: listQuery(name.toLowerCase()) }),
    response: z.object({ items: z.array(z.string()) }),
  }),
  listActionFiles: operation({
    ...OLDER,
    id: "v2.actions.files",
    method: "GET",
    permission: "files:read",
    audit: "none",
    path: "/api/v2/actions/files/list",
    summary: "List the project's files, newest first",
    successor: "GET /api/v3/files/list",
    query: z.object({ app: name.toLowerCase().optional(), action: name.toUpperCase().optional() }),
    response: z.object({
      items: z.array(
        z.object({
          app: z.string(),
          action: z.string(),
          filename: z.string(),
          mimetype: z.string(),
          md5: z.string(),
        }),
      ),
    }),
  }),
  requestActionUpload: operation({
    ...OLDER,
    id: "v2.actions.upload",
    method: "POST",
    permission: "files:write",
    audit: "none",
    path: "/api/v2/actions/files/upload/{fileType}",
    summary: "Announce a file for an action",
    successor: "POST /api/v3/files/upload/request",
    params: z.object({ fileType: z.string().max(MAX_ID) }),
    body: z.object({
      app: z.string().max(MAX_ID).nullish(),
      action: z.string().max(MAX_ID),
      filename: z.string().min(1).max(500),
      mimetype: z.string().min(1).max(200),
      md5: z
        .string()
        .max(32)
        .regex(/^[0-9a-f]{32}$/i, "must be an MD5 sum in hexadecimal, of 32 characters"),
    }),
    response: z.object({ id: z.string(), url: z.string(), key: z.string(), exists: z.boolean() }),
  }),
};

/** The paths of version 1, which the first programs call, lead to the same operations. */
export const actionsV1Api = {
  listActionsV1: operation({ ...actionsApi.listActions, id: "v1.actions.list", path: "/api/v1/actions" }),
  getActionV1: operation({ ...actionsApi.getAction, id: "v1.actions.get", path: "/api/v1/actions/{actionId}" }),
  executeActionV1: operation({
    ...actionsApi.executeAction,
    id: "v1.actions.execute",
    path: "/api/v1/actions/{actionId}/execute",
  }),
  executeActionRequestV1: operation({
    ...actionsApi.executeActionRequest,
    id: "v1.actions.proxy",
    path: "/api/v1/actions/proxy",
  }),
};
