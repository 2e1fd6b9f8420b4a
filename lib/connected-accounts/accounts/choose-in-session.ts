/**
 * Chooses the account of an execution within a session: the account that the call names, else the account that the
 * session names, else the newest of the auth config that the session names, else the user's most recent account of an
 * auth config for sessions.
 */
import { rowsOf, statement, type RowOf, type Statement } from "@/lib/kernel/database/statement";
import { batchReads } from "@/lib/kernel/concurrency/batch-reads";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { openCurrentUser } from "../current-user";
import { assertUsable, BEST_FIRST, COLUMNS, columns, CONFIG, noAccount, toResolved } from "./account-row";
import { DEFAULT_USER, resolveAccount, unknownAccount, type AccountChoice, type ResolvedAccount } from "./accounts";
import { mayUse } from "./acl";

/** A session's settings about the accounts of one toolkit. */
export type SessionRules = {
  by: "session";
  /** The account that the call names, by id or alias. */
  named?: string;
  /** The accounts that the session names; the first that works is used. */
  pinned: readonly string[];
  /** The auth config that the session names. */
  authConfigId?: string;
  /** Whether the call must name an account where several work. */
  explicit: boolean;
};

type Choice = AccountChoice & { toolkitSlug: string };

/** How many accounts an error lists. */
const MAX_LISTED = 10;

const withUser = { ...columns, provider_user: "text?" } as const;
type Candidate = RowOf<typeof withUser>;

const WORKING = "(a.status = 'ACTIVE' AND a.enabled AND c.enabled)";

const PINNED = statement({
  name: "connected-accounts.pinned",
  text: `SELECT ${COLUMNS}, a.provider_user FROM connected_account a ${CONFIG}
    WHERE a.project_id = $1 AND a.id = ANY($2::text[]) AND a.toolkit_slug = $3 ORDER BY ${WORKING} DESC, array_position($2::text[], a.id)`,
  columns: withUser,
});

const OF_CONFIG = statement({
  name: "connected-accounts.of-session-config",
  text: `SELECT ${COLUMNS}, a.provider_user FROM connected_account a ${CONFIG}
    WHERE a.project_id = $1 AND a.user_id = $2 AND a.toolkit_slug = $3 AND a.auth_config_id = $4 AND a.account_type = 'PRIVATE'
    ORDER BY ${BEST_FIRST} LIMIT ${MAX_LISTED + 1}`,
  columns: withUser,
});

/** The best accounts of several users, each in their own project. Those of auth configs for sessions come first. */
const OF_USERS = statement({
  name: "connected-accounts.of-session-users",
  text: `SELECT w.n::int AS n, found.*
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[])
      WITH ORDINALITY AS w(project_id, user_id, toolkit_slug, most, n)
    CROSS JOIN LATERAL (SELECT ${COLUMNS}, a.provider_user FROM connected_account a ${CONFIG}
      WHERE a.project_id = w.project_id AND a.user_id = w.user_id AND a.toolkit_slug = w.toolkit_slug AND a.account_type = 'PRIVATE'
      ORDER BY c.for_tool_router DESC, ${BEST_FIRST.replace("$2", "w.user_id")} LIMIT w.most) found`,
  columns: { n: "int4", ...withUser },
});

type UserKey = { projectId: string; userId: string; toolkitSlug: string; most: number };

async function readOfUsers(keys: readonly UserKey[]): Promise<Candidate[][]> {
  const rows = await rowsOf(OF_USERS, [
    keys.map(({ projectId }) => projectId),
    keys.map(({ userId }) => userId),
    keys.map(({ toolkitSlug }) => toolkitSlug),
    keys.map(({ most }) => most),
  ]);
  return keys.map((_, i) => rows.filter(({ n }) => n === i + 1));
}

const findOfUser = (key: UserKey): Promise<readonly Candidate[]> =>
  processMemory("connected-accounts.of-session-users", () =>
    batchReads(
      ({ projectId, userId, toolkitSlug, most }: UserKey) => `${projectId} ${toolkitSlug} ${most} ${userId}`,
      async (userKey) => (await readOfUsers([userKey]))[0] ?? [],
      readOfUsers,
    ),
  )(key);

/** The calls of one session often need the same accounts at the same moment: they share one read. */
const findShared = (
  name: string,
  of: Statement<Candidate>,
  values: readonly unknown[],
): Promise<readonly Candidate[]> =>
  processMemory(name, () => {
    const read = (parameters: readonly unknown[]) => rowsOf(of, [...parameters]);
    return batchReads(
      (parameters: readonly unknown[]) => JSON.stringify(parameters),
      read,
      (many) => Promise.all(many.map(read)),
    );
  })(values);

/**
 * If several accounts work, the call must name one.
 * @throws ApiError BadRequest with the accounts that it can name
 */
function assertSingle(projectId: string, candidates: readonly Candidate[], userId: string): void {
  const working = candidates.filter((row) => row.status === "ACTIVE" && row.enabled && row.config_enabled);
  const [first] = working;
  if (!first || working.length < 2) return;
  const accountLines = working.slice(0, MAX_LISTED).map(({ id, alias, provider_user: sealed }) => {
    const user = openCurrentUser(projectId, id, sealed);
    const who = [user?.name, user?.email ?? user?.id].filter((text) => text !== undefined).join(", ");
    return `${id}${alias ? ` (alias “${alias}”)` : ""}${who ? `: ${who}` : ""}`;
  });
  const more = working.length > MAX_LISTED ? ["and more"] : [];
  throw new ApiError(
    "BadRequest",
    `The user ${userId} has several ${first.toolkit_slug} accounts, and this session requires each call to name one.`,
    {
      slug: "ConnectedAccountSelectionRequired",
      errors: [...accountLines, ...more],
      suggestedFix: `Send the id or the alias of one of them as account: ${working
        .slice(0, MAX_LISTED)
        .map(({ id }) => id)
        .join(", ")}.`,
    },
  );
}

async function choosePinned(projectId: string, rules: SessionRules, choice: Choice): Promise<ResolvedAccount> {
  const { toolkitSlug, userId = DEFAULT_USER } = choice;
  const rows = await findShared("connected-accounts.pinned", PINNED, [projectId, rules.pinned, toolkitSlug]);
  const usable = rows.filter((row) =>
    mayUse({ userId: row.user_id, accountType: row.account_type, acl: row.acl }, userId),
  );
  if (rules.explicit) assertSingle(projectId, usable, userId);
  const [best] = usable;
  if (best) {
    assertUsable(best);
    return toResolved(best, projectId, "session override");
  }
  const [pinned = ""] = rules.pinned;
  if (!rows[0]) throw unknownAccount(pinned);
  throw new ApiError("BadRequest", `The connected account ${rows[0].id} does not belong to the user ${userId}.`, {
    code: 1812,
    slug: "ConnectedAccountEntityIdMismatch",
    suggestedFix: `Change the session's connected_accounts: name an account of ${toolkitSlug} that the user may use.`,
  });
}

async function chooseOfConfig(projectId: string, config: string, rules: SessionRules, choice: Choice) {
  const { toolkitSlug, userId = DEFAULT_USER } = choice;
  const rows = await findShared("connected-accounts.of-session-config", OF_CONFIG, [
    projectId,
    userId,
    toolkitSlug,
    config,
  ]);
  if (rules.explicit) assertSingle(projectId, rows, userId);
  const [best] = rows;
  if (!best)
    throw noAccount(
      `The user ${userId} has no connected ${toolkitSlug} account of the session's auth config ${config}.`,
      "Connect it with COMPOSIO_MANAGE_CONNECTIONS, or with POST /api/v3/tool_router/session/{session_id}/link.",
    );
  assertUsable(best);
  return toResolved(best, projectId, "session auth config");
}

const notForSessions = (account: string, config: string) =>
  noAccount(
    `The ${account} cannot be used in sessions: is_enabled_for_tool_router of its auth config ${config} is off.`,
    "Switch it on for the auth config, or name the account or the auth config when the session is made.",
  );

async function chooseOfUser(projectId: string, rules: SessionRules, choice: Choice): Promise<ResolvedAccount> {
  const { toolkitSlug, userId = DEFAULT_USER } = choice;
  const most = rules.explicit ? MAX_LISTED + 1 : 1;
  const rows = await findOfUser({ projectId, userId, toolkitSlug, most });
  const [best] = rows;
  if (!best) throw noAccount(`The user ${userId} has no connected ${toolkitSlug} account.`);
  if (!best.for_sessions)
    throw notForSessions(`${toolkitSlug} account ${best.id} of the user ${userId}`, best.auth_config_id);
  if (rules.explicit)
    assertSingle(
      projectId,
      rows.filter((row) => row.for_sessions),
      userId,
    );
  assertUsable(best);
  return toResolved(best, projectId, "most recent");
}

/**
 * @throws ApiError as `resolveAccount`; BadRequest 1803 when the session leaves no account, BadRequest when the call
 *   must name one of several
 */
export async function chooseInSession(
  projectId: string,
  rules: SessionRules,
  choice: Choice,
): Promise<ResolvedAccount> {
  const { userId = DEFAULT_USER, toolkitSlug } = choice;
  const named = choice.connectedAccountId ?? rules.named;
  if (named) {
    const account = await resolveAccount(projectId, { toolkitSlug, userId, connectedAccountId: named });
    const isChosen = rules.pinned.includes(account.id) || rules.authConfigId === account.authConfigId;
    if (account.authConfig.forSessions || isChosen) return account;
    throw notForSessions(`${toolkitSlug} account ${account.id}`, account.authConfigId);
  }
  if (rules.pinned.length > 0) return choosePinned(projectId, rules, choice);
  if (rules.authConfigId) return chooseOfConfig(projectId, rules.authConfigId, rules, choice);
  return chooseOfUser(projectId, rules, choice);
}
