/** Outcomes of attempts that cannot be written: those that come in the meantime are still written. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { pool } from "@/lib/kernel/database/pools";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent } from "../events/record-event";
import { createSubscription } from "../subscriptions/subscriptions";
import { startDelivering } from "./start-delivering";

const within = { timeout: 20_000, interval: 20 };
const MESSAGE = "composio.trigger.message";
const projectId = newId("project");
const numbers: number[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const message = JSON.parse(Buffer.concat(chunks).toString()) as { data: { n: number } };
    numbers.push(message.data.n);
    response.writeHead(200).end();
  });
});

afterAll(async () => {
  await runStops(() => undefined);
  server.closeAllConnections();
  server.close();
});

const record = (n: number, triggerId: string) => {
  const facts = { triggerSlug: "GITHUB_COMMIT_EVENT", toolkitSlug: "github", userId: "ann", authConfigId: "ac_1" };
  const trigger = { ...facts, triggerId, connectedAccountId: "ca_1" };
  return db.$transaction((tx) => recordEvent(tx, projectId, { type: MESSAGE, trigger, payload: { n } }));
};

/** Holds the next outcomes of attempts before they are written, and loses them when `lose` is called. */
async function holdOutcomes(): Promise<{ lose: () => void }> {
  const query = pool().query.bind(pool()) as (...values: unknown[]) => unknown;
  return new Promise((resolve) => {
    const spy = vi.spyOn(pool(), "query").mockImplementation((async (...values: unknown[]) => {
      if ((values[0] as { name?: string }).name !== "webhooks.record-attempts") return query(...values);
      spy.mockRestore();
      await new Promise<void>((lose) => resolve({ lose }));
      throw new Error("the connection is gone");
    }) as never);
  });
}

it("writes outcomes that come while others are lost", async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await createSubscription(projectId, { url, enabledEvents: [MESSAGE], version: "V3" });
  startDelivering(() => Promise.resolve({ organizationId: "ok_1", storesPayloads: true }));
  const holding = holdOutcomes();
  await record(1, "ti_first");
  const { lose } = await holding;
  await record(2, "ti_second");
  await vi.waitFor(() => expect(numbers).toEqual([1, 2]), within);
  // The second answer is read while the first outcome is held.
  await sleep(100);
  lose();
  const delivered = () => db.webhookDelivery.count({ where: { projectId, lane: "ti_second", state: "delivered" } });
  await vi.waitFor(async () => expect(await delivered()).toBe(1), within);
  expect(numbers).toEqual([1, 2]);
});
