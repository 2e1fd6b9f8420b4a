/** An MCP server on loopback whose behavior is written by a test: each path answers in its own way. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type RpcRequest = { id?: number | string; method: string; params?: Record<string, unknown> };
/** Answers a request of the protocol; undefined to leave the answer to `answerRpc`. */
export type Behavior = (request: RpcRequest, response: ServerResponse, http: IncomingMessage) => unknown;

export type HostileMcp = {
  url: (path: string) => string;
  server: Server;
  /** Every request: its path, method of the protocol, and headers. */
  requests: { path: string; method: string; headers: IncomingMessage["headers"]; rpc: RpcRequest }[];
  stop: () => Promise<void>;
};

export const answer = (response: ServerResponse, id: RpcRequest["id"], result: unknown): void => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
};

/** The answers of an honest server. */
export function answerRpc({ id, method }: RpcRequest, response: ServerResponse): void {
  if (id === undefined) return void response.writeHead(202).end();
  if (method === "initialize")
    return answer(response, id, {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "test", version: "1" },
    });
  if (method === "tools/list") return answer(response, id, { tools: [{ name: "a", inputSchema: { type: "object" } }] });
  if (method === "tools/call") return answer(response, id, { content: [{ type: "text", text: "done" }] });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
}

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export async function startHostileMcp(behaviors: Readonly<Record<string, Behavior>>): Promise<HostileMcp> {
  const requests: HostileMcp["requests"] = [];
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    void readAll(request).then((body) => {
      const path = (request.url ?? "").slice(1);
      const rpc = (body ? JSON.parse(body) : { method: request.method }) as RpcRequest;
      requests.push({ path, method: rpc.method, headers: request.headers, rpc });
      if (behaviors[path]?.(rpc, response, request) === undefined && !response.headersSent) answerRpc(rpc, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    server,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes without end, as fast as it is read; counts the bytes. */
export function writeForEver(response: ServerResponse, chunk: Buffer, count: (bytes: number) => void): true {
  const more = () => {
    while (!response.destroyed) {
      count(chunk.length);
      if (!response.write(chunk)) return void response.once("drain", more);
    }
  };
  more();
  return true;
}
