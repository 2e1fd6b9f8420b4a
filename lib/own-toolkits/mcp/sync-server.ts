/** Reads the tools of an MCP server, and serves those that a person has agreed to. */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { inOwnToolkitTurn } from "@/lib/catalog/load/store-own-toolkit";
import { resolveAccount } from "@/lib/connected-accounts/accounts/accounts";
import { accessOfAccount } from "@/lib/execution/access/open-access";
import { withCredentials } from "@/lib/execution/sending/sender";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { hideInside } from "@/lib/kernel/text/hide-escaped";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { cutText } from "@/lib/kernel/text/storable";
import type { McpExchange } from "@/lib/mcp-client/exchange-fetch";
import { listMcpTools, type McpToolList } from "@/lib/mcp-client/list-mcp-tools";
import { McpFailure } from "@/lib/mcp-client/mcp-failure";
import { changedMeanwhile } from "../publish-rows";
import { reconcile, servedTools } from "./reconcile";
import { toFix } from "./find-reading";
import { publishServer } from "./publish-server";
import { findPins, nextRevision, requireMcpServer, storePins, type McpServerRow } from "./find-mcp-server";

/** Whose credentials the list is read with, and for whom. */
export type SyncFacts = {
  accountId?: string | undefined;
  createdBy: string | null;
  signal: AbortSignal;
  on: Origin;
};

/** `waiting`: tools that are changed or new, and not served as the server offers them. */
export type SyncResult = { slug: string; version: string; synced: number; waiting: number };

/** How long until a server is read again, with hours that spread the servers. */
const DAY_MS = 24 * 60 * 60_000;
const SPREAD_MS = 4 * 60 * 60_000;
/** How long until a server that gave no list is asked again. */
export const PAUSE_MS = 60 * 60_000;
export const inMs = (ms: number): Date => new Date(now().getTime() + ms);

const failed = (problem: string, suggestedFix: string, cause: unknown): ApiError =>
  new ApiError("Unprocessable", `Couldn't read the MCP server's tools: ${problem}`, {
    suggestedFix,
    headers: { "x-should-retry": "false" },
    cause,
  });

/** The exchange with the account's credentials, and their texts; without any for a server that needs none. */
async function openServer(
  server: McpServerRow,
  { accountId, on }: SyncFacts,
): Promise<{ exchange: McpExchange; secrets: readonly string[] }> {
  const { projectId, slug } = server;
  if (accountId === undefined) {
    if (!server.authSchemes.some(({ mode }) => mode === "NO_AUTH"))
      throw new ApiError("BadRequest", `The tools of ${slug} can only be read with an account.`, {
        suggestedFix: "Name the connected_account_id of an ACTIVE account of this toolkit.",
      });
    return { exchange: (request) => send({ ...request, projectId }), secrets: [] };
  }
  const toolkit = await requireToolkit(projectId, slug);
  const account = await resolveAccount(projectId, { connectedAccountId: accountId, toolkitSlug: slug });
  const access = await accessOfAccount(projectId, toolkit, account, { on });
  const { proxy, secrets } = access;
  const { origin } = new URL(server.url);
  const exchange: McpExchange = async (request) => {
    if (new URL(request.url).origin !== origin)
      throw new OutboundError("refused", `Only ${origin} gets requests of this toolkit.`, { sent: false });
    return send({ ...request, ...withCredentials(request, access), projectId, ...(proxy && { proxy }) });
  };
  return { exchange, secrets };
}

type ReadList = Pick<McpToolList, "tools" | "problems">;

/** @throws ApiError Unprocessable with the reason, which the row of the server keeps */
async function readTools(server: McpServerRow, facts: SyncFacts): Promise<ReadList> {
  const { projectId, slug, url } = server;
  const { exchange, secrets } = await openServer(server, facts);
  try {
    const { tools, problems } = await listMcpTools({ projectId, url, exchange }, facts.signal);
    // A server can repeat what it was sent; everybody in the project reads what is stored.
    return hideInside({ tools, problems }, secrets) as ReadList;
  } catch (error) {
    if (!(error instanceof McpFailure) && !(error instanceof OutboundError)) throw error;
    const words = hiderOf(secrets).text(error.message);
    const syncFix = toFix(error);
    const data = { syncError: cutText(words, 500), syncFix, syncAfter: inMs(PAUSE_MS) };
    await db.ownMcpServer.updateMany({ where: { projectId, slug }, data });
    // The log shows the cause, and this message repeats the key.
    throw failed(words, syncFix, words === error.message ? error : undefined);
  }
}

/**
 * Reads the tools of a server again. Changed and new tools wait for a person; the first list is served as it is.
 * @throws ApiError NotFound for an unknown toolkit, BadRequest without an account that is needed, Unprocessable if the
 *   server gives no list, Conflict if the toolkit changes meanwhile
 */
export async function syncServer(projectId: string, slug: string, facts: SyncFacts): Promise<SyncResult> {
  const readRow = await requireMcpServer(projectId, slug);
  const { tools, problems } = await readTools(readRow, facts);
  const { server, pins } = await inOwnToolkitTurn(projectId, async (tx) => {
    const row = await requireMcpServer(projectId, slug, tx);
    // Deleted and registered again while the other server was read.
    if (row.url !== readRow.url) throw changedMeanwhile(slug);
    const before = await findPins(projectId, slug, tx);
    const after = reconcile(before, tools, row.syncedAt === null);
    await storePins(tx, { projectId, slug }, after, before);
    const reading = { syncError: null, syncFix: null, problems };
    const times = { syncedAt: now(), syncAfter: inMs(DAY_MS + Math.random() * SPREAD_MS) };
    await tx.ownMcpServer.update({ where: { projectId_slug: { projectId, slug } }, data: { ...times, ...reading } });
    return { server: { ...row, revision: await nextRevision(tx, projectId, slug) }, pins: after };
  });
  const { version } = await publishServer(server, pins, facts.createdBy);
  const waiting = pins.filter(({ state }) => state === "changed" || state === "new").length;
  return { slug, version, synced: servedTools(pins).length, waiting };
}
