/**
 * Reads MCP servers again: once a day, and for the first time when the first account can be used. Looked at each
 * minute, whatever made the account usable.
 */
import { listAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { db } from "@/lib/kernel/database/db";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { syncServer } from "./sync-server";

/** Servers of one look; the others have their turn a minute later. */
const BATCH = 20;
/** Servers that nobody could read yet. */
const UNREAD = 500;
/** The time of one look; a slow server holds up the others no longer. */
const LOOK_MS = 45_000;

type Server = { projectId: string; slug: string; accountId?: string };

const KEY = { projectId: true, slug: true, authSchemes: true } as const;

const needsNone = (authSchemes: unknown): boolean =>
  Array.isArray(authSchemes) && authSchemes.some((scheme: { mode?: unknown }) => scheme.mode === "NO_AUTH");

/** The account with which the server is read: the most recent one that can be used. */
async function withAccount(row: {
  projectId: string;
  slug: string;
  authSchemes: unknown;
}): Promise<Server | undefined> {
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

async function findDue(): Promise<Server[]> {
  const due = await db.ownMcpServer.findMany({
    where: { syncAfter: { lte: now() } },
    orderBy: { syncAfter: "asc" },
    take: BATCH,
    select: KEY,
  });
  const unread = await db.ownMcpServer.findMany({
    where: { syncedAt: null, syncAfter: null },
    take: UNREAD,
    select: KEY,
  });
  const servers: Server[] = [];
  for (const row of [...due, ...unread]) {
    if (servers.length === BATCH) break;
    const server = await withAccount(row);
    if (server) servers.push(server);
  }
  return servers;
}

/** Reads the servers whose turn it is, one after the other; a failure of one holds up no other. */
export async function syncDueServers(_: unknown, on: Origin): Promise<void> {
  const signal = AbortSignal.timeout(LOOK_MS);
  for (const { projectId, slug, accountId } of await findDue()) {
    if (signal.aborted) return;
    try {
      const { waiting } = await syncServer(projectId, slug, { accountId, createdBy: null, signal, on });
      if (waiting > 0)
        log.info(on, "tools of an MCP server wait for a person", { project: projectId, toolkit: slug, waiting });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      log.warn(on, "an MCP server was not read", { project: projectId, toolkit: slug, error });
    }
  }
}
