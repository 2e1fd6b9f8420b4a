/** The connection of a session's user to a toolkit: the account that an execution would use, and its public facts. */
import { findToolkit, everyToolkit } from "@/lib/catalog/read/find-toolkits";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { isForUser } from "@/lib/catalog/read/is-for-user";
import { nearest } from "@/lib/catalog/read/nearest";
import { type ConnectedAccount, requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import { chooseAccount } from "@/lib/connected-accounts/accounts/choose-account";
import { openCurrentUser } from "@/lib/connected-accounts/current-user";
import { ApiError } from "@/lib/kernel/errors";
import { sessionAccountRules } from "../../rules/session-account-rules";
import { META_TOOLKIT } from "../../settings/meta-tool-switches";
import { allowsToolkit } from "../../rules/session-rules";
import type { Session } from "../../session";

const MOST_NEAR = 3;
/** Low, to find single short words with swapped letters. */
const LEAST_NEAR = 0.2;

/** A toolkit that the session may connect, or the reason for a refusal. */
export type Allowed = { toolkit: CatalogToolkit } | { problem: string };

export async function allowedToolkit(session: Session, name: string): Promise<Allowed> {
  const { projectId } = session;
  const slug = name.trim().toLowerCase();
  const isTheirs = (entry: CatalogToolkit): boolean => isForUser(entry, session.userId);
  const toolkit = await findToolkit(projectId, slug);
  if (!toolkit || !isTheirs(toolkit)) {
    const slugs = (await everyToolkit(projectId)).filter(isTheirs).map((entry) => entry.slug);
    const near = nearest(slug, slugs, MOST_NEAR, LEAST_NEAR);
    const hint = near.length > 0 ? ` Similar: ${near.join(", ")}.` : "";
    return {
      problem: `There is no toolkit ${JSON.stringify(name.slice(0, 200))}.${hint} Use names that COMPOSIO_SEARCH_TOOLS returned.`,
    };
  }
  if (toolkit.slug === META_TOOLKIT || allowsToolkit(session, toolkit.slug)) return { toolkit };
  return { problem: `This session may not use ${toolkit.slug}: its toolkits say so.` };
}

/** The id of the account that executions of the session use; null if no account works. */
export async function findUsable(session: Session, toolkitSlug: string, account?: string): Promise<string | null> {
  const { projectId, userId } = session;
  // Whether the user is connected does not depend on whether each call must name one of several accounts.
  const rules = { ...sessionAccountRules(session, toolkitSlug, account), explicit: false };
  try {
    return (await chooseAccount(projectId, { toolkitSlug, userId, rules })).id;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

const userInfo = ({ projectId, id, currentUser }: ConnectedAccount) => openCurrentUser(projectId, id, currentUser);

/** The facts of an account in answers of meta tools. */
export const toAccountFacts = (account: ConnectedAccount) => {
  const user = userInfo(account);
  return {
    connected_account_id: account.id,
    auth_config_id: account.authConfigId,
    created_at: account.createdAt.toISOString(),
    ...(user && { current_user_info: user }),
    account_type: account.accountType === "SHARED" ? ("SHARED" as const) : ("PRIVATE" as const),
    ...(account.alias && { alias: account.alias }),
  };
};

/** One of several accounts. */
export const toListedAccount = (account: ConnectedAccount, defaultId: string | null) => {
  const { connected_account_id: id, current_user_info: user, ...rest } = toAccountFacts(account);
  return { id, status: account.status, is_default: id === defaultId, ...(user && { user_info: user }), ...rest };
};

/** The facts of the working account; null if no account works. */
export async function findConnection(session: Session, toolkitSlug: string, account?: string) {
  const id = await findUsable(session, toolkitSlug, account);
  return id === null ? null : toAccountFacts(await requireAccount(session.projectId, id));
}
