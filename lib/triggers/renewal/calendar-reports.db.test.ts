/** Google Calendar's channels: made with the trigger, believed by their token, renewed before they end, and stopped. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock, now } from "@/lib/kernel/time/clock";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type Calendar, startCalendar } from "@/test/servers/reporting/calendar";
import { installPublished, setPublicUrl } from "@/test/servers/reporting/install-published";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";
import { PATIENT } from "@/test/setup/patience";

const SLUG = "GOOGLECALENDAR_GOOGLE_CALENDAR_EVENT_SYNC_TRIGGER";
const [PUBLIC_URL, DAY_MS] = ["https://patchbay.example.com", 86_400_000];

let provider: Provider;
let calendar: Calendar;
let client: TriggerClient;
let account: string;
const restores: (() => void)[] = [];
const later = (ms: number) => restores.push(moveClock(ms));

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  setPublicUrl(PUBLIC_URL);
  await installPublished("googlecalendar", provider.baseUrl);
  provider.reset();
  calendar = startCalendar(provider);
  client = await newTriggerClient();
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  await db.triggerInstance.deleteMany();
});

const row = (id: string) => db.triggerInstance.findUniqueOrThrow({ where: { id } });
const eventIds = async (id: string) => (await eventsOf(client.projectId, id)).map(({ data }) => data.event_id);
/** A trigger whose channel has said that it works. */
async function start(): Promise<string> {
  const id = await client.upsert(SLUG, account);
  await runTriggerJobs();
  await vi.waitFor(async () => expect((await row(id)).hookHeardAt).not.toBeNull(), PATIENT);
  return id;
}
async function diagnose(id: string, name = "hook"): Promise<Record<string, unknown> | undefined> {
  const { body } = await client.call("GET", `/internal/patchbay/triggers/${id}/diagnosis`);
  return (body.checks as Record<string, unknown>[]).find((check) => check.id === name);
}

it("makes a channel with the trigger, whose first message is no event, and asks less often", async () => {
  const id = await start();
  const [channel] = calendar.channels();
  expect(channel).toMatchObject({ address: expect.stringMatching(`^${PUBLIC_URL}/api/v3/webhook_ingress/`) as string });
  expect(await row(id)).toMatchObject({ hookId: channel?.id, hookFacts: { resource: channel?.resourceId } });
  expect(await eventIds(id)).toEqual([]);
  await db.triggerInstance.update({ where: { id }, data: { pollAt: new Date(0) } });
  await calendar.add("before");
  const { pollAt } = await row(id);
  expect(pollAt).toEqual(new Date(0));
  expect(await diagnose(id)).toMatchObject({ state: "ok" });
});

it("delivers a change when the calendar reports it, once, and is polled every 15 minutes besides", async () => {
  const id = await start();
  await calendar.add("a");
  await runTriggerJobs();
  expect(await eventIds(id)).toEqual(["a"]);
  const seconds = ((await row(id)).pollAt?.getTime() ?? 0) / 1000 - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(700);
  await Promise.all(["b", "c", "d"].map((event) => calendar.add(event)));
  await runTriggerJobs();
  expect((await eventIds(id)).sort()).toEqual(["a", "b", "c", "d"]);
  expect((await client.state(id)).events_count).toBe(4);
});

it("looks once more at its own interval for what a report announced and no list has yet", async () => {
  const id = await start();
  await calendar.add("a");
  await runTriggerJobs();
  const [channel] = calendar.channels();
  const headers = { "x-goog-channel-id": channel?.id ?? "", "x-goog-channel-token": channel?.token ?? "" };
  await report(channel?.address ?? "", "", { ...headers, "x-goog-resource-state": "exists" });
  const pauses: number[] = [];
  for (const _ of ["early", "again"]) {
    await runTriggerJobs();
    pauses.push(((await row(id)).pollAt?.getTime() ?? 0) - Date.now());
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`;
  }
  expect(pauses[0]).toBeLessThan(70_000);
  expect(pauses[1]).toBeGreaterThan(700_000);
});

it("polls again at once for what is reported while a poll runs", async () => {
  const id = await start();
  calendar.onList = () => calendar.add("b");
  await calendar.add("a");
  await runTriggerJobs();
  expect(await eventIds(id)).toEqual(["a"]);
  expect(((await row(id)).pollAt?.getTime() ?? 0) - Date.now()).toBeLessThan(10_000);
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`;
  await runTriggerJobs();
  expect(await eventIds(id)).toEqual(["a", "b"]);
});

it("believes no message without the token of the channel", async () => {
  const id = await start();
  const [channel] = calendar.channels();
  const { pollAt, signaledAt } = await row(id);
  for (const token of [undefined, "", "whs_forged", `${channel?.token}x`]) {
    const headers = { "x-goog-channel-id": channel?.id ?? "", "x-goog-resource-state": "exists" };
    const response = await report(channel?.address ?? "", "", {
      ...headers,
      ...(token !== undefined && { "x-goog-channel-token": token }),
    });
    expect(response.status).toBe(401);
  }
  expect(await row(id)).toMatchObject({ pollAt, signaledAt });
  expect(await diagnose(id, "refused")).toMatchObject({ state: "problem" });
});

it("looks at a hook again that somebody wanted anew while it was made", async () => {
  const { answer } = provider;
  let watches = 0;
  provider.answer = (request, response) => {
    if (!request.url.endsWith("/watch") || ++watches > 1) return void answer(request, response);
    const data = { hookRenewAt: now(), hookEndsAt: null };
    void db.triggerInstance.updateMany({ data }).then(() => answer(request, response));
  };
  const id = await client.upsert(SLUG, account);
  await runTriggerJobs();
  expect(watches).toBe(2);
  expect(await row(id)).toMatchObject({ hookId: calendar.channels()[0]?.id, hookError: null });
  expect(calendar.channels()).toHaveLength(1);
});

it("says that a renewal failed while the channel still reports", async () => {
  const id = await start();
  await db.triggerInstance.update({ where: { id }, data: { hookError: "The provider returned 403." } });
  const message = expect.stringContaining("The provider returned 403.") as string;
  expect(await diagnose(id)).toMatchObject({ state: "warning", message });
});

it("makes another channel before the first ends, and stops the first, without a moment between", async () => {
  const id = await start();
  const [first] = calendar.channels();
  later(5 * DAY_MS);
  await passMinute();
  expect(calendar.channels()).toEqual([first]);
  later(1.01 * DAY_MS);
  await passMinute();
  const [second, ...more] = calendar.channels();
  expect(more).toEqual([]);
  expect(second?.id).not.toBe(first?.id);
  expect(second?.address).toBe(first?.address);
  expect(await row(id)).toMatchObject({ hookId: second?.id });
  await calendar.add("a");
  await runTriggerJobs();
  expect(await eventIds(id)).toEqual(["a"]);
});

it("stops the channel with its trigger", async () => {
  const id = await start();
  await client.call("DELETE", `/trigger_instances/manage/${id}`);
  await runTriggerJobs();
  expect(calendar.channels()).toEqual([]);
  expect(await db.webhookEndpoint.count({ where: { projectId: client.projectId } })).toBe(0);
});

it("is polled where the calendar cannot reach this server, says why, and goes on when it can", async () => {
  setPublicUrl("http://localhost:3000");
  const id = await client.upsert(SLUG, account);
  await runTriggerJobs();
  expect(calendar.count()).toBe(0);
  expect(await diagnose(id)).toMatchObject({
    state: "unknown",
    message: expect.stringContaining("PATCHBAY_PUBLIC_URL") as string,
  });
  await calendar.add("a");
  await db.triggerInstance.update({ where: { id }, data: { pollAt: new Date() } });
  await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "disable" });
  await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "enable" });
  await runTriggerJobs();
  expect(await eventIds(id)).toEqual(["a"]);
  setPublicUrl(PUBLIC_URL);
  await passMinute();
  later(6 * 60_000);
  await passMinute();
  expect(calendar.channels()).toHaveLength(1);
});

it("is polled at its own interval again when messages get lost", async () => {
  const id = await start();
  await db.triggerInstance.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - DAY_MS), polledAt: new Date(), signaledAt: null },
  });
  calendar.isSilent = true;
  await calendar.add("a");
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`;
  await runTriggerJobs();
  expect(await eventIds(id)).toEqual(["a"]);
  const { hookHeardAt, pollAt } = await row(id);
  expect(hookHeardAt).toBeNull();
  expect((pollAt?.getTime() ?? 0) - Date.now()).toBeLessThan(70_000);
});

it("keeps a trigger that the provider refuses a channel for, and tries again with growing pauses", async () => {
  const { answer } = provider;
  provider.answer = (request, response) =>
    request.url.endsWith("/watch")
      ? void response.writeHead(401).end(JSON.stringify({ error: { message: "Unauthorized WebHook callback" } }))
      : answer(request, response);
  const id = await client.upsert(SLUG, account);
  await runTriggerJobs();
  const first = await row(id);
  expect(first).toMatchObject({ hookId: null, hookFailures: 1, disabledAt: null });
  expect(first.hookError).toContain("Unauthorized WebHook callback");
  later(3 * 60_000);
  await passMinute();
  const second = await row(id);
  expect(second.hookFailures).toBe(2);
  expect((second.hookRenewAt?.getTime() ?? 0) - now().getTime()).toBeGreaterThan(100_000);
  provider.answer = answer;
  later(5 * 60_000);
  await passMinute();
  expect(await row(id)).toMatchObject({ hookFailures: 0, hookError: null, hookId: calendar.channels()[0]?.id });
});

it("gives triggers from before this version their channel, and looks rarely for that of a type without one", async () => {
  const id = await client.upsert(SLUG, account);
  await db.triggerInstance.update({ where: { id }, data: { hookRenewAt: null } });
  await passMinute();
  later(11 * 60_000);
  await passMinute();
  expect(calendar.channels()).toHaveLength(1);
  await installLoopbackTriggers(
    provider.baseUrl,
    `source: https://example.com/docs
triggers:
  ${SLUG}:
    name: A
    description: A.
    poll: { request: { path: /x }, items: items, id: "{item.id}" }
    payload: { id: string }
    sample: { body: { items: [{ id: a }] } }`,
  );
  await db.triggerInstance.update({ where: { id }, data: { hookRenewAt: new Date(0) } });
  await passMinute();
  expect((await row(id)).hookRenewAt?.getTime()).toBeGreaterThan(now().getTime() + 0.9 * DAY_MS);
});
