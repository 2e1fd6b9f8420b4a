/** The documentation as an MCP server: an agent searches it and reads its pages, without a key. */
import { z } from "zod";
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import { VERSION } from "@/lib/kernel/process/version";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import type { McpSurface, Members } from "@/lib/mcp-protocol/surface";
import { readGuide } from "./read-guide";
import { readOperation } from "./reference/read-collection";
import { searchGuides } from "./search-guides";

const INSTRUCTIONS =
  "The documentation of Patchbay, the integration platform that this server belongs to. " +
  "Search first, then read the page that fits: results have its address.";

const Search = z.strictObject({ query: z.string().trim().min(1).max(200).describe("What you want to do, in words") });
const Read = z.strictObject({
  address: z.string().max(300).describe("Of a result, such as /docs/start/first-call or /docs/api/getAuthConfigs"),
});

const annotations = { readOnlyHint: true, openWorldHint: false };
const TOOLS = [
  {
    name: "search_docs",
    title: "Search the documentation",
    description: "Find the parts of guides, and the operations of the API, that answer a question.",
    inputSchema: z.toJSONSchema(Search, { io: "input" }),
    annotations,
  },
  {
    name: "read_page",
    title: "Read a page of the documentation",
    description: "Read a guide, or an operation of the API with its fields and code, as Markdown.",
    inputSchema: z.toJSONSchema(Read, { io: "input" }),
    annotations,
  },
];

const toResult = (text: string, isError = false): Members => ({
  content: [{ type: "text", text }],
  ...(isError && { isError }),
});

const PAGE = /^\/docs\/([\w-]+)\/([^/#?]+)/;

/** The path of an address, which can be whole; a page's part (`#limits`) is in its page. */
async function readPage(address: string, operations: readonly Operation[]): Promise<string> {
  const [, group = "", name = ""] = PAGE.exec(address.replace(/^https?:\/\/[^/]+/, "").replace(/\.md$/, "")) ?? [];
  return group === "api" ? readOperation(operations, `${name}.md`) : readGuide(group, `${name}.md`);
}

async function search(query: string, operations: readonly Operation[]): Promise<string> {
  const parts = await searchGuides(query, operations);
  if (parts.length === 0) return "No page has these words. Try fewer or other words.";
  return parts
    .map(({ address, title, heading, excerpt }) => `- ${heading || title} (${title}): ${address}\n  ${excerpt}`)
    .join("\n");
}

type Input = Readonly<Record<string, unknown>>;

async function callTool(name: string, input: Input, operations: readonly Operation[]): Promise<string> {
  if (name === "search_docs") return search(Search.parse(input).query, operations);
  if (name === "read_page") return readPage(Read.parse(input).address, operations);
  throw new RpcError(CODE.invalidParams, `Unknown tool: ${name.slice(0, 200)}.`);
}

/** A wrong argument is for the model to read, as is a page that does not exist. */
function toFailure(error: unknown): Members {
  if (error instanceof z.ZodError) return toResult(z.prettifyError(error), true);
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  return toResult([error.message, error.details.suggestedFix].filter(Boolean).join(" "), true);
}

export const docsSurface = (operations: readonly Operation[]): McpSurface => ({
  serverInfo: { name: "patchbay-docs", title: "Patchbay: the documentation", version: VERSION },
  instructions: async () => INSTRUCTIONS,
  listTools: async () => ({ tools: TOOLS }),
  callTool: ({ name, arguments: input }) => callTool(name, input, operations).then(toResult, toFailure),
});
