/** Options of polling: accepted, kept, shown and honored, and refused by the name of the field that is wrong. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type Calendar, startCalendar } from "@/test/servers/reporting/calendar";
import { installPublished, setPublicUrl } from "@/test/servers/reporting/install-published";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";
import { PATIENT } from "@/test/setup/patience";
import { restartOverdue } from "../polling/schedule-polls";

const TYPES = `
source: https://example.com/docs
webhook: { verify: { by: address } }
triggers:
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list.
    poll: { request: { path: /items }, items: items, id: "{item.id}" }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1 }] } }
  LOOPBACK_ARRIVED:
    name: Arrived
    description: Something arrived.
    when: []
    payload: { id: integer }
    sample: { body: { id: 1 } }
`;
const CALENDAR = "GOOGLECALENDAR_GOOGLE_CALENDAR_EVENT_SYNC_TRIGGER";

let provider: Provider;
let client: TriggerClient;
let account: string;

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  client = await newTriggerClient();
});
const connect = async () => {
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
};
afterEach(() => db.triggerInstance.deleteMany());

const row = (id: string) => db.triggerInstance.findUniqueOrThrow({ where: { id } });
const upsert = (slug: string, polling?: unknown) =>
  client.call("POST", `/trigger_instances/${slug}/upsert`, { connected_account_id: account, polling });
const change = (id: string, body: object) => client.call("PATCH", `/trigger_instances/manage/${id}`, body);
/** The options that a list shows. */
async function showPolling(id: string): Promise<unknown> {
  const { body } = await client.call("GET", `/trigger_instances/active?trigger_ids=${id}&show_disabled=true`);
  return (body.items as { polling: unknown }[])[0]?.polling;
}
async function create(slug: string, polling?: unknown): Promise<string> {
  const { status, text, body } = await upsert(slug, polling);
  expect(status, text).toBe(200);
  return String(body.trigger_id);
}
const minutesUntil = async (id: string): Promise<number> =>
  ((await row(id)).pollAt?.getTime() ?? Infinity) / 60_000 - Date.now() / 60_000;

describe("a type that is only polled", () => {
  beforeEach(async () => {
    await installLoopbackTriggers(provider.baseUrl, TYPES);
    await connect();
    provider.answer = (_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ items: [] }));
  });

  it("is polled at the interval that was asked for, which every later request can change", async () => {
    const id = await create("LOOPBACK_LISTED", { interval: 30 });
    expect(await showPolling(id)).toEqual({ type: "poll", interval: 30 });
    await runTriggerJobs();
    expect(await minutesUntil(id)).toBeGreaterThan(26);
    expect(await create("LOOPBACK_LISTED")).toBe(id);
    expect(await showPolling(id)).toEqual({ type: "poll", interval: 30 });
    expect(await create("LOOPBACK_LISTED", { type: "poll" })).toBe(id);
    expect(await showPolling(id)).toEqual({ type: "poll", interval: 2 });
    expect(await minutesUntil(id)).toBeLessThan(2.5);
    expect((await change(id, { polling: { interval: 1440 } })).status).toBe(200);
    expect(await minutesUntil(id)).toBeGreaterThan(1200);
    expect((await change(id, { polling: null })).status).toBe(200);
    expect(await showPolling(id)).toBeNull();
    expect(await minutesUntil(id)).toBeLessThan(1.2);
    expect((await row(id)).config).toEqual({ interval: 1 });
  });

  it("can be polled each ten seconds, and is late by three of its own intervals", async () => {
    const id = await create("LOOPBACK_LISTED", { interval: 1 / 6 });
    await runTriggerJobs();
    expect(await minutesUntil(id)).toBeLessThan(0.2);
    await db.triggerInstance.update({ where: { id }, data: { pollAt: new Date(Date.now() - 100_000) } });
    expect(await client.state(id)).toMatchObject({ overdue: true });
    await change(id, { status: "disable", polling: { interval: 60 } });
    await change(id, { status: "enable" });
    await db.triggerInstance.update({ where: { id }, data: { pollAt: new Date(Date.now() - 600_000) } });
    expect(await client.state(id)).toMatchObject({ overdue: false });
    await restartOverdue({}, ON);
    expect((await row(id)).lastError).toBeNull();
  });

  it.each([
    ["LOOPBACK_LISTED", { interval: 0.1 }, 400, "polling.interval"],
    ["LOOPBACK_LISTED", { interval: 1441 }, 400, "polling.interval"],
    ["LOOPBACK_LISTED", { interval: "often" }, 400, "polling.interval"],
    ["LOOPBACK_LISTED", { type: "push" }, 400, "polling.type"],
    ["LOOPBACK_LISTED", { minutes: 5 }, 400, "minutes"],
    ["LOOPBACK_LISTED", { type: "webhook" }, 422, "polling.type"],
    ["LOOPBACK_ARRIVED", { type: "poll" }, 422, "polling.type"],
    ["LOOPBACK_ARRIVED", { interval: 5 }, 422, "polling.interval"],
  ])("%s: %o is %i and names the field", async (slug, polling, status, field) => {
    const answer = await upsert(slug, polling);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(field)]);
    expect(await db.triggerInstance.count({ where: { projectId: client.projectId } })).toBe(0);
  });

  it("takes the only way of a type whose provider reports, and 400 for a change of nothing", async () => {
    const id = await create("LOOPBACK_ARRIVED", { type: "webhook" });
    expect(await showPolling(id)).toBeNull();
    expect((await change(id, {})).status).toBe(400);
    expect((await change("ti_none", { polling: null })).status).toBe(404);
  });
});

describe("a type whose provider reports and that is polled", () => {
  let calendar: Calendar;
  beforeEach(async () => {
    setPublicUrl("https://patchbay.example.com");
    await installPublished("googlecalendar", provider.baseUrl);
    await connect();
    calendar = startCalendar(provider);
  });

  it("lists both ways, and has no hook while it is only polled", async () => {
    const { body } = await client.call("GET", `/triggers_types/${CALENDAR}`);
    expect([body.type, body.types]).toEqual(["poll", ["webhook", "poll"]]);
    const id = await create(CALENDAR, { type: "poll" });
    await passMinute();
    expect([calendar.count(), await showPolling(id)]).toEqual([0, { type: "poll", interval: 2 }]);
    expect((await client.call("POST", `/internal/patchbay/triggers/${id}/hook`)).status).not.toBe(200);
    await calendar.add("a");
    await db.triggerInstance.update({ where: { id }, data: { pollAt: new Date() } });
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`;
    await runTriggerJobs();
    expect((await eventsOf(client.projectId, id)).map(({ data }) => data.event_id)).toEqual(["a"]);
  });

  it("gets its hook when it is wanted, and loses it with its address when it is not", async () => {
    const id = await create(CALENDAR, { type: "poll", interval: 5 });
    await change(id, { polling: { type: "webhook", interval: 5 } });
    await runTriggerJobs();
    const [channel] = calendar.channels();
    expect(await row(id)).toMatchObject({ hookId: channel?.id, pollOnly: false });
    await vi.waitFor(async () => expect((await row(id)).hookHeardAt).not.toBeNull(), PATIENT);
    await change(id, { polling: { type: "poll", interval: 5 } });
    await passMinute();
    expect(calendar.channels()).toEqual([]);
    expect(await row(id)).toMatchObject({ hookId: null, endpointId: null, hookRenewAt: null, pollMinutes: 5 });
    expect(await db.webhookEndpoint.count({ where: { projectId: client.projectId } })).toBe(0);
    expect(await showPolling(id)).toEqual({ type: "poll", interval: 5 });
  });

  it("takes a hook away that was made while somebody chose polls only", async () => {
    const id = await create(CALENDAR);
    const { answer } = provider;
    let isFirst = true;
    provider.answer = (request, response) => {
      if (!isFirst || !request.url.endsWith("/events/watch")) return answer(request, response);
      isFirst = false;
      void change(id, { polling: { type: "poll" } }).then(() => answer(request, response));
    };
    await passMinute();
    await passMinute();
    expect([calendar.count(), calendar.channels()]).toEqual([1, []]);
    expect(await row(id)).toMatchObject({ pollOnly: true, hookId: null, endpointId: null });
    expect(await db.webhookEndpoint.count({ where: { projectId: client.projectId } })).toBe(0);
  });
});
