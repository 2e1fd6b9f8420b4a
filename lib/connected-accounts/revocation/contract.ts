/**
 * API operations for revocation: of one account at once, or of many accounts by a job that reports on each; and for one
 * action on all accounts of a filter.
 */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, flagQuery, limitQuery, listQuery, MAX_LIMIT, page, pageQuery } from "@/lib/contract/page";
import { afterPiece, PieceResult } from "@/lib/contract/piece-result";
import { MAX_ID, idParam } from "@/lib/contract/texts";
import { AccountStatus } from "../contract";
import { ACCOUNT_STATUSES } from "../constants";

const RevokedToken = z.enum(["access_token", "refresh_token", "credential"]).meta({
  description: "credential: a secret that was deleted here and counts at the provider until someone removes it there",
});

/** What a job is about; `account` and `auth_config` also for deletions with revoke_on_delete. */
const RevocationScope = z.enum(["account", "auth_config", "user", "toolkit", "project"]);
export type RevocationScope = z.infer<typeof RevocationScope>;

const count = z.number().int();

const RevocationJob = z
  .object({
    id: z.string(),
    scope: RevocationScope,
    /** The id or slug that the scope names; null for the project. */
    target: z.string().nullable(),
    /** The accounts were deleted too. */
    deletes: z.boolean(),
    status: z.enum(["running", "done"]),
    /**
     * Accounts; `kept_elsewhere`: revoked accounts with a secret that counts at the provider until it is removed there.
     */
    total: count,
    waiting: count,
    revoked: count,
    kept_elsewhere: count,
    failed: count,
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "RevocationJob" });

const RevocationItem = z
  .object({
    account_id: z.string(),
    user_id: z.string(),
    alias: z.string().nullable(),
    toolkit_slug: z.string(),
    auth_config_id: z.string(),
    /** failed: the provider did not revoke it; this server has deleted the credentials even so. */
    status: z.enum(["waiting", "revoked", "failed"]),
    revoked_tokens: z.array(RevokedToken),
    /** What the provider answered, in one sentence for people. */
    answer: z.string().nullable(),
    attempts: count,
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "RevocationItem" });

const base = "/api/v3/internal/patchbay/revocations";
const tag = "Connected Accounts";
const params = z.object({ id: idParam("Id of the job, rvj_...") });

export const revocationApi = {
  changeAccounts: operation({
    id: "changeConnectedAccounts",
    method: "POST",
    path: "/api/v3/internal/patchbay/connected_accounts/many",
    own: true,
    tag: "Connected Accounts",
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.change_many",
    summary: "Disable or delete all connected accounts that match a filter, a piece at a time",
    body: z.object({
      action: z.enum(["disable", "delete"]),
      filter: z
        .object({
          toolkit_slugs: listQuery(z.string().max(500).toLowerCase()),
          statuses: listQuery(z.enum(ACCOUNT_STATUSES)),
          user_ids: listQuery(z.string().max(500)),
          auth_config_ids: listQuery(z.string().max(500)),
          ever_active: flagQuery,
        })
        .meta({ description: "As of the list" }),
      after: afterPiece,
    }),
    response: PieceResult,
  }),
  revokeConnectedAccount: operation({
    id: "connectedAccounts.revoke",
    method: "POST",
    path: "/api/v3/connected_accounts/{nanoid}/revoke",
    summary: "Take a connection's access back at the provider",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.revoke",
    own: true,
    description:
      "By RFC 7009 or the provider's own way: the refresh token, then the access token. " +
      "The account stays as REVOKED without credentials; a new consent may bring it back.",
    params: z.object({ nanoid: idParam("Id of the connected account, ca_...") }),
    response: z.object({
      revoked_tokens: z.array(RevokedToken),
      connected_account: z.object({ id: z.string(), status: AccountStatus }),
    }),
  }),
  startRevocation: operation({
    id: "startRevocation",
    method: "POST",
    path: base,
    summary: "Revoke every account of a user, a toolkit, an auth config or the project",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "revocation.start",
    own: true,
    status: 202,
    description:
      "The accounts are REVOKED here at once and nothing can use them; the providers are told by a job. " +
      "Every account of the project is revoked in a session of an owner or admin only.",
    body: z.discriminatedUnion("scope", [
      z.object({ scope: z.literal("user"), target: z.string().min(1).max(500) }),
      z.object({ scope: z.literal("toolkit"), target: z.string().trim().toLowerCase().min(1).max(MAX_ID) }),
      z.object({ scope: z.literal("auth_config"), target: z.string().min(1).max(MAX_ID) }),
      z.object({ scope: z.literal("project") }),
    ]),
    response: RevocationJob,
  }),
  listRevocations: operation({
    id: "listRevocations",
    method: "GET",
    path: base,
    summary: "List the jobs that take access back, newest first",
    tag,
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    query: z.object(pageQuery),
    response: page(RevocationJob),
  }),
  getRevocation: operation({
    id: "getRevocation",
    method: "GET",
    path: `${base}/{id}`,
    summary: "Get the progress of a job that takes access back",
    tag,
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    params,
    response: RevocationJob,
  }),
  getRevocationReport: operation({
    id: "getRevocationReport",
    method: "GET",
    path: `${base}/{id}/report`,
    summary: "Get what the provider answered for each account of a job",
    tag,
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    description:
      "Those that failed come first. Read all pages of a job that is done: while it runs, accounts move between them.",
    params,
    query: z.object({ cursor: cursorQuery, limit: limitQuery(MAX_LIMIT) }),
    response: RevocationJob.extend({ accounts: z.array(RevocationItem), next_cursor: z.string().nullable() }),
  }),
};
