/** The commands of `bin/patchbay` that wait for others: connect, listen and mcp. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { inRoot } from "@/scripts/paths.mjs";
import { runPatchbay, spawnPatchbay, startProduct, toEnvironment, type Product } from "@/test/servers/command-line";
import { connectLoopback } from "@/test/servers/loopback-provider";
import { newMcpServer, generateMcp } from "@/test/clients/mcp-api";

let product: Product;
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => product.stop());

type Running = { child: ChildProcessWithoutNullStreams; output: () => string; exitCode: Promise<number | null> };

function start(args: string[]): Running {
  const child = spawnPatchbay({ args, env: toEnvironment(product) });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { child, output: () => output, exitCode: new Promise((resolve) => child.once("close", resolve)) };
}

const WAIT = { timeout: 60_000, interval: 50 };

/** Waits until a command has written a text; returns the text's first group. */
const waitForText = (running: Running, pattern: RegExp): Promise<string> =>
  vi.waitFor(() => {
    const match = pattern.exec(running.output());
    if (!match) throw new Error(running.output());
    return match[1] ?? "";
  }, WAIT);

describe("connect", () => {
  it("shows a link, and ends when the user has connected the account", async () => {
    const running = start(["connect", "loopback", "--user", "carl"]);
    const link = await waitForText(running, /Open this link to connect the account: (http\S+)\n/);
    const { origin } = new URL(link);
    const body = new URLSearchParams({ action: "connect", api_key: "the-key-of-carl" });
    const answer = await fetch(link, { method: "POST", body, headers: { origin }, redirect: "manual" });
    expect(answer.status).toBeLessThan(400);
    expect(await running.exitCode).toBe(0);
    expect(running.output()).toMatch(/\nca_\S+ is connected \(loopback, user carl\)\.\n$/);
    expect(running.output()).toMatch(/^The auth config ac_\S+ is created\.\n/);
  });

  it("gives the link as JSON and does not wait", async () => {
    const options = { env: toEnvironment(product) };
    const { exitCode, stdout } = await runPatchbay(["connect", "loopback", "--no-wait", "--json"], options);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ redirect_url: expect.stringContaining(product.url) as string });
  });

  it("says that nobody used the link, and that a toolkit does not exist", async () => {
    const options = { env: toEnvironment(product) };
    const late = await runPatchbay(["connect", "loopback", "--timeout", "1", "--json"], options);
    expect(late.exitCode).toBe(1);
    expect(JSON.parse(late.stdout)).toMatchObject({ error: { status: expect.stringMatching(/^INITI/) as string } });
    expect((await runPatchbay(["connect", "nothing"], options)).exitCode).toBe(1);
  });

  it("ends with code 130 by Ctrl-C", async () => {
    const running = start(["connect", "loopback"]);
    await waitForText(running, /Open this link/);
    running.child.kill("SIGINT");
    expect(await running.exitCode).toBe(130);
  });
});

type Delivery = { headers: IncomingHttpHeaders; body: string };

describe("listen", () => {
  const trigger = {
    triggerSlug: "GITHUB_COMMIT_EVENT",
    triggerId: "ti_1",
    toolkitSlug: "github",
    userId: "ann",
    connectedAccountId: "ca_1",
    authConfigId: "ac_1",
  };
  const record = (payload: Record<string, unknown>) =>
    db.$transaction((tx) => recordEvent(tx, product.projectId, { type: "composio.trigger.message", trigger, payload }));

  it("forwards events with a signature that the receiver can verify", async () => {
    const deliveries: Delivery[] = [];
    const receiver = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      deliveries.push({ headers: request.headers, body });
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const running = start(["listen", "--forward", `http://127.0.0.1:${port}/hook`, "--limit", "2"]);
    const secret = await waitForText(running, /with the secret (whsec_\S+)\n/);
    await waitForText(running, /Events of \S+ are shown here/);
    await record({ ref: "main", text: "ünï \u001b[31m" });
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), WAIT);
    await record({ ref: "second" });
    expect(await running.exitCode).toBe(0);
    receiver.close();
    expect(secret).not.toContain(product.key);
    for (const { headers, body } of deliveries)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: "composio.trigger.message",
        id: headers["webhook-id"],
        metadata: { user_id: "ann", trigger_slug: "GITHUB_COMMIT_EVENT" },
      });
    expect(running.output()).toMatch(/composio\.trigger\.message {2}GITHUB_COMMIT_EVENT {2}user ann .*"ref":"main"/);
    expect(running.output()).toMatch(/forwarded: 202 \(\d+ ms\)/);
    expect(running.output()).not.toContain("\u001b");
  });

  it("writes one JSON value for each event of the chosen types", async () => {
    const running = start(["listen", "--json", "--limit", "1", "--type", "composio.trigger.message"]);
    await waitForText(running, /Events of \S+ are shown here/);
    await record({ ref: "json" });
    expect(await running.exitCode).toBe(0);
    const line = running
      .output()
      .split("\n")
      .find((text) => text.startsWith("{"));
    expect(JSON.parse(line ?? "")).toMatchObject({ data: { ref: "json" } });
  });

  it("takes what happened while it did not run from an inbox, again until it was forwarded", async () => {
    const { exitCode } = start(["listen", "--ack", "--limit", "1"]);
    await vi.waitFor(
      async () => expect(await db.webhookSubscription.count({ where: { name: "patchbay listen" } })).toBe(1),
      WAIT,
    );
    await record({ ref: "first" });
    expect(await exitCode).toBe(0);
    await record({ ref: "missed" });
    const bodies: string[] = [];
    const receiver = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      bodies.push(body);
      response.writeHead(bodies.length === 1 ? 500 : 200).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const running = start(["listen", "--ack", "--forward", `http://127.0.0.1:${port}/hook`, "--limit", "1"]);
    expect(await running.exitCode).toBe(0);
    receiver.close();
    expect(bodies.map((body) => (JSON.parse(body) as { data: unknown }).data)).toEqual([
      { ref: "missed" },
      { ref: "missed" },
    ]);
    await vi.waitFor(
      async () =>
        expect(await db.webhookDelivery.count({ where: { projectId: product.projectId, state: "delivered" } })).toBe(2),
      WAIT,
    );
  });

  it("ends if the key is refused", async () => {
    const env = { PATCHBAY_URL: product.url, PATCHBAY_API_KEY: "ak_wrong" };
    const { exitCode, stderr } = await runPatchbay(["listen"], { env });
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain("ak_wrong");
  });
});

describe("mcp", () => {
  const connectClient = async (args: string[], env: Record<string, string>): Promise<Client> => {
    const client = new Client({ name: "tests", version: "1.0.0" });
    const PATH = process.env.PATH ?? "";
    const command = { command: process.execPath, args: [inRoot("bin/patchbay"), "mcp", ...args] };
    await client.connect(new StdioClientTransport({ ...command, env: { PATH, HOME: "/nonexistent", ...env } }));
    return client;
  };
  let server: string;
  beforeAll(async () => {
    await connectLoopback(product.projectId, "ada", "the-key-of-ada");
    server = (await newMcpServer({ key: product.key })).id;
  });

  it("serves the official client on standard input and output by a signed address without a key", async () => {
    const owner = { key: product.key, projectId: product.projectId, userId: "", config: "" };
    const { users } = await generateMcp(owner, server, { user_ids: ["ada"] });
    const path = (users[0] ?? "").replace(/^.*\/v3\/mcp\//, "");
    const client = await connectClient([`${product.url}/v3/mcp/${path}`], {});
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("LOOPBACK_READ");
    const result = await client.callTool({ name: "LOOPBACK_READ", arguments: { q: "stdio" } });
    expect(result).toMatchObject({ structuredContent: { successful: true, data: { url: "/read?q=stdio" } } });
    await client.close();
  });

  it("tells the client that the list of tools has changed", async () => {
    const client = await connectClient([server, "--user", "ada"], toEnvironment(product));
    let changes = 0;
    client.fallbackNotificationHandler = async ({ method }) => {
      if (method === "notifications/tools/list_changed") changes++;
    };
    const headers = { "x-api-key": product.key, "content-type": "application/json" };
    const change = (allowed_tools: string[]) =>
      fetch(`${product.url}/api/v3/mcp/${server}`, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ allowed_tools }),
      });
    // The stream of the client opens a moment after its handshake, so the change is repeated until it arrives.
    await vi.waitFor(async () => {
      for (const tools of [["LOOPBACK_READ"], []]) expect((await change(tools)).status).toBe(200);
      await vi.waitFor(() => expect(changes).toBeGreaterThan(0), { timeout: 1000, interval: 20 });
    }, WAIT);
    await client.close();
  });

  it("answers a request of the revision without a handshake", async () => {
    const id = "io.modelcontextprotocol/";
    const _meta = {
      [`${id}protocolVersion`]: "2026-07-28",
      [`${id}clientInfo`]: { name: "tests", version: "1" },
      [`${id}clientCapabilities`]: {},
    };
    const message = {
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "LOOPBACK_READ", arguments: {}, _meta },
    };
    const { exitCode, stdout } = await runPatchbay(["mcp", server, "--user", "ada"], {
      env: toEnvironment(product),
      input: `${JSON.stringify(message)}\n`,
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 7, result: { structuredContent: { successful: true } } });
  });

  it("answers requests that the server refuses, and writes nothing else to standard output", async () => {
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } };
    const { exitCode, stdout, stderr } = await runPatchbay(["mcp", `${product.url}/v3/mcp/${server}?user_id=ada`], {
      input: `no message\n${JSON.stringify(initialize)}\n`,
    });
    expect(exitCode).toBe(0);
    const { id, error } = JSON.parse(stdout) as { id: number; error: { message: string } };
    expect({ id, message: error.message }).toEqual({ id: 1, message: expect.stringMatching(/key/i) as string });
    expect(stderr).toContain("is not a message of MCP");
  });
});
