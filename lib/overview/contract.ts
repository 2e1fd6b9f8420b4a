/** The home page of a project: what is set up, and recent calls and problems. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { idParam } from "@/lib/contract/texts";

const count = z.number().int();

export const overviewApi = {
  getOverview: operation({
    id: "getOverview",
    method: "GET",
    path: "/api/v3/internal/patchbay/overview",
    own: true,
    tag: "Overview",
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Count what the project has, and what it did in the last 24 hours",
    response: z.object({
      /** All that were ever made, revoked and expired ones too. */
      api_keys: count,
      /** Whether a program has called, by a key or as an MCP client; what the dashboard calls itself does not count. */
      agent_connected: z.boolean(),
      auth_configs: count,
      /** failing: worked once, and is FAILED or EXPIRED now; attempts: never worked */
      connected_accounts: z.object({ total: count, active: count, failing: count, attempts: count }),
      /** MCP servers that answer without a key and a signature; 0 where the project asks for one. */
      open_mcp_servers: count,
      executions: z.object({
        /** Ever. */
        total: count,
        succeeded: count,
        /** Of the hours below. */
        last_24h: count,
        failed_24h: count,
        /** The present hour and the 23 before it, oldest first; `at` is an hour's beginning. */
        hourly: z.array(z.object({ at: z.iso.datetime(), total: count, failed: count })),
      }),
      first_execution_at: z.iso.datetime().nullable(),
    }),
  }),
  getAttention: operation({
    id: "getAttention",
    method: "GET",
    path: "/api/v3/internal/patchbay/attention",
    own: true,
    tag: "Overview",
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Count what needs a person's attention",
    response: z.object({
      /** Calls that wait for a decision. */
      approvals: count,
      /** Accounts that worked once, and stopped; at most 100. */
      accounts: count,
      /** Triggers with an error, or disabled by the server. */
      triggers: count,
      /** Receivers that the server has disabled. */
      receivers: count,
    }),
  }),
  listConnectedToolkits: operation({
    id: "listConnectedToolkits",
    method: "GET",
    path: "/api/v3/internal/patchbay/connected_toolkits",
    own: true,
    tag: "Overview",
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    summary: "List the toolkits that have an active account in the project",
    response: z.object({ items: z.array(z.object({ slug: z.string(), active_accounts: count })) }),
  }),
  getAccountUse: operation({
    id: "getAccountUse",
    method: "GET",
    path: "/api/v3/internal/patchbay/connected_accounts/{nanoid}/use",
    own: true,
    tag: "Connected Accounts",
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    summary: "Get what an account was used for and which of its scopes are unused",
    params: z.object({ nanoid: idParam("Id of the connected account, ca_...") }),
    response: z.object({
      last_used_at: z.iso.datetime().nullable(),
      /** Slugs, as far as the log reaches. */
      used_tools: z.array(z.string()),
      /** Null for schemes without scopes. */
      unused_scopes: z.array(z.string()).nullable(),
    }),
  }),
};
