/** One user's access to a toolkit: consent, credentials, renewal, proof, revocation. */
import { z } from "zod";
import { AuthScheme } from "@/lib/auth-configs/contract";
import { ofStoredFields } from "@/lib/contract/few-keys";
import { LinkMinutes } from "@/lib/contract/link-minutes";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, flagQuery, limitQuery, listQuery, page, pageQuery } from "@/lib/contract/page";
import { MAX_ID, idParam, plainAddress, urlOf } from "@/lib/contract/texts";
import { accountProofApi, CurrentUserInfo } from "./proof/contract";
import { endUsersApi } from "./accounts/users.contract";
import { ACCOUNT_STATUSES } from "./constants";

export const AccountStatus = z.enum(ACCOUNT_STATUSES).meta({ id: "ConnectedAccountStatus" });
export type AccountStatus = z.infer<typeof AccountStatus>;

/**
 * The actor of a step: a caller of the API (also the dashboard), the end user, the provider by its answer, or this
 * server.
 */
const EventActor = z.enum(["api", "user", "provider", "system"]);
export type EventActor = z.infer<typeof EventActor>;

const AccountType = z.enum(["PRIVATE", "SHARED"]);

const Acl = z
  .object({
    allow_all_users: z.boolean().optional(),
    allowed_user_ids: z.array(z.string().max(500)).max(1000).optional(),
    not_allowed_user_ids: z.array(z.string().max(500)).max(1000).optional(),
  })
  .meta({ id: "ConnectedAccountAcl" });

const ExperimentalIn = z
  .object({ account_type: AccountType.optional(), acl_config_for_shared: Acl.optional() })
  .optional();
/** A SHARED account always has all three settings, because clients read them without checking that they exist. */
const ExperimentalOut = z.object({ account_type: AccountType, acl_config_for_shared: Acl.required().optional() });

const StateIn = z.looseObject({
  authScheme: AuthScheme.optional(),
  val: ofStoredFields(z.record(z.string(), z.unknown()).optional()),
});
const StateOut = z.object({ authScheme: AuthScheme, val: z.looseObject({ status: AccountStatus }) });

const userId = z.string().trim().min(1, "must name a user").max(500);
const callbackUrl = urlOf("Where the person's browser goes afterwards, with status and connected_account_id");
const alias = z.string().trim().max(200).optional();

const itemFields = {
  toolkit: z.object({ slug: z.string() }),
  auth_config: z.object({
    id: z.string(),
    auth_scheme: AuthScheme.meta({ deprecated: true }),
    is_composio_managed: z.boolean(),
    is_disabled: z.boolean(),
  }),
  id: z.string(),
  word_id: z.string().nullable(),
  alias: z.string().nullable(),
  user_id: z.string(),
  status: AccountStatus,
  experimental: ExperimentalOut,
  created_at: z.string(),
  updated_at: z.string(),
  state: StateOut,
  data: z.record(z.string(), z.unknown()).meta({ deprecated: true }),
  status_reason: z.string().nullable(),
  is_disabled: z.boolean(),
  /** Of our own: to the minute; null = never. */
  last_used_at: z.iso.datetime().nullable(),
  /** Of our own: whom it belongs to at the provider; null while nobody is known. */
  current_user_info: CurrentUserInfo.nullable(),
};

export const ConnectedAccountItem = z.object(itemFields).meta({ id: "ConnectedAccountItem" });
export const ConnectedAccountDetail = z
  .object({
    ...itemFields,
    params: z.record(z.string(), z.unknown()).meta({ deprecated: true }),
    requested_scopes: z.array(z.string()).optional(),
    requested_user_scopes: z.array(z.string()).optional(),
    /** Our own extension: when the access token ends, if the provider returns it. */
    expires_at: z.iso.datetime().optional(),
    /** Of our own: until when the person can open the link; only while one works. */
    link_expires_at: z.iso.datetime().optional(),
  })
  .meta({ id: "ConnectedAccount" });

/** One event in an account's history. */
const AccountEvent = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** The status after the step; one that did not change it (a renewed token) repeats it. */
    status: AccountStatus,
    /** One sentence for people. */
    reason: z.string().nullable(),
    by: EventActor,
  })
  .meta({ id: "ConnectedAccountEvent" });

const tag = "Connected Accounts";
/** Open to the tokens of browsers, too. */
const forBrowsers = { browserToken: true, tag, auth: "project" } as const;
const params = z.object({ nanoid: idParam("Id of the connected account, ca_...") });
const base = "/api/v3/connected_accounts";
const internal = "/api/v3/internal/patchbay";

export const connectedAccountsApi = {
  listConnectedAccounts: operation({
    id: "getConnectedAccounts",
    method: "GET",
    path: base,
    ...forBrowsers,
    summary: "List connected accounts",
    permission: "connected_accounts:read",
    audit: "none",
    query: z.object({
      toolkit_slugs: listQuery(z.string().max(MAX_ID).toLowerCase()),
      statuses: listQuery(AccountStatus),
      user_ids: listQuery(z.string().max(MAX_ID)),
      auth_config_ids: listQuery(z.string().max(MAX_ID)),
      connected_account_ids: listQuery(z.string().max(MAX_ID)),
      ever_active: flagQuery.meta({
        description:
          "Of our own. true: accounts that have worked, also those that stopped; false: attempts to connect, which never worked",
      }),
      order_by: z.enum(["created_at", "updated_at"]).default("created_at"),
      order_direction: z.enum(["asc", "desc"]).default("desc"),
      account_type: z.enum(["PRIVATE", "SHARED", "ALL"]).default("ALL"),
      limit: limitQuery(),
      cursor: cursorQuery,
    }),
    response: page(ConnectedAccountItem),
  }),
  createConnectedAccount: operation({
    id: "postConnectedAccounts",
    method: "POST",
    path: base,
    summary: "Begin a connection, or import one that exists",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.create",
    status: 201,
    description:
      "Keys and tokens in connection.state.val make the account ACTIVE at once; " +
      "otherwise redirect_url leads the person through consent or to a form for what is missing.",
    body: z.object({
      auth_config: z.object({ id: z.string().min(1).max(500) }),
      connection: z
        .object({
          state: StateIn.optional(),
          data: ofStoredFields(z.record(z.string(), z.unknown()).optional()).meta({ deprecated: true }),
          user_id: userId.default("default"),
          alias,
          callback_url: callbackUrl,
          redirect_uri: urlOf("Use callback_url").meta({ deprecated: true }),
          deprecated_is_v1_rerouted: z.boolean().optional().meta({ deprecated: true }),
          experimental: ExperimentalIn,
        })
        .prefault({}),
      validate_credentials: z.boolean().optional().meta({
        description:
          "Asks the provider first. What it refuses is answered with 400 naming the field, and nothing is stored; 503 when it could not be asked",
      }),
    }),
    response: z.object({
      id: z.string(),
      connectionData: StateOut,
      status: AccountStatus.meta({ deprecated: true }),
      redirect_url: z.string().nullable(),
      redirect_uri: z.string().nullable().meta({ deprecated: true }),
      deprecated: z.object({ uuid: z.string(), authConfigUuid: z.string() }),
      experimental: ExperimentalOut,
    }),
  }),
  createConnectLink: operation({
    id: "postConnectedAccountsLink",
    method: "POST",
    path: `${base}/link`,
    ...forBrowsers,
    summary: "Create a link to the hosted connect page",
    permission: "connected_accounts:write",
    audit: "connected_account.link",
    status: 201,
    description: "Send the person to redirect_url before expires_at. It works once; opening it does not use it up.",
    body: z.object({
      auth_config_id: z.string().min(1).max(500),
      user_id: userId,
      alias,
      callback_url: callbackUrl,
      connection_data: ofStoredFields(z.record(z.string(), z.unknown()).optional()),
      opener_origin: z.string().trim().max(2000).optional().meta({
        description:
          "Of our own: the origin that opens the link as a popup and hears its end; callback_url's unless told",
      }),
      expires_in_minutes: LinkMinutes.optional(),
      experimental: ExperimentalIn,
    }),
    response: z.object({
      link_token: z.string(),
      redirect_url: z.string(),
      expires_at: z.string(),
      connected_account_id: z.string(),
      experimental: ExperimentalOut,
    }),
  }),
  getConnectedAccount: operation({
    id: "getConnectedAccountsByNanoid",
    method: "GET",
    path: `${base}/{nanoid}`,
    ...forBrowsers,
    summary: "Get a connected account",
    permission: "connected_accounts:read",
    audit: "none",
    params,
    response: ConnectedAccountDetail,
  }),
  updateConnectedAccount: operation({
    id: "connectedAccounts.patch",
    method: "PATCH",
    path: `${base}/{nanoid}`,
    summary: "Change the alias, the key or the access list of a connected account",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.update",
    own: true,
    params,
    body: z.object({
      alias: z.string().trim().max(200).nullish(),
      connection: z.object({ state: StateIn }).optional(),
      experimental: z.object({ acl_config_for_shared: Acl.optional() }).optional(),
    }),
    response: z.object({ success: z.boolean(), id: z.string(), status: z.string() }),
  }),
  deleteConnectedAccount: operation({
    id: "deleteConnectedAccountsByNanoid",
    method: "DELETE",
    path: `${base}/{nanoid}`,
    summary: "Delete a connected account and its credentials",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.delete",
    params,
    query: z.object({ revoke_on_delete: flagQuery }),
    response: z.object({ success: z.boolean(), revoke_job_id: z.string().optional() }),
  }),
  refreshConnectedAccount: operation({
    id: "postConnectedAccountsByNanoidRefresh",
    method: "POST",
    path: `${base}/{nanoid}/refresh`,
    summary: "Renew a connection, or get a new consent link for it",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.refresh",
    params,
    query: z.object({ redirect_url: plainAddress().optional() }),
    body: z.object({ redirect_url: plainAddress().optional(), validate_credentials: z.boolean().optional() }),
    response: z.object({
      id: z.string(),
      status: AccountStatus,
      redirect_url: z.string().nullable(),
      expires_at: z.string().optional().meta({ description: "Of our own: until when redirect_url works" }),
    }),
  }),
  updateConnectedAccountStatus: operation({
    id: "patchConnectedAccountsByNanoIdStatus",
    method: "PATCH",
    path: `${base}/{nanoid}/status`,
    summary: "Enable or disable a connected account",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.change_status",
    params,
    body: z.object({ enabled: z.boolean() }),
    response: z.object({ success: z.boolean() }),
  }),
  listAccountEvents: operation({
    id: "listAccountEvents",
    method: "GET",
    path: `${internal}/connected_accounts/{nanoid}/events`,
    summary: "List the steps of an account's life, newest first",
    tag,
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    params,
    query: z.object(pageQuery),
    response: page(AccountEvent),
  }),
  ...accountProofApi,
  ...endUsersApi,
};
