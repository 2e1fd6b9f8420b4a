/** Queries of older clients on the log of tool executions: the same rows in another form. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";

const Facts = z.record(z.string(), z.unknown());

const App = z.object({ name: z.string(), uniqueId: z.string(), icon: z.string() });

export const ActionExecution = z
  .object({
    id: z.string(),
    actionKey: z.string(),
    appKey: z.string(),
    app: App.pick({ icon: true, name: true }),
    connectedAccountId: z.string(),
    entityId: z.string(),
    status: z.enum(["success", "failed"]),
    /** Milliseconds */
    executionTime: z.number(),
    minimalResponse: z.string(),
    metadata: z.object({ recipe_id: z.string().optional() }).optional(),
    /** Unix milliseconds */
    createdAt: z.number(),
  })
  .meta({ id: "ActionExecution" });

const NetworkLog = z.object({
  type: z.enum(["network", "system"]),
  level: z.string(),
  message: z.string(),
  requestId: z.string(),
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
    params: Facts.optional(),
    timeout: z.number().optional(),
    json: Facts.optional(),
  }),
  response: z.object({ status: z.number(), time: z.string() }),
});

/** Times are Unix milliseconds. */
const Step = z.object({
  type: z.enum(["tool_execution", "fetch_connection_details"]),
  startTime: z.number(),
  endTime: z.number(),
  totalDuration: z.number(),
  status: z.enum(["error", "success", "failure"]),
  message: z.string(),
  metadata: z.object({ encryption: z.string().optional() }).optional(),
  logs: z.array(NetworkLog).optional(),
});

export const ActionExecutionDetail = z
  .object({
    actionLogId: z.string(),
    actionId: z.string(),
    status: z.enum(["error", "info", "success", "warning"]),
    app: App,
    version: z.string(),
    connection: z.object({ id: z.string(), entity: z.string() }),
    session: Facts,
    executionMetadata: Facts,
    steps: z.array(Step),
    payloadReceived: Facts,
    startTime: z.number(),
    endTime: z.number(),
    totalDuration: z.string(),
    response: Facts,
    error: Facts,
  })
  .meta({ id: "ActionExecutionDetail" });

const SearchField = z.object({
  /** The `field` of a search parameter; the same as `name`. */
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  type: z.string(),
  description: z.string(),
  required: z.boolean(),
});

export const actionLogsApi = {
  listActionFields: operation({
    id: "internal.actionExecution.listFields",
    method: "GET",
    path: "/api/v3/internal/action_execution/fields",
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "List the fields that executions can be searched by",
    response: z.object({ fields: z.record(z.string(), z.array(SearchField)) }),
  }),
  getActionLog: operation({
    id: "internal.actionExecution.retrieveLog",
    method: "GET",
    path: "/api/v3/internal/action_execution/log/{id}",
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "Get one execution with its steps",
    params: z.object({ id: z.string().max(MAX_ID) }),
    response: ActionExecutionDetail,
  }),
  listActionLogs: operation({
    id: "internal.actionExecution.createLogs",
    method: "POST",
    path: "/api/v3/internal/action_execution/logs",
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "Search executions",
    description:
      "Newest first. The search parameters are joined by AND; " +
      "one without a field searches words as search of POST /logs/tool_execution does. " +
      "Text is compared without regard to case unless case_sensitive is true.",
    body: z.object({
      /** A time and a position in it, as one number: `nextCursor` of the previous page. */
      cursor: z
        .number()
        .int("must be the nextCursor of the page before")
        .min(0, "must be the nextCursor of the page before")
        .nullish(),
      limit: limitQuery(20, 100),
      case_sensitive: z.boolean().nullish(),
      /** Unix milliseconds, both included */
      from: z.number().optional(),
      to: z.number().optional(),
      search_params: z
        .array(
          z.object({
            field: z.string().max(100).optional(),
            operation: z.string().max(40).optional(),
            value: z.string().max(500).optional(),
          }),
        )
        .max(20)
        .optional(),
    }),
    response: z.object({ data: z.array(ActionExecution), nextCursor: z.number().nullable() }),
  }),
};
