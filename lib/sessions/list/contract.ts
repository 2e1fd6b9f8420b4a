/** The list of sessions, which the dashboard shows. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery, page, pageQuery } from "@/lib/contract/page";
import { sessionParams } from "../contract";

const tag = "Sessions";
const timestamp = z.iso.datetime();

const ListedSession = z
  .object({
    session_id: z.string(),
    word: z.string().meta({ description: "The short name by which meta tools know it" }),
    user_id: z.string(),
    implicit: z.boolean().meta({ description: "Made by a meta tool that was called without a session" }),
    created_by: z.string().nullable().meta({
      description: "The id of the member who made it in the dashboard; null where a program or a meta tool did",
    }),
    config_version: z.number().int(),
    toolkits: z.array(z.string()).nullable().meta({ description: "Those it is restricted to; null for all" }),
    without_toolkits: z.array(z.string()).nullable().meta({ description: "Those it may not use; null for none" }),
    created_at: timestamp,
    last_used_at: timestamp,
    calls: z.number().int().meta({ description: "Executions that the agent asked for" }),
    about_tokens: z
      .object({ schemas: z.number().int(), results: z.number().int() })
      .meta({ description: "About how many tokens descriptions of tools and answers of executions gave to the agent" }),
  })
  .meta({ id: "ListedSession" });

export const listedSessionsApi = {
  listSessions: operation({
    id: "listToolRouterSessions",
    method: "GET",
    path: "/api/v3/internal/patchbay/sessions",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "Sessions of the project, newest first",
    query: z.object({
      ...pageQuery,
      limit: limitQuery(20, 100),
      user_id: z.string().max(500).optional(),
      search: z
        .string()
        .trim()
        .max(200)
        .optional()
        .meta({ description: "A part of the user's id; or the whole id or word of a session" }),
      state: z
        .enum(["in_use", "idle"])
        .optional()
        .meta({ description: "in_use: used within the last 24 hours; idle: not" }),
      made_by: z
        .enum(["member", "program", "meta_tool"])
        .optional()
        .meta({ description: "member: in the dashboard; meta_tool: one that was called without a session" }),
    }),
    response: page(ListedSession),
  }),
  getListedSession: operation({
    id: "getListedToolRouterSession",
    method: "GET",
    path: "/api/v3/internal/patchbay/sessions/{session_id}",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "A session as the list shows it: its user, its last use and the number of its calls",
    params: sessionParams,
    response: ListedSession,
  }),
  getSessionExample: operation({
    id: "getSessionExample",
    method: "GET",
    path: "/api/v3/internal/patchbay/sessions/{session_id}/example",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "A tool of the session that only reads, for an example of a call",
    params: sessionParams,
    response: z.object({
      tool: z
        .object({ slug: z.string(), required: z.array(z.string()) })
        .nullable()
        .meta({ description: "With the names of its required arguments; null if the session's rules leave none" }),
    }),
  }),
};
