/** Asks an address whether an MCP server is there, before a toolkit is made of it. Nothing is stored. */
import type { z } from "zod";
import { discoverServer } from "@/lib/connected-accounts/oauth/server-metadata";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable, OutboundError, send } from "@/lib/kernel/outbound/send";
import { cutText } from "@/lib/kernel/text/storable";
import { listMcpTools } from "@/lib/mcp-client/list-mcp-tools";
import { McpFailure } from "@/lib/mcp-client/mcp-failure";
import type { customToolkitsApi } from "./contract";
import { findMarks } from "./find-marks";

type Wire = z.input<typeof customToolkitsApi.probeMcpServer.response>;

/** A person waits for the answer. */
const PROBE_MS = 15_000;
const MAX_DESCRIPTION = 500;

/** The authorization server that a server names; null if it names none that can be used. */
async function findIssuer(projectId: string, url: string): Promise<string | null> {
  try {
    return (await discoverServer(url, { projectId })).issuer;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const asksForSignIn = (error: McpFailure | OutboundError): boolean =>
  error instanceof McpFailure && (error.status === 401 || error.status === 403);

/**
 * Lists the tools of a server without any credentials.
 * @throws ApiError BadRequest for an address that may not be called
 */
export async function probeServer(projectId: string, url: string, signal: AbortSignal): Promise<Wire> {
  assertReachable(url, "url");
  const nothing = { name: null, discovery_url: null, problem: null, tools: [] };
  try {
    const end = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
    const list = await listMcpTools({ projectId, url, exchange: (request) => send({ ...request, projectId }) }, end);
    const tools: Wire["tools"] = [];
    for (const tool of list.tools) {
      const description = cutText(tool.description, MAX_DESCRIPTION);
      tools.push({ name: tool.name, description, marks: await findMarks(tool) });
    }
    return { ...nothing, state: "open", name: list.server.name ?? null, tools };
  } catch (error) {
    if (!(error instanceof McpFailure) && !(error instanceof OutboundError)) throw error;
    const problem = cutText(error.message, 500);
    if (!asksForSignIn(error)) return { ...nothing, state: "none", problem };
    return { ...nothing, state: "locked", problem, discovery_url: await findIssuer(projectId, url) };
  }
}
