/** A server of MCP with everything that its conformance suites look for, to judge the dispatcher and its transports. */
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import type { ListKind, McpSurface } from "@/lib/mcp-protocol/surface";
import { METHODS } from "./contents";
import { describeTools, toTools } from "./tools";

export function createFixture(): McpSurface {
  const watchers = new Set<(kind: ListKind) => void>();
  const tools = toTools((kind) => {
    for (const watcher of watchers) watcher(kind);
  });
  return {
    serverInfo: { name: "fixture", title: "Fixture", version: "1.0.0" },
    instructions: async () => "For tests.",
    capabilities: {
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      logging: {},
      completions: {},
    },
    listTools: async () => ({ tools: describeTools(tools) }),
    callTool: async ({ name, arguments: args }, context) => {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (!tool) throw new RpcError(CODE.invalidParams, `Unknown tool: ${name}`);
      return tool(args, context);
    },
    methods: METHODS,
    watch: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}
