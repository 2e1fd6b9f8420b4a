/**
 * Two copies of the app record events and deliver them while one after another is killed in the middle, and a receiver
 * fails and hangs.
 */
import { fork, type ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import type { RecordRequest } from "@/test/children/triggers/record-and-deliver-child";
import type { NewEvent } from "../events/record-event";
import { createSubscription } from "../subscriptions/subscriptions";
import { testProgram } from "@/test/setup/test-program";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = Array.from({ length: 30 }, () => "0.05").join(",");
  process.env.PATCHBAY_WEBHOOK_TIMEOUT_SECONDS = "1";
});

const CHILD = testProgram("test/children/triggers/record-and-deliver-child.ts");
const MESSAGE = "composio.trigger.message";
/** `npm run soak -- webhooks` makes it more. */
const EVENTS = Number(process.env.PATCHBAY_SOAK_WEBHOOKS ?? 300);
const LANES = Math.max(10, EVENTS / 100);
const KILLS = Math.max(3, Math.floor(EVENTS / 500));
/** Written in one transaction. */
const BATCH = 10;
/** Events are recorded this far ahead of the attempts, so that copies are killed while they record. */
const LEAD = EVENTS / 3;

const servers: Server[] = [];
const children = new Set<ChildProcess>();
type Delivery = { id: string; body: string; taken: boolean };
type Receiver = { url: string; got: Delivery[]; twiceAtOnce: string[] };

/**
 * A receiver that treats its nth request as it is told, and sees whether an event comes while it is still being sent.
 */
async function receive(how: (count: number) => number | "hang"): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const open = new Set<string>();
  const twiceAtOnce: string[] = [];
  const server = createServer((request, response) => {
    const id = String(request.headers["webhook-id"]);
    if (open.has(id)) twiceAtOnce.push(id);
    open.add(id);
    response.on("close", () => open.delete(id));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = how(deliveries.length);
      const body = Buffer.concat(chunks).toString();
      deliveries.push({ id, body, taken: status === 200 });
      if (status !== "hang") response.writeHead(status).end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got: deliveries, twiceAtOnce };
}

const idOf = (projectId: string, n: number): string => `msg_${projectId}_${n}`;

function toEvent(projectId: string, n: number): NewEvent {
  const trigger = {
    triggerSlug: "GITHUB_COMMIT_EVENT",
    triggerId: `ti_${n % LANES}`,
    toolkitSlug: "github",
    userId: "ann",
    connectedAccountId: "ca_1",
    authConfigId: "ac_1",
  };
  return { id: idOf(projectId, n), type: MESSAGE, trigger, payload: { n } };
}

/** Has the events from `from` recorded by a copy, in one transaction that it delivers from. */
function recordBatch(copy: ChildProcess, projectId: string, from: number): Promise<void> {
  const numbers = Array.from({ length: Math.min(BATCH, EVENTS - from) }, (_, n) => from + n);
  const request: RecordRequest = { number: from, projectId, events: numbers.map((n) => toEvent(projectId, n)) };
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error("The copy was killed."));
    const onMessage = (answer: { number?: number; error?: string }): void => {
      if (answer.number !== from) return;
      copy.off("message", onMessage).off("exit", onExit);
      if (answer.error === undefined) resolve();
      else reject(new Error(answer.error));
    };
    copy.on("message", onMessage).once("exit", onExit);
    if (!copy.connected) return onExit();
    copy.send(request, (error) => error && reject(error));
  });
}

/**
 * The copies record in turn. A database on a busy machine might not answer for a while, and a copy can be killed before
 * its answer; an event with a known id is recorded once.
 */
async function recordAll(copies: readonly ChildProcess[], projectId: string, attempts: () => number): Promise<void> {
  let turn = 0;
  for (let from = 0; from < EVENTS; from += BATCH) {
    await vi.waitFor(() => expect(attempts()).toBeGreaterThanOrEqual(from - LEAD), { timeout: 120_000, interval: 5 });
    const recordNext = async (): Promise<void> => {
      const copy = copies[turn++ % copies.length];
      if (copy) await recordBatch(copy, projectId, from);
    };
    await vi.waitFor(recordNext, { timeout: 120_000, interval: 50 });
  }
}

async function startCopy(): Promise<ChildProcess> {
  const child = fork(CHILD, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  children.add(child);
  await new Promise((resolve) => child.once("message", resolve));
  return child;
}

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it(
  "every event arrives as one event, in the order of its trigger if the receiver works",
  async () => {
    const projectId = newId("project");
    const failing = await receive((count) => (count % 20 === 7 ? "hang" : count % 10 < 3 ? 503 : 200));
    const well = await receive(() => 200);
    for (const { url } of [failing, well])
      await createSubscription(projectId, { url, enabledEvents: [MESSAGE], version: "V3" });
    const ids = Array.from({ length: EVENTS }, (_, n) => idOf(projectId, n));
    const startedAt = performance.now();
    const copies = [await startCopy(), await startCopy()];
    const recording = recordAll(copies, projectId, () => failing.got.length);
    for (let kill = 0; kill < KILLS; kill++) {
      const part = 0.05 + (0.9 * kill) / KILLS;
      await vi.waitFor(() => expect(failing.got.length).toBeGreaterThan(EVENTS * part), {
        timeout: 120_000,
        interval: 5,
      });
      copies.shift()?.kill("SIGKILL");
      copies.push(await startCopy());
    }
    await recording;
    const waiting = { projectId, state: { not: "delivered" } };
    await vi.waitFor(async () => expect(await db.webhookDelivery.count({ where: waiting })).toBe(0), {
      timeout: 120_000 + EVENTS * 100,
      interval: 200,
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    for (const { got: deliveries, twiceAtOnce } of [failing, well]) {
      expect(twiceAtOnce).toEqual([]);
      expect(new Set(deliveries.filter(({ taken: wasAccepted }) => wasAccepted).map(({ id }) => id))).toEqual(
        new Set(ids),
      );
      expect(new Set(deliveries.map(({ id, body }) => `${id} ${body}`)).size).toBe(EVENTS);
    }
    const first = [...new Set(well.got.map(({ id }) => Number(id.split("_").at(-1))))];
    for (let lane = 0; lane < LANES; lane++) {
      const numbers = first.filter((n) => n % LANES === lane);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    if (process.env.PATCHBAY_SOAK_WEBHOOKS)
      process.stdout.write(
        `${EVENTS} events to two receivers in ${seconds} s, ${KILLS} kills: ` +
          `${failing.got.length} attempts at the one that fails, ${well.got.length} at the other\n`,
      );
  },
  480_000 + EVENTS * 200,
);
