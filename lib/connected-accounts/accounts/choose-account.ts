/**
 * Chooses the account of an execution, for tools, proxied requests, sessions and MCP: the account named by id or alias,
 * else the account named by the rules of an MCP address or of a session, else the newest of the allowed auth configs,
 * else the user's most recent account.
 */
import { noAccount } from "./account-row";
import { findAccountOfConfigs, findAccountConfigs } from "./find-account-of-config";
import { resolveAccount, type AccountChoice, type ResolvedAccount } from "./accounts";
import { chooseInSession, type SessionRules } from "./choose-in-session";

/** The accounts that an MCP server and its address allow. */
type AddressRules = {
  /** Accounts that the address names, of several toolkits. */
  accountIds: readonly string[];
  /** The server's auth configs of the toolkit; an empty list allows every account. */
  authConfigIds: readonly string[];
};

/** Limits of the choice of an account. */
export type AccountRules = AddressRules | SessionRules;

/**
 * The account that the MCP address names for this toolkit. If the server has auth configs for it, only their accounts
 * count.
 */
async function findNamed(
  projectId: string,
  toolkit: string,
  { accountIds, authConfigIds }: AddressRules,
  userId: string | undefined,
): Promise<string | undefined> {
  const places = (await findAccountConfigs(projectId, accountIds)).filter(({ toolkitSlug }) => toolkitSlug === toolkit);
  const place = places.find(({ authConfigId }) => authConfigIds.length === 0 || authConfigIds.includes(authConfigId));
  if (place) return place.id;
  // An address can name a user, and accounts for some of the toolkits.
  if (!places[0] && userId !== undefined) return undefined;
  throw noAccount(
    places[0]
      ? `The connected account ${places[0].id} belongs to none of this MCP server's auth configs for ${toolkit}.`
      : `None of the connected accounts of this address is an account of ${toolkit}.`,
    `Add the id of an account of ${toolkit} to connected_account_ids in the address of this MCP server.`,
  );
}

/** The id that the rules lead to; undefined if they leave the choice open. */
async function findByRules(
  projectId: string,
  toolkit: string,
  rules: AddressRules,
  userId: string | undefined,
): Promise<string | undefined> {
  const { accountIds, authConfigIds } = rules;
  const named = accountIds.length > 0 ? await findNamed(projectId, toolkit, rules, userId) : undefined;
  if (named) return named;
  if (authConfigIds.length === 0 || userId === undefined) return undefined;
  const account = await findAccountOfConfigs(projectId, userId, authConfigIds);
  if (account) return account;
  throw noAccount(
    `The user ${userId} has no connected ${toolkit} account of this MCP server's auth configs (${authConfigIds.join(", ")}).`,
    `Connect it with POST /api/v3/connected_accounts/link and auth_config_id ${authConfigIds[0] ?? ""}.`,
  );
}

/** @throws ApiError as `resolveAccount`; BadRequest 1803 when the rules allow none */
export async function chooseAccount(
  projectId: string,
  { rules, ...choice }: AccountChoice & { rules?: AccountRules },
): Promise<ResolvedAccount> {
  const { toolkitSlug, userId, connectedAccountId } = choice;
  if (rules && "by" in rules && toolkitSlug) return chooseInSession(projectId, rules, { ...choice, toolkitSlug });
  if (!rules || "by" in rules || connectedAccountId || !toolkitSlug) return resolveAccount(projectId, choice);
  const accountId = await findByRules(projectId, toolkitSlug, rules, userId);
  return resolveAccount(projectId, accountId ? { ...choice, connectedAccountId: accountId } : choice);
}
