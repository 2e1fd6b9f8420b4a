/** What the thread that compiles the tools of an MCP server receives and returns. */
import { toOwnRows, type OwnToolkitRows } from "@/lib/catalog/load/own-toolkit-rows";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { compileServer, type ServerFacts } from "./compile-server";

export type ServerJob = { server: ServerFacts; tools: readonly McpTool[] };

/** Of one schema; compiling takes more than linear time for some. */
const SHORT_SCHEMA = 8_000;

/** References can make a few lines stand for more parts than any process can visit. */
export const mayTakeLong = ({ inputSchema, outputSchema = {} }: McpTool): boolean =>
  [inputSchema, outputSchema].some((schema) => {
    const text = JSON.stringify(schema);
    return text.length > SHORT_SCHEMA || text.includes('"$ref"');
  });

/** Compiles to rows. */
export const runServerJob = async ({ server, tools }: ServerJob): Promise<OwnToolkitRows> =>
  toOwnRows(await compileServer(server, tools));
