/** How an MCP server was read the last time, with words about what to do. */
import type { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import type { OutboundError } from "@/lib/kernel/outbound/send";
import type { McpToolList } from "@/lib/mcp-client/list-mcp-tools";
import { McpFailure } from "@/lib/mcp-client/mcp-failure";
import { unknownOwnToolkit } from "../own-toolkit-row";
import type { customToolkitsApi } from "./contract";

type Reading = z.input<typeof customToolkitsApi.listOwnMcpTools.response>["reading"];

/** The most frequent fix, and that of failures whose reason is not known. */
const CHECK_URL =
  "Check that the URL is that of the server's MCP endpoint. " +
  "It cannot change: if it is another one, delete the toolkit and register it again.";

/** What a person can do about a server that gave no list. */
export function toFix(error: McpFailure | OutboundError): string {
  if (!(error instanceof McpFailure))
    return error.phase === "refused"
      ? "If the server is on a private address, the operator must name it in PATCHBAY_OUTBOUND_ALLOW."
      : "Check that the server runs and can be reached from here, then read the tools again.";
  const { kind, status } = error;
  if (status === 401 || status === 403)
    return "The server does not accept the account: connect it again, or check what its key or its sign-in allows.";
  if (kind === "bounds")
    return "Only the operator of the server can make its list shorter, for instance at a second address.";
  if (kind === "timeout") return "Check that the server is not overloaded, then read the tools again.";
  return kind === "rpc" ? "Ask the operator of the server: the words are those of the server." : CHECK_URL;
}

/** @throws ApiError NotFound */
export async function findReading(projectId: string, slug: string): Promise<Reading> {
  const row = await db.ownMcpServer.findUnique({
    where: { projectId_slug: { projectId, slug } },
    select: { syncedAt: true, syncAfter: true, syncError: true, syncFix: true, problems: true },
  });
  if (!row) throw unknownOwnToolkit(slug);
  return {
    synced_at: row.syncedAt?.toISOString() ?? null,
    next_at: row.syncAfter?.toISOString() ?? null,
    error: row.syncError === null ? null : { message: row.syncError, fix: row.syncFix ?? CHECK_URL },
    problems: (row.problems ?? []) as McpToolList["problems"],
  };
}
