/** An MCP server as its endpoint offers it: the tools, listed and called for the audience of an address. */
import type { ExecutionFacts } from "@/lib/execution/sending/trace";
import { VERSION } from "@/lib/kernel/process/version";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import type { CallContext, McpSurface, Members } from "@/lib/mcp-protocol/surface";
import { onTokenEnd } from "@/lib/oauth-server/token-end";
import type { Address } from "./audience";
import { callTool } from "./call-tool";
import type { Endpoint } from "./endpoint";
import { findServerConfigs, findServerTool, findSimilarNames, listServerTools } from "./server-tools";
import { watchServer } from "./watch-server";

/** The Idempotency-Key of a call. It is part of the call, because clients set headers once for all calls. */
const keyOf = (meta: CallContext["meta"], facts: ExecutionFacts): string | undefined => {
  const own = meta["idempotency-key"];
  return typeof own === "string" ? own : facts.idempotencyKey;
};

type Call = { name: string; arguments: Readonly<Record<string, unknown>> };

async function call(
  { caller, server, audience }: Endpoint,
  facts: ExecutionFacts,
  { name, arguments: given }: Call,
  { signal, meta }: CallContext,
): Promise<Members> {
  const { projectId } = caller;
  const configs = await findServerConfigs(projectId, server);
  const tool = await findServerTool(projectId, server, configs, name);
  if (!tool) {
    const near = await findSimilarNames(projectId, server, name);
    throw new RpcError(
      CODE.invalidParams,
      `Unknown tool: ${name.slice(0, 200)}.${near.length > 0 ? ` Use one of: ${near.join(", ")}.` : ""}`,
    );
  }
  const idempotencyKey = keyOf(meta, facts);
  return callTool({
    caller,
    audience,
    configs,
    tool,
    arguments: { ...given },
    facts: { ...facts, signal, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  });
}

/** @param facts of the request; the call has a signal of its own */
export function serverSurface(endpoint: Endpoint, address: Address, facts: ExecutionFacts): McpSurface {
  const { caller, server, token } = endpoint;
  const within = { ...facts, source: { ...facts.source, framework: "mcp" } };
  return {
    serverInfo: { name: `patchbay-${server.id}`, title: server.name, version: VERSION },
    listTools: (cursor) => listServerTools(caller.projectId, server, cursor),
    callTool: (asked, context) => call(endpoint, within, asked, context),
    watch: (changed, ended) => {
      const ends = [watchServer(server.id, address, () => changed("tools"), ended)];
      if (token !== undefined) ends.push(onTokenEnd(server, token, ended));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
