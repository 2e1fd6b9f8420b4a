/** The operations on end users, and the health of their accounts. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";
import { CurrentUserInfo } from "../proof/contract";

const EndUser = z
  .object({
    user_id: z.string(),
    /** failing: worked once, and is FAILED or EXPIRED now; attempts: never worked */
    accounts: z.object({
      total: z.number().int(),
      active: z.number().int(),
      failing: z.number().int(),
      attempts: z.number().int(),
    }),
    /** Slugs, by name. */
    toolkits: z.array(z.string()),
    /** When the newest account that ever worked was made; null where none did. */
    last_connected_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "EndUser" });

const HealthGroup = z.object({
  total: z.number().int(),
  /** Fifty at most. */
  items: z.array(
    z.object({
      id: z.string(),
      user_id: z.string(),
      alias: z.string().nullable(),
      current_user_info: CurrentUserInfo.nullable(),
      toolkit_slug: z.string(),
      status_reason: z.string().nullable(),
      expires_at: z.iso.datetime().nullable(),
      last_used_at: z.iso.datetime().nullable(),
      created_at: z.iso.datetime(),
    }),
  ),
});

const internal = "/api/v3/internal/patchbay";

export const endUsersApi = {
  getAccountHealth: operation({
    id: "getAccountHealth",
    method: "GET",
    path: `${internal}/account_health`,
    summary: "List accounts that work but need attention soon",
    tag: "Connected Accounts",
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    response: z.object({
      /** End within seven days and cannot be renewed. */
      ends_soon: HealthGroup,
      /** The last refresh failed; the provider is asked again. */
      refresh_failing: HealthGroup,
      /** Connected more than seven days ago, and never used. */
      never_used: HealthGroup,
    }),
  }),
  listUsers: operation({
    id: "listUsers",
    method: "GET",
    path: `${internal}/users`,
    summary: "List the end users who have connected accounts, the last connected first",
    tag: "Users",
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    query: z.object({
      ...pageQuery,
      search: z.string().trim().max(200).optional().meta({ description: "A part of the user id" }),
    }),
    response: page(EndUser),
  }),
  getUser: operation({
    id: "getUser",
    method: "GET",
    path: `${internal}/users/{user_id}`,
    summary: "Get one end user",
    tag: "Users",
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    params: z.object({ user_id: z.string().min(1).max(500) }),
    response: EndUser.extend({ first_connected_at: z.iso.datetime().nullable() }),
  }),
};
