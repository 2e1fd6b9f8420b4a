// MCP in the bench: a call of a tool compared with a plain execution, a page of the list, and streams that only listen.
import { Agent, get } from "node:http";

const STREAMS = 500;
/** The process frees its unused resources within this time. */
const SETTLE_MS = 3_000;

const message = (method, params = {}) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

async function post({ url, key }, path, body) {
  const answer = await fetch(`${url}/api/v3${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** The signed address of a server of all GitHub tools, for the user whose account is connected already. */
async function newAddress(product, user) {
  const { id } = await post(product, "/mcp/servers/custom", {
    name: `bench ${Date.now() % 1e6}`,
    toolkits: ["github"],
  });
  const { user_ids_url } = await post(product, "/mcp/servers/generate", { mcp_server_id: id, user_ids: [user] });
  return user_ids_url[0];
}

/** Targets as `measure` wants them. */
export async function mcpTargets(product, user) {
  const signed = await newAddress(product, user);
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const call = message("tools/call", { name: "GITHUB_GET_THE_AUTHENTICATED_USER", arguments: {} });
  const target = (name, body, more = {}) => ({
    name,
    url: signed,
    method: "POST",
    headers,
    body,
    connections: [16],
    ...more,
  });
  return [
    target("mcp call, signature", call),
    target("mcp call, key", call, { headers: { ...headers, "x-api-key": product.key } }),
    target("mcp list of tools", message("tools/list"), { connections: [1, 4] }),
  ];
}

/** Calls by MCP compared with plain executions, at 16 connections. */
export function mcpRatios(rows) {
  const at16 = (name) => rows.find((row) => row.name === name && row.connections === 16);
  const plain = at16("tool execute");
  return ["mcp call, signature", "mcp call, key"].flatMap((name) => {
    const calls = at16(name);
    if (!plain || !calls) return [];
    const ratio = (value) => Number(value.toFixed(2));
    return [
      {
        name,
        perSecond: ratio(calls.perSecond / plain.perSecond),
        cpu: ratio(calls.cpuMs.server / plain.cpuMs.server),
      },
    ];
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** How many megabytes the server takes for streams that listen. */
export async function measureStreams(product, user, rssMb) {
  const url = await newAddress(product, user);
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const before = rssMb(product.pid);
  const open = await Promise.all(
    Array.from(
      { length: STREAMS },
      () =>
        new Promise((resolve, reject) => {
          const request = get(url, { agent, headers: { accept: "text/event-stream" } }, (answer) => {
            if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}.`));
            answer.once("data", () => resolve(request)).on("error", () => undefined);
          });
          request.on("error", reject);
        }),
    ),
  );
  await settled();
  const megabytes = Math.round(rssMb(product.pid) - before);
  for (const request of open) request.destroy();
  return { streams: STREAMS, megabytes };
}
