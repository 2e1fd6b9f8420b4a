/** Receivers that take their time: a copy that stops waits for them, and other projects do not. */
import { fork } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent } from "../events/record-event";
import { createSubscription } from "../subscriptions/subscriptions";
import { startDelivering } from "./start-delivering";
import { testProgram } from "@/test/setup/test-program";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = "600";
  process.env.PATCHBAY_WEBHOOK_TIMEOUT_SECONDS = "60";
});

const CHILD = testProgram("test/children/deliver-child.ts");
const TYPE = "composio.webhook.disabled" as const;
const within = { timeout: 60_000, interval: 20 };
const servers: Server[] = [];

/** A receiver that answers each request, or none at all. */
async function receive(hangs: boolean): Promise<{ url: string; got: () => number }> {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount++;
    if (!hangs) response.writeHead(200).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got: () => requestCount };
}

/** Events without a lane in common: all of them may be sent at once. */
const record = (projectId: string, total: number) =>
  db.$transaction(async (tx) => {
    for (let n = 0; n < total; n++) await recordEvent(tx, projectId, { type: TYPE, payload: { n } });
  });
const subscribe = (projectId: string, url: string) =>
  createSubscription(projectId, { url, enabledEvents: [TYPE], version: "V3" });

afterAll(async () => {
  const stopped = runStops(() => undefined);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await stopped;
});

it("a stopping copy lets its current attempt end, and begins no other", async () => {
  const projectId = newId("project");
  let answer: (() => void) | undefined;
  const server = createServer((_, response) => (answer = () => response.writeHead(200).end()));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await subscribe(projectId, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  for (let n = 0; n < 3; n++) {
    const event = { type: TYPE, payload: { n }, lane: "one" } as const;
    await db.$transaction((tx) => recordEvent(tx, projectId, event));
  }
  const copy = fork(CHILD, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await vi.waitFor(() => expect(answer).toBeDefined(), within);
  const exit = new Promise((resolve) => copy.once("exit", resolve));
  const stopping = new Promise((resolve) =>
    copy.on("message", (message) => message === "stopping" && resolve(undefined)),
  );
  copy.send("stop");
  await stopping;
  answer?.();
  await exit;
  const rows = await db.webhookDelivery.findMany({ where: { projectId }, orderBy: { id: "asc" } });
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
    ["delivered", 1],
    ["waiting", 0],
    ["waiting", 0],
  ]);
}, 120_000);

it("a project whose receivers all hang leaves room for others, and so do two such projects", async () => {
  const [first, second, well] = [newId("project"), newId("project"), newId("project")];
  const hanging = await Promise.all([1, 2, 3, 4, 5].map(() => receive(true)));
  const open = () => hanging.reduce((sum, { got: getCount }) => sum + getCount(), 0);
  startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
  for (const project of [first, second])
    for (let n = 0; n < 18; n++) await subscribe(project, hanging[n % 5]?.url ?? "");
  await record(first, 8);
  // Half of all: as many stay free.
  await vi.waitFor(() => expect(open()).toBe(128), within);
  await record(second, 8);
  await vi.waitFor(() => expect(open()).toBe(128 + 64), within);
  const receiver = await receive(false);
  await subscribe(well, receiver.url);
  await record(well, 20);
  await vi.waitFor(() => expect(receiver.got()).toBe(20), within);
  expect(open()).toBe(128 + 64);
}, 120_000);

it("triggers whose own URL hangs leave the webhook of the project its slots, and it leaves them theirs", async () => {
  const [projectId, otherProject] = [newId("project"), newId("project")];
  const MESSAGE = "composio.trigger.message";
  const [hanging, well] = [await receive(true), await receive(false)];
  const triggerOf = (n: number, egressUrl: string | null) => ({
    ...{
      triggerSlug: "GITHUB_COMMIT_EVENT",
      triggerId: `ti_${projectId}_${n}_${egressUrl === null}`,
      toolkitSlug: "github",
    },
    ...{ userId: "ann", connectedAccountId: "ca_1", authConfigId: "ac_1", egressUrl },
  });
  const recordAll = (project: string, total: number, egressUrl: string | null) =>
    db.$transaction(async (tx) => {
      for (let n = 0; n < total; n++)
        await recordEvent(tx, project, { type: MESSAGE, trigger: triggerOf(n, egressUrl), payload: { n } });
    });
  await createSubscription(projectId, { url: well.url, enabledEvents: [MESSAGE], version: "V3" });
  await recordAll(projectId, 60, hanging.url);
  await vi.waitFor(() => expect(hanging.got()).toBe(8), within);
  await recordAll(projectId, 40, null);
  await vi.waitFor(() => expect(well.got()).toBe(40), within);
  expect(hanging.got()).toBe(8);
  await createSubscription(otherProject, { url: hanging.url, enabledEvents: [MESSAGE], version: "V3" });
  await recordAll(otherProject, 60, null);
  await vi.waitFor(() => expect(hanging.got()).toBe(16), within);
  await recordAll(otherProject, 40, well.url);
  await vi.waitFor(() => expect(well.got()).toBe(80), within);
}, 120_000);
