/** Audit events reach the webhook endpoint that an owner chose: signed, in order, once, and from then on. */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { GET as getSettings, PATCH as updateSettings } from "@/app/api/v3/internal/patchbay/audit/settings/route";
import { db } from "@/lib/kernel/database/db";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";
import { deliverAuditEvent } from "@/lib/webhooks/events/deliver-audit-event";
import { createSubscription, deleteSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { hashOf } from "@/scripts/audit/verify-audit.mjs";
import { exportLines, parse, recordMany } from "@/test/clients/audit-chain";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { auditSettings, updateAuditSettings } from "./audit-settings";
import { sealAllAuditEvents } from "./seal-audit-events";
import { streamAuditEvents } from "./stream-audit-events";

type Received = { body: string; headers: Record<string, string> };
type Message = { type: string; data: Record<string, unknown> & { sequence: number; hash: string } };

const received: Received[] = [];
/** Events of an earlier test can still arrive: each test has its own path. */
let path = "/";
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => void (body += part.toString()));
  request.on("end", () => {
    if (request.url === path) received.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(200).end();
  });
});
let origin: string;
let owner: Owned;
let cookie: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  startDelivering(() => Promise.resolve({ organizationId: "org_1", storesPayloads: true }));
});
afterAll(async () => {
  await runStops(() => undefined);
  server.close();
});
beforeEach(async () => {
  owner = await createTestOwner();
  path = `/${owner.organizationId}`;
  received.length = 0;
  cookie = await sessionCookie(owner.userId);
});

/** As the clock job does it. */
const runJob = async () => {
  await sealAllAuditEvents();
  await streamAuditEvents(deliverAuditEvent);
};
const createEndpoint = (projectId = owner.projectId) =>
  createSubscription(projectId, {
    url: origin + path,
    version: "V3",
    enabledEvents: ["composio.webhook.disabled"],
    filters: [],
  });
const choose = (id: string | null, as = cookie) =>
  callRoute(updateSettings, { cookie: as }, { body: { stream_subscription_id: id } });
/** Rejects unless a statement waits for a lock of another transaction. */
const expectBlocked = async () => {
  const rows = await db.$queryRaw<unknown[]>`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND cardinality(pg_blocking_pids(pid)) > 0`;
  expect(rows).not.toHaveLength(0);
};
const waitFor = (count: number) =>
  vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 30_000, interval: 20 });
const messages = (): Message[] => received.map(({ body }) => JSON.parse(body) as Message);

it("are signed by the endpoint's secret, in the order and with the hashes of the chain", async () => {
  await recordMany(owner, 3);
  await runJob();
  const { id, secret } = await createEndpoint();
  expect(await choose(id)).toMatchObject({
    status: 200,
    body: { retention_days: null, stream: { project_id: owner.projectId, subscription_id: id, last_sequence: 3 } },
  });
  await recordMany(owner, 2);
  await Promise.all([runJob(), runJob()]);
  await runJob();
  // The choice itself is the first event.
  await waitFor(3);
  for (const { body, headers } of received)
    expect(new StandardWebhook(secret).verify(body, headers)).toMatchObject({ type: "patchbay.audit.event" });
  expect(messages().map(({ data }) => data.sequence)).toEqual([4, 5, 6]);
  const lines = (await exportLines(owner.organizationId)).map(parse).filter(({ type }) => type === "event");
  expect(messages().map(({ data }) => data)).toEqual(
    lines.filter(({ sequence }) => sequence > 3).map(({ type: _, ...event }) => event),
  );
  for (const { data } of messages()) expect(hashOf({ type: "event", ...data })).toBe(data.hash);
  expect(messages()[0]?.data).toMatchObject({ action: "audit.update", facts: { "to.stream_subscription_id": id } });
});

it("wait while the endpoint is gone, and go on at the next one without a gap", async () => {
  const [first, second] = [await createEndpoint(), await createEndpoint()];
  await choose(first.id);
  await deleteSubscription(owner.projectId, first.id);
  await recordMany(owner, 1);
  await runJob();
  expect((await callRoute(getSettings, { cookie }, {})).body).toMatchObject({ stream: { last_sequence: 0 } });
  await choose(second.id);
  await runJob();
  await waitFor(3);
  expect(messages().map(({ data }) => data.sequence)).toEqual([1, 2, 3]);
});

it("end behind the event that turned the stream off, and go on there at the next endpoint", async () => {
  const [first, second] = [await createEndpoint(), await createEndpoint()];
  await choose(first.id);
  expect((await choose(null)).body).toMatchObject({ stream: null });
  await recordMany(owner, 2);
  await runJob();
  await waitFor(2);
  expect(messages().at(-1)?.data).toMatchObject({ sequence: 2, facts: { "from.stream_subscription_id": first.id } });
  await runJob();
  expect(await db.webhookEvent.count({ where: { projectId: owner.projectId } })).toBe(2);
  expect((await choose(second.id)).body).toMatchObject({ stream: { last_sequence: 2 } });
  await runJob();
  await waitFor(5);
  expect(messages().map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4, 5]);
});

it("end immediately if the endpoint is gone, or if the event of the change could not be stored", async () => {
  const { id } = await createEndpoint();
  const where = { id: owner.organizationId };
  const isStreamed = async () => (await db.organization.findUniqueOrThrow({ where })).auditStreamSubscription !== null;
  await choose(id);
  await deleteSubscription(owner.projectId, id);
  await choose(null);
  await runJob();
  expect(await isStreamed()).toBe(false);
  await choose((await createEndpoint()).id);
  await runJob();
  await db.organization.update({ where, data: { auditStreamEnds: new Date() } });
  await runJob();
  expect(await isStreamed()).toBe(true);
  await db.organization.update({ where, data: { auditStreamEnds: new Date(Date.now() - 700_000) } });
  await runJob();
  expect(await isStreamed()).toBe(false);
});

it("are sent once if the endpoint is changed while the job runs", async () => {
  const [first, second] = [await createEndpoint(), await createEndpoint()];
  await choose(first.id);
  await recordMany(owner, 3);
  await sealAllAuditEvents();
  const gates = new EventEmitter();
  const [isRunning, isReleased] = [once(gates, "run"), once(gates, "release")];
  const job = streamAuditEvents(async (...delivery) => {
    gates.emit("run");
    await isReleased;
    return deliverAuditEvent(...delivery);
  });
  await isRunning;
  // The change waits for the lock of the job, and must not store a place from before it.
  const change = updateAuditSettings(owner.organizationId, {
    stream: { projectId: owner.projectId, subscriptionId: second.id },
  });
  await vi.waitFor(() => expectBlocked(), { timeout: 20_000, interval: 20 });
  gates.emit("release");
  await Promise.all([job, change]);
  await runJob();
  await waitFor(4);
  expect(messages().map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4]);
  expect((await auditSettings(owner.organizationId)).stream).toMatchObject({ subscription_id: second.id });
});

it("go to an endpoint of the caller's project alone, which only owners choose", async () => {
  const stranger = await createTestOwner();
  const { id } = await createEndpoint(stranger.projectId);
  expect((await choose(id)).status).toBe(404);
  const admin = await addMember(owner, "admin");
  expect((await choose((await createEndpoint()).id, admin.cookie)).status).toBe(403);
});
