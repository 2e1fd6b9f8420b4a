/**
 * Events of providers, reported and polled, while one copy of the app after another is killed: each arrives at the
 * receiver as one event, and none is missing.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { installLoopbackTriggers, newTriggerClient, signed } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { connectLoopback, startProvider } from "@/test/servers/loopback-provider";
import { queryRows } from "@/test/setup/query-rows";
import { testProgram } from "@/test/setup/test-program";
import { restartOverdue } from "./polling/schedule-polls";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = Array.from({ length: 30 }, () => "0.05").join(",");
});

/** `npm run soak -- triggers` makes it more. */
const EVENTS = Number(process.env.PATCHBAY_SOAK_TRIGGERS ?? 400);
const KILLS = Math.max(2, Math.floor(EVENTS / 500));
/** One half is reported, the other half polled. */
const HALF = EVENTS / 2;
const TRIGGERS = 4;
const SENDERS = 16;
const [PAGE, MINUTE_MS] = [100, 60_000];

const TYPES = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature }
  secret: { from: generated }
  eventId: { header: x-id }
  hook:
    create: { method: POST, path: /hooks, body: { url: "{url}", secret: "{secret}" } }
    id: id
triggers:
  LOOPBACK_RANG:
    name: Rang
    description: Somebody rings.
    config: { door: { type: string, description: The door } }
    payload: { n: integer }
    sample: { body: { n: 1 } }
  LOOPBACK_CHANGED:
    name: Changed
    description: Something changes, by a token of the provider.
    config: { part: { type: integer, description: The part of all changes } }
    poll:
      start: { request: { path: /start }, token: token }
      request: { path: /changes, query: { since: "{cursor.token}", part: "{config.part}" } }
      items: changes
      id: "{item.n}"
      token: token
    payload: { n: integer }
    sample: { body: { changes: [{ n: 1 }] } }
`;

const CHILD = testProgram("test/children/triggers/trigger-copy-child.ts");
type Copy = { child: ChildProcess; port: number };
const ends: (() => unknown)[] = [];
const copies: Copy[] = [];
afterAll(async () => {
  for (const { child } of copies) child.kill("SIGKILL");
  for (const end of ends) await end();
});

async function startCopy(): Promise<void> {
  const child = fork(CHILD, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [port] = (await once(child, "message")) as [number];
  copies.push({ child, port });
}

/** What the receiver got: the number of each event, by the ID of its message. */
const received = new Map<string, number>();
let deliveries = 0;
async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { n: number } };
      received.set(String(request.headers["webhook-id"]), data.n);
      deliveries++;
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

type Hook = { url: string; secret: string };
const hooks: Hook[] = [];
/** The highest number in the provider's list; it grows until all are there. */
let newest = 0;

/** A provider with a list of changes in parts, a page of it at a time. */
async function startChanging(): Promise<string> {
  const provider = await startProvider();
  ends.push(() => provider.close());
  provider.answer = (request, response) => {
    const write = (body: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    const url = new URL(request.url, "http://x");
    if (url.pathname === "/hooks") return void write({ id: hooks.push(JSON.parse(request.body) as Hook) });
    if (url.pathname === "/start") return void write({ token: "0" });
    const [since, part] = [Number(url.searchParams.get("since")), Number(url.searchParams.get("part"))];
    const changes = [];
    let n = since + 1;
    for (; n <= newest && changes.length < PAGE; n++) if (n % TRIGGERS === part) changes.push({ n: HALF + n });
    write({ changes, token: String(n - 1) });
  };
  return provider.baseUrl;
}

/** Reports one event as providers do: again until it is taken. */
async function reportOne(n: number): Promise<void> {
  const { url, secret } = hooks[n % TRIGGERS] ?? { url: "", secret: "" };
  const raw = JSON.stringify({ n });
  const headers = { "content-type": "application/json", "x-signature": signed(secret, raw), "x-id": `event-${n}` };
  for (let turn = n; ; turn++) {
    const { port } = copies[turn % copies.length] ?? { port: 0 };
    const address = `http://127.0.0.1:${port}${new URL(url).pathname}`;
    const answer = await fetch(address, { method: "POST", headers, body: raw }).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** As if minutes had passed: leases of killed polls are over, each poll is due, and the watchdog looks. */
async function passMinutes(): Promise<void> {
  await queryRows(
    "test.pass-minutes",
    `UPDATE trigger_instance SET poll_at = now() - interval '10 minutes', lease_until = now() - interval '1 second'
      WHERE slug = 'LOOPBACK_CHANGED' AND (lease_until IS NULL OR lease_owner <> ALL($1::text[]))`,
    [await livingLeases()],
  );
  await restartOverdue({}, ON);
}
let earlier = new Set<string>();
/** Leases that came since the last look: their polls can still run. */
async function livingLeases(): Promise<string[]> {
  const rows = await queryRows<{ owner: string }>(
    "test.leases",
    "SELECT lease_owner AS owner FROM trigger_instance WHERE lease_owner IS NOT NULL",
    [],
  );
  const fresh = rows.map(({ owner }) => owner).filter((owner) => !earlier.has(owner));
  earlier = new Set(rows.map(({ owner }) => owner));
  return fresh;
}

it(
  "loses and doubles nothing",
  async () => {
    const client = await newTriggerClient();
    await installLoopbackTriggers(await startChanging(), TYPES);
    const account = await connectLoopback(client.projectId, "ada", "key-of-ada");
    const { status } = await client.call("POST", "/webhook_subscriptions", {
      webhook_url: await startReceiver(),
      enabled_events: ["composio.trigger.message"],
    });
    expect(status).toBe(201);
    for (let part = 0; part < TRIGGERS; part++) {
      await client.upsert("LOOPBACK_RANG", account, { door: String(part) });
      await client.upsert("LOOPBACK_CHANGED", account, { part, interval: 1 / 6 });
    }
    await startCopy();
    await startCopy();
    const startedAt = performance.now();
    const isCursor = { slug: "LOOPBACK_CHANGED", polledAt: { not: null } };
    await vi.waitFor(async () => expect(await db.triggerInstance.count({ where: isCursor })).toBe(TRIGGERS), {
      timeout: MINUTE_MS,
      interval: 50,
    });
    let next = 1;
    const senders = Array.from({ length: SENDERS }, async () => {
      while (next <= HALF) {
        const n = next++;
        newest = n;
        await reportOne(n);
      }
    });
    for (let kill = 1; kill <= KILLS; kill++) {
      await vi.waitFor(() => expect(next).toBeGreaterThan((HALF * kill) / (KILLS + 1)), {
        timeout: 2 * MINUTE_MS,
        interval: 5,
      });
      copies.shift()?.child.kill("SIGKILL");
      await startCopy();
      await passMinutes();
    }
    await Promise.all(senders);
    await vi.waitFor(
      async () => {
        await passMinutes();
        expect(new Set(received.values()).size).toBe(EVENTS);
      },
      { timeout: 5 * MINUTE_MS, interval: 500 },
    );
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const waiting = { projectId: client.projectId, state: { not: "delivered" } };
    await vi.waitFor(async () => expect(await db.webhookDelivery.count({ where: waiting })).toBe(0), {
      timeout: MINUTE_MS,
      interval: 200,
    });
    // An event that was recorded twice would have two IDs.
    expect([...received.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1));
    const isMessage = { projectId: client.projectId, type: "composio.trigger.message" };
    expect(await db.webhookEvent.count({ where: isMessage })).toBe(EVENTS);
    if (process.env.PATCHBAY_SOAK_TRIGGERS)
      process.stdout.write(`${EVENTS} events in ${seconds} s, ${KILLS} kills, ${deliveries} deliveries\n`);
  },
  10 * MINUTE_MS + EVENTS * 60,
);
