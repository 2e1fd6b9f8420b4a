/** The account that a session would use for each toolkit, and its description for an agent. */
import type { z } from "zod";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { findUsersAccounts, type UsersAccount } from "@/lib/connected-accounts/accounts/find-users-accounts";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { Session } from "../../session";
import type { SearchAnswer } from "../contract";

type Status = z.input<typeof SearchAnswer>["toolkit_connection_statuses"][number];

/** Limit of shown accounts of a toolkit if the session sets no maximum. */
const MOST_SHOWN = 10;

/** A session's accounts of one toolkit. */
export type Connection = {
  /** The accounts that the session's rules allow, in order of preference. */
  accounts: readonly UsersAccount[];
  /** How many of them work. */
  working: number;
};

/** The accounts that the session names; otherwise those of its auth config; otherwise those meant for sessions. */
function leftBy({ config }: Session, toolkit: string, accounts: readonly UsersAccount[]): readonly UsersAccount[] {
  const pinned = ownValue(config.connected_accounts, toolkit);
  if (pinned && pinned.length > 0) {
    const places = new Map(pinned.map((id, index) => [id, index]));
    return accounts
      .filter(({ id }) => places.has(id))
      .sort((a, b) => Number(b.works) - Number(a.works) || (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  }
  const configId = ownValue(config.auth_configs, toolkit);
  return accounts
    .filter(({ isOwn }) => isOwn)
    .filter(({ authConfigId, forSessions }) => (configId ? authConfigId === configId : forSessions))
    .sort((a, b) => Number(b.works) - Number(a.works) || b.createdAt.getTime() - a.createdAt.getTime());
}

/** The session's connections by toolkit, of its user. */
export async function findConnections(session: Session): Promise<Map<string, Connection>> {
  const { config, projectId, userId } = session;
  const usersAccounts = await findUsersAccounts(projectId, userId, {
    accountIds: Object.values(config.connected_accounts ?? {}).flat(),
    authConfigIds: Object.values(config.auth_configs ?? {}),
  });
  const byToolkit = new Map<string, UsersAccount[]>();
  for (const account of usersAccounts) {
    const there = byToolkit.get(account.toolkitSlug);
    if (there) there.push(account);
    else byToolkit.set(account.toolkitSlug, [account]);
  }
  const connections = new Map<string, Connection>();
  for (const [toolkit, accounts] of byToolkit) {
    const left = leftBy(session, toolkit, accounts);
    if (left.length > 0)
      connections.set(toolkit, { accounts: left, working: left.filter(({ works }) => works).length });
  }
  return connections;
}

const typeOf = ({ accountType }: UsersAccount): "PRIVATE" | "SHARED" =>
  accountType === "SHARED" ? "SHARED" : "PRIVATE";

const toAccount = (account: UsersAccount, isDefault: boolean): NonNullable<Status["accounts"]>[number] => {
  const user = account.currentUser();
  return {
    id: account.id,
    ...(account.alias !== null && { alias: account.alias }),
    ...(user && { user_info: user }),
    status: account.status,
    created_at: account.createdAt.toISOString(),
    is_default: isDefault,
    account_type: typeOf(account),
  };
};

/** The advice for a toolkit without a working account. */
function howToConnect({ config }: Session, slug: string): string {
  if (!config.manage_connections.enabled)
    return "Connections are made outside of this session: ask the user to connect it there, and run none of its tools before.";
  const wait = config.manage_connections.enable_wait_for_connections ? ", then call COMPOSIO_WAIT_FOR_CONNECTIONS" : "";
  return `Call COMPOSIO_MANAGE_CONNECTIONS with toolkits ["${slug}"], show the link to the user${wait}, and run none of its tools before.`;
}

function messageOf(session: Session, { slug, name }: CatalogToolkit, connection: Connection | undefined): string {
  const [best] = connection?.accounts ?? [];
  if (!best) return `The user has no ${name} account connected. ${howToConnect(session, slug)}`;
  if (!best.works) {
    const why = best.status === "ACTIVE" ? "switched off" : best.status;
    return `The user's ${name} account is ${why}. ${howToConnect(session, slug)}`;
  }
  if (mustSelect(session, connection))
    return (
      `The user has ${connection?.working ?? 0} ${name} accounts. ` +
      "Name the one that is meant as account in each call, by its id or alias."
    );
  return `${name} is connected: its tools can be run.`;
}

const mustSelect = ({ config: { multi_account: multi } }: Session, connection: Connection | undefined): boolean =>
  multi.enable && multi.require_explicit_selection && (connection?.working ?? 0) > 1;

/** The connection of a toolkit in the form that the agent receives. */
export function toConnectionStatus(
  session: Session,
  toolkit: CatalogToolkit,
  connection: Connection | undefined,
): Status {
  const common = { toolkit: toolkit.slug, description: toolkit.description };
  if (toolkit.noAuth && !connection?.working)
    return {
      ...common,
      has_active_connection: true,
      connection_details: {},
      status_message: `${toolkit.name} needs no connection: its tools can be run.`,
    };
  const [best] = connection?.accounts ?? [];
  const user = best?.works ? best.currentUser() : null;
  const { multi_account: multi } = session.config;
  const visibleAccounts = (connection?.accounts ?? []).slice(0, multi.max_accounts_per_toolkit ?? MOST_SHOWN);
  return {
    ...common,
    has_active_connection: best?.works ?? false,
    connection_details: best
      ? { connected_account_id: best.id, auth_config_id: best.authConfigId, status: best.status }
      : {},
    ...(user && { current_user_info: user }),
    ...(best?.works && { account_type: typeOf(best) }),
    ...(multi.enable &&
      visibleAccounts.length > 0 && {
        accounts: visibleAccounts.map((account, index) => toAccount(account, index === 0)),
      }),
    ...(mustSelect(session, connection) && { account_selection: "required" as const }),
    status_message: messageOf(session, toolkit, connection),
  };
}
