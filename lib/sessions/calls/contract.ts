/** An agent's calls in a session, and running them again. */
import { z } from "zod";
import { ofFewKeys } from "@/lib/contract/few-keys";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, limitQuery } from "@/lib/contract/page";
import { sessionParams } from "../contract";
import { SessionAnswer } from "../meta-tools/contract";

const tag = "Sessions";
const Values = z.record(z.string(), z.unknown());
const tokens = z.number().int().nullable();

const Call = z.object({
  id: z.string().meta({ description: "Of its row in the log" }),
  at: z.iso.datetime(),
  tool_slug: z.string(),
  toolkit_slug: z.string(),
  kind: z.enum(["tool", "proxy", "meta"]),
  version: z.string().nullable(),
  status: z.enum(["success", "failed"]),
  error: z.string().nullable(),
  duration_ms: z.number().int(),
  connected_account_id: z.string().nullable(),
  account: Values.nullable().meta({ description: "Which account was used and by which rule" }),
  arguments: z.string().nullable().meta({ description: "The beginning of their JSON; the log has more" }),
  result: z.string().nullable().meta({ description: "The beginning of its JSON; the log has more" }),
  about_tokens: z
    .object({ arguments: tokens, result: tokens })
    .meta({ description: "A token is taken as four bytes; of what the log has kept" }),
  parts: z
    .object({ succeeded: z.number().int(), total: z.number().int() })
    .nullable()
    .meta({ description: "Of a call for several tools: how many of them succeeded" }),
  only_reads: z.boolean().meta({ description: "Whether the tool changes nothing, as its hints tell" }),
  not_again: z.string().nullable().meta({ description: "Why it cannot be run again as it was; null where it can" }),
});

export const SessionCall = Call.extend({
  calls: z.array(Call).meta({ description: "Those that it made itself, the first one first" }),
}).meta({ id: "SessionCall" });

export const sessionCallsApi = {
  listSessionCalls: operation({
    id: "listSessionCalls",
    method: "GET",
    path: "/api/v3/internal/patchbay/sessions/{session_id}/calls",
    own: true,
    tag,
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "What an agent called in a session, newest first",
    description: "The calls that a call made itself stand in it. The log tells all of a call by its id.",
    params: sessionParams,
    query: z.object({
      cursor: cursorQuery,
      limit: limitQuery(20, 50),
      status: z.enum(["success", "failed"]).optional(),
    }),
    response: z.object({ items: z.array(SessionCall), next_cursor: z.string().nullable() }),
  }),
  runSessionCall: operation({
    id: "runSessionCallAgain",
    method: "POST",
    path: "/api/v3/internal/patchbay/sessions/{session_id}/calls/{log_id}/run",
    own: true,
    tag,
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    summary: "Run a call of a session again",
    description:
      "With the arguments of the log, or with others, by the rules that the session has now; " +
      "it is logged as any execution. 422 where the log has not kept the arguments whole.",
    params: sessionParams.extend({ log_id: z.string().max(200) }),
    body: z.object({ arguments: ofFewKeys(Values.nullish(), 1000) }),
    response: SessionAnswer,
  }),
};
