/** The log of executions as before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery, MAX_CURSOR } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";
import { Anything, OLDER } from "../older.contract";

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

export const OlderLog = z
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

export const olderLogsApi = {
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
    permission: "tool_execution:write",
    audit: "none",
    path: "/api/v1/logs",
    summary: "Take a report about a tool that ran in the program itself",
    description: "The log holds executions of this server only, so the report is not stored, and isIngested is false.",
    successor: "POST /api/v3/logs/tool_execution",
    body: z.unknown(),
    response: z.object({ isIngested: z.literal(false) }),
  }),
};
