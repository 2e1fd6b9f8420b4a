/** Deliveries that are taken with their events: in the order of their lanes, and never what another copy can send. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { pool } from "@/lib/kernel/database/pools";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent, recordEvents, toEventRow, type NewEvent } from "../events/record-event";
import { createSubscription } from "../subscriptions/subscriptions";
import { startDelivering } from "./start-delivering";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = "600";
});

const within = { timeout: 30_000, interval: 20 };
const MESSAGE = "composio.trigger.message";
type Delivery = { project: string; lane: string; n: number };
const received: Delivery[] = [];
let answer: (n: number) => number | Promise<number> = () => 200;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { lane: string; n: number } };
    received.push({ project: request.url?.slice(1) ?? "", ...data });
    void Promise.resolve(answer(data.n)).then((status) => response.writeHead(status).end());
  });
});

const deleted = new Set<string>();
let url = "";
let projectId = "";
let subscriptionId = "";

const eventOf = (lane: string, n: number, more: Partial<NewEvent> = {}): NewEvent => ({
  type: MESSAGE,
  trigger: {
    ...{ triggerSlug: "GITHUB_COMMIT_EVENT", triggerId: lane, toolkitSlug: "github", userId: "ann" },
    ...{ connectedAccountId: "ca_1", authConfigId: "ac_1" },
  },
  payload: { lane, n },
  ...more,
});

const statesIn = (tx: { $queryRawUnsafe: <Rows>(text: string, ...values: unknown[]) => Promise<Rows> }) =>
  tx.$queryRawUnsafe<{ lane: string; state: string }[]>(
    "SELECT lane, state FROM webhook_delivery WHERE project_id = $1 ORDER BY seq",
    projectId,
  );

/** Records events in one transaction; gives the states of all deliveries before its commit. */
const record = (events: readonly NewEvent[]) =>
  inHotTransaction(async (tx) => {
    await recordEvents(
      tx,
      projectId,
      events.map((event) => toEventRow(projectId, event)),
    );
    return (await statesIn(tx)).map(({ state }) => state);
  });

const gotOf = (lane: string) =>
  received.filter((delivery) => delivery.project === projectId && delivery.lane === lane).map(({ n }) => n);
const deliveredCount = () => db.webhookDelivery.count({ where: { projectId, state: "delivered" } });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  startDelivering((id) =>
    Promise.resolve(deleted.has(id) ? undefined : { organizationId: undefined, storesPayloads: true }),
  );
});
beforeEach(async () => {
  answer = () => 200;
  projectId = newId("project");
  const subscription = { url: `${url}${projectId}`, enabledEvents: [MESSAGE], version: "V3" as const };
  ({ id: subscriptionId } = await createSubscription(projectId, subscription));
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await runStops(() => undefined);
  server.closeAllConnections();
  server.close();
});

it("each is sent once after the commit, in the order of its lane, with one attempt", async () => {
  const numbers = Array.from({ length: 120 }, (_, n) => n);
  const states = new Set<string>();
  for (let from = 0; from < 120; from += 20)
    for (const state of await record(numbers.slice(from, from + 20).map((n) => eventOf(`ti_${n % 3}`, n))))
      states.add(state);
  expect(states).toContain("sending");
  await vi.waitFor(async () => expect(await deliveredCount()).toBe(120), within);
  for (const rest of [0, 1, 2]) expect(gotOf(`ti_${rest}`)).toEqual(numbers.filter((n) => n % 3 === rest));
  expect(await db.webhookAttempt.count({ where: { projectId } })).toBe(120);
  expect(await db.webhookDelivery.count({ where: { projectId, attempts: 1, claim: null } })).toBe(120);
});

it("nothing is sent of a transaction that is rolled back", async () => {
  const rolledBack = inHotTransaction(async (tx) => {
    await recordEvent(tx, projectId, eventOf("ti_1", 1));
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await record([eventOf("ti_1", 2)]);
  await vi.waitFor(async () => expect(await deliveredCount()).toBe(1), within);
  expect(gotOf("ti_1")).toEqual([2]);
});

describe("an event waits", () => {
  it("if another copy sends of its lane, and those of other lanes do not", async () => {
    const event = await inHotTransaction((tx) => recordEvent(tx, projectId, eventOf("ti_mine", 0)));
    await vi.waitFor(async () => expect(await deliveredCount()).toBe(1), within);
    const ofOther = { projectId, subscriptionId, eventId: event.id, seq: 0n, lane: "ti_other" };
    const ofOtherCopy = {
      claim: "whc_other",
      claimedUntil: new Date(Date.now() + 60_000),
      nextAt: null,
      state: "sending",
    };
    await db.webhookDelivery.create({ data: { ...ofOther, ...ofOtherCopy } });
    const states = await record([eventOf("ti_other", 1), eventOf("ti_mine", 2)]);
    expect(states.at(-2)).toBe("waiting");
    await vi.waitFor(() => expect(gotOf("ti_mine")).toEqual([0, 2]), within);
    expect(gotOf("ti_other")).toEqual([]);
    await db.webhookDelivery.updateMany({ where: { claim: "whc_other" }, data: { claimedUntil: new Date(0) } });
    await vi.waitFor(() => expect(gotOf("ti_other")).toEqual([1]), within);
  });

  it("behind the events of its lane that wait", async () => {
    const pause = (pausedAt: Date | null) =>
      db.webhookSubscription.update({ where: { id: subscriptionId }, data: { pausedAt } });
    await pause(new Date());
    await record([eventOf("ti_1", 1), eventOf("ti_1", 2)]);
    await pause(null);
    await record([eventOf("ti_1", 3), eventOf("ti_1", 4)]);
    await vi.waitFor(async () => expect(await deliveredCount()).toBe(4), within);
    expect(gotOf("ti_1")).toEqual([1, 2, 3, 4]);
  });

  it("if another copy claims of the receiver at this moment", async () => {
    const other = await pool().connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT id FROM webhook_subscription WHERE id = $1 FOR UPDATE", [subscriptionId]);
      expect(await record([eventOf("ti_1", 1)])).toEqual(["waiting"]);
      await other.query("ROLLBACK");
    } finally {
      other.release();
    }
    await vi.waitFor(() => expect(gotOf("ti_1")).toEqual([1]), within);
  });

  it.each([
    ["is paused", { pausedAt: new Date() }],
    ["rests", { restUntil: new Date(Date.now() + 60_000) }],
    ["has failed five times", { failures: 5 }],
  ])("if its receiver %s", async (_, data) => {
    await db.webhookSubscription.update({ where: { id: subscriptionId }, data });
    expect(await record([eventOf("ti_1", 1)])).toEqual(["waiting"]);
  });

  it("if it goes to a URL of its trigger, and if it is a sample", async () => {
    const { trigger } = eventOf("ti_1", 1);
    const elsewhere = eventOf("ti_1", 1, { ...(trigger && { trigger: { ...trigger, egressUrl: `${url}x` } }) });
    expect(await record([elsewhere, eventOf("ti_2", 2, { sample: true })])).toEqual(["waiting", "waiting"]);
  });
});

it("a failed delivery waits for its next attempt, and later events of its lane pass it", async () => {
  answer = () => (gotOf("ti_1").length === 1 ? 503 : 200);
  await record([eventOf("ti_1", 1), eventOf("ti_1", 2)]);
  await vi.waitFor(async () => expect(await deliveredCount()).toBe(1), within);
  expect(gotOf("ti_1")).toEqual([1, 2]);
  expect(await db.webhookDelivery.count({ where: { projectId, state: "waiting", attempts: 1 } })).toBe(1);
});

it("nothing is sent of a project that was deleted after the commit", async () => {
  deleted.add(projectId);
  await record([eventOf("ti_1", 1)]);
  await vi.waitFor(
    async () => expect(await db.webhookDelivery.count({ where: { projectId, state: "dead" } })).toBe(1),
    within,
  );
  expect(gotOf("ti_1")).toEqual([]);
});

const opens: (() => void)[] = [];
afterEach(() => opens.splice(0).forEach((open) => open()));

/** Something that a test holds back until it lets it go on. */
function gate() {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opening = new Promise<void>((resolve) => void opens.push(resolve));
  const open = opens.at(-1) ?? reach;
  return { pass: () => (reach(), opening), reached, open };
}

/** Holds back a statement of the pool once. */
function holdBack(name: string) {
  const barrier = gate();
  const query = pool().query.bind(pool()) as (...values: unknown[]) => unknown;
  let isFirst = true;
  vi.spyOn(pool(), "query").mockImplementation((async (...values: unknown[]) => {
    if (isFirst && (values[0] as { name?: string }).name === name) {
      isFirst = false;
      await barrier.pass();
    }
    return query(...values);
  }) as never);
  return barrier;
}

it("a later event does not pass those of a slow lane that are given back", async () => {
  const first = gate();
  answer = async (n) => {
    if (n === 1 && gotOf("ti_1").length === 1) await first.pass();
    return 200;
  };
  await record([1, 2, 3].map((n) => eventOf("ti_1", n)));
  await first.reached;
  const release = holdBack("webhooks.release");
  const realNow = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => realNow() + 60_000);
  first.open();
  await release.reached;
  clock.mockRestore();
  expect((await record([eventOf("ti_1", 4)])).at(-1)).toBe("waiting");
  release.open();
  await vi.waitFor(async () => expect(await deliveredCount()).toBe(4), within);
  expect(gotOf("ti_1")).toEqual([1, 2, 3, 4]);
});

/** Commits the next transaction, and loses the answer. */
function loseCommit(): void {
  const connect = pool().connect.bind(pool());
  vi.spyOn(pool(), "connect").mockImplementationOnce(async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(client, "query").mockImplementation((async (...values: unknown[]) => {
      const answer = await query(...values);
      if (values[0] !== "COMMIT") return answer;
      spy.mockRestore();
      throw new Error("the connection is gone");
    }) as never);
    return client;
  });
}

/** Loses the next outcomes of attempts. */
function loseOutcome(): Promise<void> {
  const query = pool().query.bind(pool()) as (...values: unknown[]) => unknown;
  return new Promise((resolve) => {
    const spy = vi.spyOn(pool(), "query").mockImplementation((async (...values: unknown[]) => {
      if ((values[0] as { name?: string }).name !== "webhooks.record-attempts") return query(...values);
      spy.mockRestore();
      resolve();
      throw new Error("the connection is gone");
    }) as never);
  });
}

it.each([
  [
    "commit was done without an answer",
    [1, 2],
    async () => {
      loseCommit();
      await expect(record([eventOf("ti_1", 1)])).rejects.toThrow("the connection is gone");
    },
  ],
  [
    "attempt could not be written down",
    [1, 1, 2],
    async () => {
      const losing = loseOutcome();
      await record([eventOf("ti_1", 1)]);
      await losing;
    },
  ],
])("a later event does not pass one whose %s", async (_, numbers, lose) => {
  const first = gate();
  answer = async (n) => {
    if (n === 0) await first.pass();
    return 200;
  };
  await record([eventOf("ti_0", 0)]);
  await first.reached;
  await lose();
  expect(await record([eventOf("ti_1", 2)])).toEqual(["sending", "sending", "waiting"]);
  first.open();
  const earlier = { projectId, lane: "ti_1", state: "sending" };
  await db.webhookDelivery.updateMany({ where: earlier, data: { claimedUntil: new Date(0) } });
  await vi.waitFor(async () => expect(await deliveredCount()).toBe(3), within);
  expect(gotOf("ti_1")).toEqual(numbers);
});
