/** The project of a key, its keys and its log, for programs from before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { named } from "@/lib/contract/named";
import { limitQuery, MAX_CURSOR } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";
import { Anything, Deleted, OLDER } from "../older.contract";

const text = z.string();
const moment = z.string();

const OlderKey = z
  .object({
    id: z.string(),
    name: z.string(),
    key: z.string().meta({ description: "Whole in the answer that makes the key; otherwise its first characters" }),
    isHidden: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
    member: Anything,
  })
  .meta({ id: "OlderApiKey" });

const OlderProject = z
  .object({ id: z.string(), name: z.string(), createdAt: z.string(), primaryApiKey: z.string() })
  .meta({ id: "OlderProject" });

const write = { permission: "api_keys:write" } as const;

/** The periods that the programs offer, in milliseconds. */
export const PERIODS = {
  "5m": 300_000,
  "30m": 1_800_000,
  "6h": 21_600_000,
  "1d": 86_400_000,
  "1w": 604_800_000,
  "1month": 2_592_000_000,
  "1y": 31_536_000_000,
} as const;

const id = z.string().max(MAX_ID);

const OlderLog = z
  .object({
    id: z.string(),
    type: z.string(),
    status: z.enum(["success", "error"]),
    appName: z.string(),
    clientId: z.string(),
    connectionId: z.string(),
    createdAt: z.string(),
    meta: Anything,
  })
  .meta({ id: "OlderLog" });

export const olderProjectApi = {
  getClientInfo: operation({
    ...OLDER,
    id: "v1.client.info",
    method: "GET",
    path: "/api/v1/client/auth/client_info",
    permission: "toolkits:read",
    audit: "none",
    summary: "Get the project of the key",
    successor: "GET /api/v3/auth/session/info",
    response: z.object({
      client: z.object({
        id: text,
        autoId: z.number().int(),
        name: text,
        email: text,
        plan: text,
        triggersEnabled: z.boolean(),
        isNewWebhook: z.boolean(),
        createdAt: moment,
        updatedAt: moment,
        webhookURL: text.nullable(),
      }),
      apiKey: z.object({
        id: text,
        name: text,
        clientId: text,
        memberId: text,
        key: text,
        apiKey: text,
        lastUsed: moment.nullable(),
        createdAt: moment,
        updatedAt: moment,
        member: Anything,
      }),
    }),
  }),
  authorizeOlderChannel: operation({
    ...OLDER,
    id: "v1.client.pusherAuth",
    method: "POST",
    path: "/api/v1/client/auth/pusher_auth",
    permission: "triggers:read",
    audit: "none",
    summary: "Allow a connection of the websocket to listen to the project's channel",
    description: "The body is a form with socket_id and channel_name.",
    successor: "POST /api/v3/internal/sdk/realtime/auth",
    response: z.object({ auth: z.string() }),
  }),
  getOlderOpenApi: operation({
    ...OLDER,
    auth: "none",
    id: "v1.openapi",
    method: "GET",
    path: "/api/v1/openapi.json",
    permission: "public",
    audit: "none",
    summary: "The API from before version 3 as an OpenAPI document",
    successor: "GET /api/openapi.json",
    response: Anything,
  }),
  listOlderKeys: operation({
    ...OLDER,
    id: "v1.apiKeys.list",
    method: "GET",
    permission: "api_keys:read",
    audit: "none",
    path: "/api/v1/api_keys",
    summary: "List the project's keys",
    successor: "GET /api/v3/internal/patchbay/api_keys",
    response: z.array(OlderKey),
  }),
  createOlderKey: operation({
    ...OLDER,
    ...write,
    id: "v1.apiKeys.create",
    method: "POST",
    audit: "api_key.create",
    fresh: true,
    path: "/api/v1/api_keys",
    summary: "Make a key of the project",
    successor: "POST /api/v3/internal/patchbay/api_keys",
    body: z.object({ name: named("key's name") }),
    response: OlderKey,
  }),
  deleteOlderKey: operation({
    ...OLDER,
    ...write,
    id: "v1.apiKeys.delete",
    method: "DELETE",
    audit: "api_key.revoke",
    path: "/api/v1/api_keys/{id}",
    summary: "Revoke a key immediately",
    successor: "DELETE /api/v3/internal/patchbay/api_keys/{id}",
    params: z.object({ id: z.string().max(MAX_ID) }),
    response: z.object({ deleted: z.literal(true) }),
  }),
  listOlderProjects: operation({
    ...OLDER,
    id: "v1.client.projects",
    method: "GET",
    permission: "toolkits:read",
    audit: "none",
    path: "/api/v1/client/auth/projects",
    summary: "List the projects of the key, which is one",
    description: "primaryApiKey is empty: a key's text is shown only when it is made.",
    successor: "GET /api/v3/org/owner/project/list",
    response: z.object({ items: z.array(OlderProject) }),
  }),
  createOlderProject: operation({
    ...OLDER,
    auth: "session",
    id: "v1.client.addProject",
    method: "POST",
    permission: "organization:write",
    audit: "project.create",
    path: "/api/v1/client/auth/project/add",
    summary: "Make a project in the organization; by a person, because no key makes another project's",
    successor: "POST /api/v3/internal/patchbay/projects",
    body: z.object({ name: named("project's name") }),
    response: OlderProject,
  }),
  deleteOlderProject: operation({
    ...OLDER,
    auth: "session",
    id: "v1.client.deleteProject",
    method: "DELETE",
    permission: "organization:write",
    audit: "project.delete",
    fresh: true,
    path: "/api/v1/client/auth/project/delete/{projectId}",
    summary: "Delete a project with everything in it; by an owner",
    successor: "DELETE /api/v3/org/owner/project/{nano_id}",
    params: z.object({ projectId: z.string().min(1).max(MAX_ID) }),
    response: Deleted,
  }),
  listOlderLogs: operation({
    ...OLDER,
    id: "v1.logs.list",
    method: "GET",
    permission: "observability:read",
    audit: "none",
    path: "/api/v1/logs",
    summary: "List executions, newest first",
    successor: "POST /api/v3/logs/tool_execution",
    query: z.object({
      cursor: z.string().max(MAX_CURSOR).optional(),
      limit: limitQuery(20, 100),
      entityId: z.string().max(500).optional(),
      integrationId: id.optional(),
      connectionId: id.optional(),
      sessionId: id.optional(),
      search: z.string().max(300).optional(),
      logsType: z.enum(["action", "trigger", ""], "must be action or trigger").optional(),
      status: z.enum(["all", "success", "error"], "must be all, success or error").optional(),
      time: z.enum(Object.keys(PERIODS) as (keyof typeof PERIODS)[]).optional(),
    }),
    response: z.object({ data: z.array(OlderLog), nextCursor: z.string().nullable() }),
  }),
  ingestOlderLog: operation({
    ...OLDER,
    id: "v1.logs.ingest",
    method: "POST",
    permission: "tools:read",
    audit: "none",
    path: "/api/v1/logs",
    summary: "Take a report about a tool that ran in the program itself",
    description: "The log holds executions of this server only, so the report is not stored, and isIngested is false.",
    successor: "POST /api/v3/logs/tool_execution",
    body: z.looseObject({ actionName: z.string().max(200).nullish() }),
    response: z.object({ isIngested: z.literal(false) }),
  }),
};
