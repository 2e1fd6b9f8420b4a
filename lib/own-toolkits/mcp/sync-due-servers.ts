/**
 * Reads MCP servers again: once a day, and for the first time when the first account can be used. Looked at each
 * minute, whatever made the account usable.
 */
import { listAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { db } from "@/lib/kernel/database/db";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { inMs, PAUSE_MS, syncServer } from "./sync-server";

/** Servers of one look; the others have their turn a minute later. */
const BATCH = 20;
/** Servers that are looked at for an account. */
const MOST_LOOKS = 500;
/** Servers that are read at the same time. */
const AT_ONCE = 10;
/** The time of one server, so that a few slow servers hold up no others. */
const SERVER_MS = 20_000;

type Server = { projectId: string; slug: string; accountId?: string };

/** Of the servers that wait for their first account, others come first each time. */
const DUE = statement({
  name: "own-toolkits.due-servers",
  text: `SELECT project_id AS "projectId", slug, auth_schemes AS "authSchemes" FROM own_mcp_server
    WHERE sync_after <= $1 OR (synced_at IS NULL AND sync_after IS NULL)
    ORDER BY sync_after NULLS LAST, random() LIMIT ${MOST_LOOKS}`,
  columns: { projectId: "text", slug: "text", authSchemes: "jsonb" },
});

type Row = StatementRow<typeof DUE>;

const needsNone = (authSchemes: unknown): boolean =>
  Array.isArray(authSchemes) && authSchemes.some((scheme: { mode?: unknown }) => scheme.mode === "NO_AUTH");

/** The account with which the server is read: the most recent one that can be used. */
async function withAccount(row: Row): Promise<Server | undefined> {
  const { projectId, slug } = row;
  if (needsNone(row.authSchemes)) return { projectId, slug };
  const {
    items: [account],
  } = await listAccounts(projectId, {
    toolkitSlugs: [slug],
    statuses: ["ACTIVE"],
    accountType: "ALL",
    orderBy: "createdAt",
    direction: "desc",
    limit: 1,
  });
  return account ? { projectId, slug, accountId: account.id } : undefined;
}

/** Others have their turn before it is read again. A server that waits for its first account goes on to wait. */
const postpone = ({ projectId, slug }: Pick<Server, "projectId" | "slug">) =>
  db.ownMcpServer.updateMany({
    where: { projectId, slug, syncAfter: { not: null } },
    data: { syncAfter: inMs(PAUSE_MS) },
  });

async function findDue(): Promise<Server[]> {
  const servers: Server[] = [];
  for (const row of await rowsOf(DUE, [now()])) {
    if (servers.length === BATCH) break;
    const server = await withAccount(row);
    if (server) servers.push(server);
    else await postpone(row);
  }
  return servers;
}

async function syncDueServer(server: Server, on: Origin): Promise<void> {
  const { projectId, slug, accountId } = server;
  try {
    const signal = AbortSignal.timeout(SERVER_MS);
    const { waiting } = await syncServer(projectId, slug, { accountId, createdBy: null, signal, on });
    if (waiting > 0)
      log.info(on, "tools of an MCP server wait for a person", { project: projectId, toolkit: slug, waiting });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    log.warn(on, "an MCP server was not read", { project: projectId, toolkit: slug, error });
    // Also where a list was read and not published.
    await db.ownMcpServer.updateMany({ where: { projectId, slug }, data: { syncAfter: inMs(PAUSE_MS) } });
  }
}

/** Reads the servers whose turn it is, a few at once; a failure of one holds up no other. */
export async function syncDueServers(_: unknown, on: Origin): Promise<void> {
  const due = await findDue();
  for (let from = 0; from < due.length; from += AT_ONCE)
    await Promise.all(due.slice(from, from + AT_ONCE).map((server) => syncDueServer(server, on)));
}
