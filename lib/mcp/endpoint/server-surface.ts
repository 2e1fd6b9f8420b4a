/** An MCP server as its endpoint offers it: the tools, listed and called for the audience of an address. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { meantNames } from "@/lib/catalog/read/nearest";
import { findNoAuthSlugs } from "@/lib/catalog/read/find-toolkits";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import type { Values } from "@/lib/kernel/text/is-object";
import { VERSION } from "@/lib/kernel/process/version";
import type { ResponseShape } from "@/lib/contract/response-shape";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import type { Ask, CallContext, McpSurface, Members } from "@/lib/mcp-protocol/surface";
import { onTokenEnd } from "@/lib/oauth-server/on-token-end";
import type { Address } from "../addresses/audience";
import { callServerTool } from "../tools/call-server-tool";
import { helperTools } from "../helpers/helper-tools";
import { callHelperTool, runHelperTool } from "../helpers/run-helper-tool";
import { askToConnect, awaitConnection } from "./connecting";
import type { Endpoint } from "./open-endpoint";
import { toQuestioner } from "./to-questioner";
import { ruleRefusalOf } from "../tools/rule-refusal";
import { findServerConfigs, findServerTool, findSimilarNames, listServerTools } from "../tools/server-tools";
import { watchServer } from "./watch-server";

/** The Idempotency-Key of a call. It is part of the call, because clients set headers once for all calls. */
const keyOf = (meta: CallContext["meta"], facts: ExecutionFacts): string | undefined => {
  const metaKey = meta["idempotency-key"];
  return typeof metaKey === "string" ? metaKey : facts.idempotencyKey;
};

/** The facts of one call: with its signal and questions, and the server's default for answers. */
function factsOf({ server }: Endpoint, facts: ExecutionFacts, context: CallContext): ExecutionFacts {
  const { signal, progress: onProgress } = context;
  const defaultResponse = (server.defaultResponse ?? undefined) as ResponseShape | undefined;
  return Object.assign({}, facts, { signal, onProgress, defaultResponse }, toQuestioner(context));
}

type Call = { name: string; arguments: Readonly<Record<string, unknown>> };
type Offer = { endpoint: Endpoint; facts: ExecutionFacts; helpers: readonly Tool[] };

async function call(
  { endpoint, facts, helpers }: Offer,
  { name, arguments: input }: Call,
  context: CallContext,
): Promise<Members | Ask> {
  const { meta } = context;
  const { caller, server, audience } = endpoint;
  const { projectId } = caller;
  const configs = await findServerConfigs(projectId, server);
  const within = factsOf(endpoint, facts, context);
  const helper = { endpoint, configs, facts: within };
  if (helpers.some((helperTool) => helperTool.name === name)) return callHelperTool(name, { ...input }, helper);
  const tool = await findServerTool(projectId, endpoint, configs, name);
  if (!tool) {
    const near = await findSimilarNames(projectId, endpoint, name);
    throw new RpcError(
      CODE.invalidParams,
      `Unknown tool: ${name.slice(0, 200)}.${near.length > 0 ? ` ${meantNames(near, "")}` : ""}`,
    );
  }
  const run = (more: Partial<ExecutionFacts>, unconnected?: (refusal: Members) => Promise<Members | Ask>) =>
    callServerTool({
      caller,
      audience,
      configs,
      tool,
      serverId: server.id,
      arguments: { ...input },
      meta,
      facts: Object.assign({}, within, more),
      ...(unconnected && { unconnected }),
    });
  // Checked before the user is asked to connect an account for the tool.
  const refusal = await ruleRefusalOf(projectId, tool);
  if (refusal) return run({ refusal });
  const idempotencyKey = keyOf(meta, facts);
  const connecting = {
    toolkit: tool.toolkitSlug,
    run: (helping: string, args: Values) => runHelperTool(helping, args, helper),
  };
  const connects = helpers.length > 0 && audience.userId !== undefined;
  if (connects) await awaitConnection(connecting, context);
  return run(
    idempotencyKey === undefined ? {} : { idempotencyKey },
    connects ? (unconnected) => askToConnect(connecting, context, unconnected) : undefined,
  );
}

/** Whether any toolkit of the server needs an account. If none does, a tool that connects accounts only misleads. */
async function connectsApps({ caller, server }: Endpoint): Promise<boolean> {
  return (await findNoAuthSlugs(caller.projectId, server.toolkits)).size < new Set(server.toolkits).size;
}

/** @param facts of the request; the call has a signal of its own */
export function serverSurface(endpoint: Endpoint, address: Address, facts: ExecutionFacts): McpSurface {
  const { caller, server, audience, token } = endpoint;
  // A token cannot open any app of the server.
  const helpers =
    server.toolkits.length === 0 ? [] : helperTools({ managed: server.managedAuth, asked: address.helpers });
  const source = Object.assign({}, facts.source, { framework: "mcp" });
  const offer = { endpoint, helpers, facts: Object.assign({}, facts, { source }) };
  return {
    serverInfo: { name: `patchbay-${server.id}`, title: server.name, version: VERSION },
    listTools: async (cursor) =>
      listServerTools(caller.projectId, server, cursor, {
        audience,
        first: (await connectsApps(endpoint)) ? helpers : [],
      }),
    callTool: (toolCall, context) => call(offer, toolCall, context),
    watch: (changed, onEnd) => {
      const ends = [watchServer(server, address, () => changed("tools"), onEnd)];
      if (token !== undefined) ends.push(onTokenEnd(server, token, onEnd));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
