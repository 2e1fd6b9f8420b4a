/** Which toolkits and users an operation touches, for keys that are limited to some of them. */
// A route without one of these rules refuses every limited key. Executions are checked once more where their account
// is chosen (`lib/execution`).
import {
  assertOnlyArguments,
  assertShortLink,
  assertToolInReach,
  assertEveryToolkit,
  assertEveryUser,
  assertToolkitInReach,
  assertUserInReach,
  type Limited,
  type ReachRule,
  unlimitedOnly,
} from "@/lib/access/keys/limited-of";
import type { Reach } from "@/lib/access/caller";
import { requireAuthConfig } from "@/lib/auth-configs/auth-configs";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { Acl } from "@/lib/connected-accounts/accounts/acl";
import { DEFAULT_USER, isAccountId, requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import { assertSessionInReach } from "@/lib/sessions/rules/assert-session-in-reach";
import { toMetaSlug } from "@/lib/sessions/run-tool";
import { requireSeenSession } from "@/lib/sessions/sessions";
import { requireTrigger } from "@/lib/triggers/instances/require-trigger";
import { narrowToolkits, narrowUsers } from "./narrow-users";

/** Reads of the catalog, which is the same for all. */
const readsCatalog: ReachRule<unknown> = () => undefined;

async function assertAccount({ projectId, reach }: Limited, id: string): Promise<void> {
  const { userId, toolkitSlug } = await requireAccount(projectId, id);
  assertUserInReach(reach, userId);
  assertToolkitInReach(reach, toolkitSlug);
}

async function assertConfig({ projectId, reach }: Limited, id: string): Promise<void> {
  assertToolkitInReach(reach, (await requireAuthConfig(projectId, id)).toolkitSlug);
}

// ---- executions

type Named = { connected_account_id?: string | null | undefined };
type Execution = Named & {
  user_id?: string | null | undefined;
  entity_id?: string | null | undefined;
  custom_auth_params?: unknown;
  custom_connection_data?: unknown;
  text?: unknown;
};

/**
 * A call for a user, or with an account of one. An execution chooses no account that its user may not use, and
 * `lib/execution` checks the toolkit. Meta tools outside a session reach every toolkit.
 */
const executes: ReachRule<{ params: { tool_slug: string }; body: Execution }> = async ({ params, body }, limited) => {
  const { projectId, reach } = limited;
  const userId = body.user_id ?? body.entity_id;
  const account = body.connected_account_id;
  const isMeta = toMetaSlug(params.tool_slug) !== undefined;
  if (isMeta && reach.toolkits) throw unlimitedOnly(reach);
  if (isMeta) assertToolInReach(reach, params.tool_slug);
  assertOnlyArguments(reach, [body.custom_auth_params, body.custom_connection_data, body.text]);
  if (userId == null && account && isAccountId(account) && !isMeta)
    return assertUserInReach(reach, (await requireAccount(projectId, account)).userId);
  assertUserInReach(reach, userId ?? DEFAULT_USER);
};

/** A request with an account; one with credentials of the caller's own belongs to no user. */
const proxies: ReachRule<{ body: Named }> = async ({ body }, limited) =>
  body.connected_account_id
    ? assertAccount(limited, body.connected_account_id)
    : assertUserInReach(limited.reach, undefined);

// ---- sessions

/** A session whose user and toolkits the key reaches. */
const inSession: ReachRule<{ params: { session_id: string } }> = async ({ params }, { projectId, reach }) =>
  assertSessionInReach(reach, await requireSeenSession(projectId, params.session_id));

type NewSession = {
  user_id: string;
  toolkits?: unknown;
  experimental?: { session_config_id?: unknown } | null | undefined;
};

/** A session that names no toolkits gets those of the key. `createSession` checks the rest. */
const createsSession: ReachRule<{ body: NewSession }> = ({ body }, { reach }) => {
  assertUserInReach(reach, body.user_id);
  if (reach.toolkits && body.toolkits == null && body.experimental?.session_config_id == null)
    body.toolkits = { enable: [...reach.toolkits] };
};

// ---- accounts

/** The account that the path names. */
const ofAccount: ReachRule<{ params: { nanoid: string } }> = ({ params }, limited) =>
  assertAccount(limited, params.nanoid);

const listsAccounts: ReachRule<{
  query: { user_ids?: string[] | undefined; toolkit_slugs?: string[] | undefined };
}> = ({ query }, { reach }) => {
  narrowUsers(query, "user_ids", reach);
  narrowToolkits(query, "toolkit_slugs", reach);
};

type Sharing = { acl_config_for_shared?: Acl | undefined } | undefined;

/** The users to whom an account is opened besides its own. */
function assertSharing(reach: Reach, experimental: Sharing): void {
  const { allow_all_users: isForAll, allowed_user_ids: userIds = [] } = experimental?.acl_config_for_shared ?? {};
  if (isForAll) assertEveryUser(reach);
  for (const userId of userIds) assertUserInReach(reach, userId);
}

/** A change of the account that the path names. */
const changesAccount: ReachRule<{ params: { nanoid: string }; body: { experimental?: Sharing } }> = (
  input,
  limited,
) => {
  assertSharing(limited.reach, input.body.experimental);
  return ofAccount(input, limited);
};

type NewAccount = { auth_config: { id: string }; connection: { user_id: string; experimental?: Sharing } };

const createsAccount: ReachRule<{ body: NewAccount }> = ({ body }, limited) => {
  assertUserInReach(limited.reach, body.connection.user_id);
  assertSharing(limited.reach, body.connection.experimental);
  return assertConfig(limited, body.auth_config.id);
};

type NewLink = {
  auth_config_id: string;
  user_id: string;
  connection_data?: unknown;
  expires_in_minutes?: number | undefined;
  experimental?: Sharing;
};

const linksAccount: ReachRule<{ body: NewLink }> = ({ body }, limited) => {
  assertUserInReach(limited.reach, body.user_id);
  assertOnlyArguments(limited.reach, [body.connection_data]);
  assertShortLink(limited.reach, body.expires_in_minutes);
  assertSharing(limited.reach, body.experimental);
  return assertConfig(limited, body.auth_config_id);
};

/** The end of a connection that the user began; which toolkit it is for is known only by then. */
const completesAuth: ReachRule<{ body: { user_id: string } }> = ({ body }, { reach }) => {
  assertEveryToolkit(reach);
  assertUserInReach(reach, body.user_id);
};

// ---- auth configs

const listsConfigs: ReachRule<{ query: { toolkit_slug?: string[] | undefined } }> = ({ query }, { reach }) =>
  narrowToolkits(query, "toolkit_slug", reach);

const readsConfig: ReachRule<{ params: { nanoid: string } }> = ({ params }, limited) =>
  assertConfig(limited, params.nanoid);

/** A change of an auth config changes the accounts of every user. */
const changesConfig: ReachRule<{ params: { nanoid: string } }> = ({ params }, limited) => {
  assertEveryUser(limited.reach);
  return assertConfig(limited, params.nanoid);
};

const createsConfig: ReachRule<{ body: { toolkit: { slug: string } } }> = async ({ body }, { projectId, reach }) => {
  assertEveryUser(reach);
  assertToolkitInReach(reach, (await requireToolkit(projectId, body.toolkit.slug)).slug);
};

// ---- triggers

const listsTriggers: ReachRule<{
  query: { user_ids?: string[] | undefined; toolkit_slugs?: string[] | undefined };
}> = listsAccounts;

const ofTrigger: ReachRule<{ params: { triggerId: string } }> = async ({ params }, { projectId, reach }) => {
  const { userId, toolkitSlug } = await requireTrigger(projectId, params.triggerId);
  assertUserInReach(reach, userId);
  assertToolkitInReach(reach, toolkitSlug);
};

/** A URL of a trigger is a matter of webhooks, whose operations no limited key reaches. */
type Redirect = { egress_url?: string | null | undefined };

function assertNoRedirect(reach: Reach, { egress_url: url }: Redirect): void {
  if (url !== undefined) throw unlimitedOnly(reach);
}

/** A change of the trigger that the path names. */
const changesTrigger: ReachRule<{ params: { triggerId: string }; body: Redirect }> = (input, limited) => {
  assertNoRedirect(limited.reach, input.body);
  return ofTrigger(input, limited);
};

type NewTrigger = Named & Redirect & { connectedAuthId?: string | undefined; user_id?: string | undefined };

/** A trigger for an account, or for the account of a user. */
const upsertsTrigger: ReachRule<{ params: { slug: string }; body: NewTrigger }> = async ({ params, body }, limited) => {
  const { projectId, reach } = limited;
  assertNoRedirect(reach, body);
  const account = body.connected_account_id ?? body.connectedAuthId;
  const { type } = await requireTriggerType(projectId, params.slug, {});
  assertToolkitInReach(reach, type.toolkitSlug);
  if (account && isAccountId(account)) return assertAccount(limited, account);
  assertUserInReach(reach, body.user_id ?? DEFAULT_USER);
};

// ---- files

const uploadsFile: ReachRule<{ body: { toolkit_slug: string } }> = ({ body }, { reach }) =>
  assertToolkitInReach(reach, body.toolkit_slug);

/** The rules by what an operation does. */
export const rules = {
  readsCatalog,
  executes,
  proxies,
  inSession,
  createsSession,
  ofAccount,
  changesAccount,
  listsAccounts,
  createsAccount,
  linksAccount,
  completesAuth,
  listsConfigs,
  readsConfig,
  changesConfig,
  createsConfig,
  listsTriggers,
  ofTrigger,
  changesTrigger,
  upsertsTrigger,
  uploadsFile,
};
