/** The official clients of MCP, of both generations, for tests that go through a real port. */
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const NAME = { name: "tests", version: "1.0.0" };
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
type Options = { capabilities?: object; headers?: Record<string, string>; fetch?: Fetch; streamable?: boolean };

/** A client of the first generation. By default the transport follows from the kind of the URL. */
export async function connectFirst(url: string, { capabilities = {}, headers = {}, fetch, ...how }: Options = {}) {
  const client = new Client(NAME, { capabilities });
  const { streamable = !/\/sse(\?|$)|transport=sse/.test(url) } = how;
  const Kind = streamable ? StreamableHTTPClientTransport : SSEClientTransport;
  await client.connect(new Kind(new URL(url), { requestInit: { headers }, ...(fetch && { fetch }) }) as Transport);
  return client;
}

/** A client of the second generation, without a handshake. */
export async function connectSecond(url: string, { capabilities = {}, headers = {} }: Options = {}) {
  const client = new Client2(NAME, { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new Transport2(new URL(url), { requestInit: { headers } }));
  return client;
}
