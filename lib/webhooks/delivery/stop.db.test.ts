/** A copy of the app that stops gives back what a transaction took meanwhile, before it ends. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { pool } from "@/lib/kernel/database/pools";
import { newId } from "@/lib/kernel/ids";
import { onStop, runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent } from "../events/record-event";
import { createSubscription } from "../subscriptions/subscriptions";
import { startDelivering } from "./start-delivering";

const within = { timeout: 30_000, interval: 20 };
const MESSAGE = "composio.trigger.message";

function gate() {
  let reach: () => void = () => undefined;
  let open: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opening = new Promise<void>((resolve) => (open = resolve));
  const pass = (): Promise<void> => {
    reach();
    return opening;
  };
  return { pass, reached, open: () => open() };
}

const [attempt, commit, release] = [gate(), gate(), gate()];
const server = createServer((request, response) => {
  request.resume().on("end", () => void attempt.pass().then(() => response.writeHead(200).end()));
});
/** A connection of its own: the stop ends the pool. */
const client = new pg.Client(process.env.DATABASE_URL);
afterAll(async () => {
  server.close();
  await client.end();
});

async function countOf(projectId: string, state: string): Promise<number> {
  const text = "SELECT count(*)::int AS count FROM webhook_delivery WHERE project_id = $1 AND state = $2";
  const { rows } = await client.query<{ count: number }>(text, [projectId, state]);
  return rows[0]?.count ?? 0;
}

/** Records an event for a receiver of its own project; the commit waits for `before`. */
async function record(before: () => Promise<void>): Promise<{ projectId: string; recording: Promise<unknown> }> {
  const projectId = newId("project");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await createSubscription(projectId, { url, enabledEvents: [MESSAGE], version: "V3" });
  const trigger = {
    ...{ triggerSlug: "GITHUB_COMMIT_EVENT", triggerId: "ti_1", toolkitSlug: "github", userId: "ann" },
    ...{ connectedAccountId: "ca_1", authConfigId: "ac_1" },
  };
  const recording = inHotTransaction(async (tx) => {
    await recordEvent(tx, projectId, { type: MESSAGE, trigger, payload: {} });
    await before();
  });
  return { projectId, recording };
}

it("waits for what is given back after it began to stop", async () => {
  await client.connect();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  let hasStopped = false;
  // Stops run one after another, the last one first.
  onStop("test", () => Promise.resolve(void (hasStopped = true)));
  startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
  const { projectId: first } = await record(() => Promise.resolve());
  await attempt.reached;
  const { projectId: late, recording } = await record(commit.pass);
  await commit.reached;
  const query = pool().query.bind(pool()) as (...values: unknown[]) => unknown;
  vi.spyOn(pool(), "query").mockImplementation((async (...values: unknown[]) => {
    if ((values[0] as { name?: string }).name === "webhooks.release") await release.pass();
    return query(...values);
  }) as never);
  const stopping = runStops(() => undefined);
  commit.open();
  await recording;
  await release.reached;
  attempt.open();
  await vi.waitFor(async () => expect(await countOf(first, "delivered")).toBe(1), within);
  expect([await countOf(late, "sending"), hasStopped]).toEqual([1, false]);
  release.open();
  await stopping;
  expect(await countOf(late, "waiting")).toBe(1);
});
