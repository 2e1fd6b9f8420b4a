/**
 * Callers of the MCP endpoint for tests: the official client, and hand-written messages. Both call the endpoint's
 * handler directly.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { mcpDoor, ORIGIN, type McpBody } from "./mcp-api";

/** A connected official client. @param path behind `/v3/mcp/`, with the query */
export async function connectMcp(path: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "tests", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${ORIGIN}/v3/mcp/${path}`), {
      requestInit: { headers },
      fetch: async (url, init) => mcpDoor.fetch(new Request(url, init)),
    }),
  );
  return client;
}

/** A JSON-RPC request as text. */
export const message = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

export type McpAnswer = { status: number; headers: Headers; body: McpBody };

/** One request to the endpoint. @param path behind `/v3/mcp/`, with the query */
export async function postMcp(
  path: string,
  body: string | undefined,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<McpAnswer> {
  const answer = await mcpDoor.fetch(
    new Request(`${ORIGIN}/v3/mcp/${path}`, {
      method,
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
      ...(body !== undefined && { body }),
    }),
  );
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === "" ? {} : JSON.parse(text)) as McpBody };
}
