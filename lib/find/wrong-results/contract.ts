/** Searches whose results somebody marked as wrong, and what agents report about results of tools. */
import { z } from "zod";
import { cursorQuery, limitQuery, page } from "@/lib/contract/page";
import { operation } from "@/lib/contract/operation";
import { Request } from "../contract";

const tag = "Find";
const slug = z.string().max(200);

/** How a tool's result was, as an agent reports it. */
export const OUTCOMES = ["empty", "incorrect", "failed", "other"] as const;
const Outcome = z.enum(OUTCOMES);

const WrongResult = z
  .object({
    id: z.string(),
    request: z.string(),
    /** The tools that were shown, the best first. */
    shown: z.array(z.string()),
    /** The expected tool; null if the person who marked the result named none. */
    expected: z.string().nullable(),
    /** How the result of the shown tool was, if an agent reported it; null for a search. */
    outcome: Outcome.nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "WrongResult" });

export const wrongResultsApi = {
  listWrongResults: operation({
    id: "listWrongResults",
    method: "GET",
    path: "/api/v3/internal/patchbay/find/wrong_results",
    own: true,
    tag,
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "List the requests whose results were marked as wrong, newest first",
    query: z.object({ cursor: cursorQuery, limit: limitQuery(20, 200) }),
    response: page(WrongResult),
  }),
  markWrongResult: operation({
    id: "markWrongResult",
    method: "POST",
    path: "/api/v3/internal/patchbay/find/wrong_results",
    own: true,
    tag,
    auth: "project",
    permission: "tools:write",
    audit: "wrong_result.create",
    summary: "Mark the result of a request as wrong",
    status: 201,
    body: z.object({
      request: Request,
      shown: z.array(slug).max(20),
      expected: slug.toUpperCase().optional().meta({ description: "The slug of the tool that should have come" }),
      outcome: Outcome.optional().meta({ description: "For a tool that ran: how its result was. Left out: a search" }),
    }),
    response: WrongResult,
  }),
  deleteWrongResult: operation({
    id: "deleteWrongResult",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/find/wrong_results/{id}",
    own: true,
    tag,
    auth: "project",
    permission: "tools:write",
    audit: "wrong_result.delete",
    summary: "Take a request off the list of wrong results",
    params: z.object({ id: z.string().min(1).max(100) }),
    response: z.object({ deleted: z.boolean() }),
  }),
};
