/**
 * Hostile JSON of those whom the server itself asks or runs: providers that answer executions and polls, code that asks
 * for helpers, messages of sandboxes and of interpreters at a gateway. Somebody asks for the health all along.
 * `npm run soak -- slow` sends 1 MB, and holds the longest health check and the memory against their limits.
 */
import { mkdtempSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { pollTrigger } from "@/lib/triggers/polling/poll-trigger";
import { openChannel } from "@/lib/workbench/gateway/channel";
import { newOutcome } from "@/lib/workbench/gateway/outcome";
import { type HelperServer, openHelperServer } from "@/lib/workbench/helpers/helper-server";
import { collector } from "@/lib/workbench/sandbox/collector";
import { messageReader, RUN_BUDGET } from "@/lib/workbench/sandbox/message-reader";
import { connectLoopback } from "@/test/servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { MCP_TOOLS } from "@/test/clients/mcp-api";
import { ON } from "@/test/builders/origin";
import { forgetSettings } from "@/test/setup/process-memory";
import { HOSTILE_JSON } from "./hostile-json.mjs";
import { type Peer, startPeer } from "./peer";
import { startMeasured } from "./server";

const SOAK = Number(process.env.PATCHBAY_SOAK_SLOW ?? 0);
const BYTES = SOAK > 0 ? SOAK : 20_000;
const MAX_HEALTH_MS = 250;
const MAX_MEMORY_MB = 300;
const SAMPLE_MS = 20;
const HOUR = 3_600_000;
const KEY = "wbk_test";
const POLLS = `
source: https://example.com/docs
triggers:
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list, newest first.
    poll: { request: { path: /items }, items: items, id: "{item.id}" }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1 }] } }
`;

let peer: Peer;
let api: Awaited<ReturnType<typeof startMeasured>>;
let client: TriggerClient;
let headers: Record<string, string>;
let triggerId: string;
let door: HelperServer;
let sandbox: Server;
const socketPath = path.join(mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "d-")), "s");

/** Takes what a sandbox writes, as `startSandbox` does. */
function listenAsSandbox(): Server {
  return createServer((socket) => {
    const { take } = collector();
    const reader = messageReader(
      (message) => void take(message),
      () => socket.destroy(),
    );
    reader.grant(RUN_BUDGET);
    socket.on("data", reader.push).on("error", () => undefined);
  }).listen(0, "127.0.0.1");
}

beforeAll(async () => {
  peer = await startPeer();
  Object.assign(process.env, { PATCHBAY_WORKBENCH: "gateway", PATCHBAY_WORKBENCH_GATEWAY_URL: peer.url });
  forgetSettings();
  await installLoopbackTriggers(peer.url, POLLS, MCP_TOOLS);
  client = await newTriggerClient();
  const { key } = await createApiKey(client.projectId, { name: "slow" });
  headers = { "x-api-key": key, "content-type": "application/json" };
  triggerId = await client.upsert("LOOPBACK_LISTED", await connectLoopback(client.projectId, "ada", "key-of-ada"));
  api = await startMeasured();
  const helper = (body: object) => Promise.resolve({ data: body, error: "" });
  door = await openHelperServer(socketPath, KEY, () => ({ helper, signal: new AbortController().signal, on: ON }));
  sandbox = listenAsSandbox();
  await once(sandbox, "listening");
});
afterAll(async () => {
  sandbox.close();
  await Promise.all([api.stop(), door.close(), peer.stop()]);
});

const execute = () => {
  const body = JSON.stringify({ user_id: "ada", arguments: { title: "x" } });
  const target = { port: api.port, method: "POST", path: `/api/v3/tools/execute/${MCP_TOOLS[0]?.slug ?? ""}` };
  return peer.ask({ ...target, headers: { ...headers, "content-length": Buffer.byteLength(body) } }, body);
};

/** Receives the messages of an interpreter at the gateway, until the gateway ends the connection. */
async function hearGateway(): Promise<unknown> {
  const { take } = newOutcome(() => undefined);
  return new Promise((resolve, reject) => {
    openChannel(client.projectId, "kernel", { take, ended: resolve }).catch(reject);
  });
}

const WITHIN = { list: ['{"items":', "}"], item: ['{"items":[{"id":', "}]}"], object: ['{"a":', "}"] } as const;

/** For each: the text around the JSON, and the action that makes the server read it. */
const PARTS: Record<string, { wrap?: readonly [string, string]; work: () => Promise<unknown> }> = {
  "an answer": { work: execute },
  "a member of an answer": { wrap: WITHIN.object, work: execute },
  "a list of a poll": {
    wrap: WITHIN.list,
    work: () => pollTrigger({ projectId: client.projectId, id: triggerId }, ON),
  },
  "an id of a poll": { wrap: WITHIN.item, work: () => pollTrigger({ projectId: client.projectId, id: triggerId }, ON) },
  "a request for a helper": {
    wrap: WITHIN.object,
    work: () =>
      peer.askWithHostile({
        ...{ socketPath, path: "/run_composio_tool", method: "POST" },
        headers: { "x-session-access-key": KEY, "content-type": "application/json" },
      }),
  },
  "a message of a sandbox": { work: () => peer.writeLines((sandbox.address() as AddressInfo).port) },
  "a message of an interpreter": { work: hearGateway },
};

const megabytes = (): number => process.memoryUsage().rss / 1_000_000;

/** Runs work; returns the peak of memory meanwhile. */
async function withMemory(work: () => Promise<unknown>): Promise<number> {
  let most = megabytes();
  const timer = setInterval(() => void (most = Math.max(most, megabytes())), SAMPLE_MS);
  await work();
  clearInterval(timer);
  return Math.max(most, megabytes());
}

const health = () => ({ port: api.port, path: "/api/health" });

type Worst = { longest: number; kind: string; memory: number; asked: number };

/** One kind after the other. A long health check is tried again: the first of a kind compiles what reads it. */
async function measure({ wrap, work }: (typeof PARTS)[string]): Promise<Worst> {
  const worst: Worst = { longest: 0, kind: "", memory: 0, asked: 0 };
  const once = async (): Promise<number> => {
    const { longest, count } = await peer.watch(health(), async () => {
      worst.memory = Math.max(worst.memory, await withMemory(work));
    });
    worst.asked += count;
    return longest;
  };
  for (const kind of Object.keys(HOSTILE_JSON)) {
    await peer.choose(kind, BYTES, wrap);
    const first = await once();
    const longest = first <= MAX_HEALTH_MS / 2 ? first : Math.min(first, await once(), await once());
    if (longest > worst.longest) Object.assign(worst, { longest, kind });
  }
  return worst;
}

it("what the server asks and runs cannot keep it from answering others", { timeout: HOUR }, async () => {
  for (const { work } of Object.values(PARTS)) {
    await peer.choose(undefined, 0);
    await work();
  }
  const idle = megabytes();
  const over: string[] = [];
  for (const [part, how] of Object.entries(PARTS)) {
    const { longest, kind, memory, asked: requestCount } = await measure(how);
    expect(requestCount).toBeGreaterThanOrEqual(Object.keys(HOSTILE_JSON).length);
    const line = `${part}: the longest health check ${longest.toFixed(0)} ms (${kind}), ${(memory - idle).toFixed(0)} MB above idle`;
    if (SOAK > 0) process.stdout.write(`${line}\n`);
    if (longest > MAX_HEALTH_MS || memory - idle > MAX_MEMORY_MB) over.push(line);
  }
  if (SOAK > 0) expect(over).toEqual([]);
});
