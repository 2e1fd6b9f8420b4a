/** A user's own accounts of a toolkit, within a session: listed, named, removed. */
import type { ConnectedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { listAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { deleteAccount } from "@/lib/connected-accounts/manage/delete-account";
import { updateAccount } from "@/lib/connected-accounts/manage/update-account";
import type { Session } from "../../session";
import type { MetaCall } from "../meta-call";
import type { Entry } from "./to-entries";
import { failed, type Outcome } from "./outcome";
import { findUsable, toAccountFacts, toListedAccount } from "./toolkit-connection";

const MOST_LISTED = 50;

async function findOwn({ projectId, userId }: Session, toolkitSlug: string): Promise<ConnectedAccount[]> {
  const { items } = await listAccounts(projectId, {
    toolkitSlugs: [toolkitSlug],
    userIds: [userId],
    accountType: "ALL",
    orderBy: "createdAt",
    direction: "desc",
    limit: MOST_LISTED,
  });
  return items;
}

export async function listOwn(session: Session, toolkitSlug: string) {
  const [accounts, usedId] = await Promise.all([findOwn(session, toolkitSlug), findUsable(session, toolkitSlug)]);
  return accounts.map((account) => toListedAccount(account, usedId));
}

/** The account that the call names by id or alias, or the only account of the toolkit. */
async function findEntryAccount(
  session: Session,
  toolkitSlug: string,
  { account }: Entry,
): Promise<ConnectedAccount | string> {
  const accounts = await findOwn(session, toolkitSlug);
  const [first, second] = accounts;
  const matches =
    account === undefined
      ? second
        ? undefined
        : first
      : accounts.find(({ id, alias }) => id === account || alias === account);
  if (matches) return matches;
  if (accounts.length === 0) return `The user has no ${toolkitSlug} account.`;
  const names = accounts.map(({ id, alias }) => (alias ? `${id} (${alias})` : id)).join(", ");
  return `Send the account_id of one of the user's ${toolkitSlug} accounts: ${names}.`;
}

export async function renameOwn({ session, facts }: MetaCall, toolkitSlug: string, entry: Entry): Promise<Outcome> {
  const account = await findEntryAccount(session, toolkitSlug, entry);
  if (typeof account === "string") return failed(account);
  if (!entry.alias) return failed("Send the new name as alias.");
  const { alias } = entry;
  const rename = () => updateAccount(session.projectId, account.id, { alias }, facts);
  await (facts.audit?.around("connected_account.update", account.id, rename) ?? rename());
  return { ...stateOf(account), ...toAccountFacts(account), alias };
}

const stateOf = ({ status }: ConnectedAccount): Pick<Outcome, "status" | "has_active_connection"> => {
  const isActive = status === "ACTIVE";
  const isWaiting = status === "INITIALIZING" || status === "INITIATED";
  return { status: isActive ? "active" : isWaiting ? "initiated" : "failed", has_active_connection: isActive };
};

export async function removeOwn({ session, facts }: MetaCall, toolkitSlug: string, entry: Entry): Promise<Outcome> {
  if (!session.config.manage_connections.enable_connection_removal)
    return failed("This session removes no connections: manage_connections.enable_connection_removal is off.");
  const account = await findEntryAccount(session, toolkitSlug, entry);
  if (typeof account === "string") return failed(account);
  const remove = () => deleteAccount(session.projectId, account.id, false);
  await (facts.audit?.around("connected_account.delete", account.id, remove) ?? remove());
  const accounts = await listOwn(session, toolkitSlug);
  const isLeft = accounts.some(({ is_default: isUsed }) => isUsed);
  return {
    status: "removed",
    has_active_connection: isLeft,
    connected_account_id: account.id,
    instruction: "The account was removed, and its credentials with it.",
    accounts,
  };
}
