/** A month of renewals, an outage of the provider, and a server that moves: each event comes once, and none is lost. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock, now } from "@/lib/kernel/time/clock";
import { newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type Calendar, startCalendar } from "@/test/servers/reporting/calendar";
import { installPublished, setPublicUrl } from "@/test/servers/reporting/install-published";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";

const SLUG = "GOOGLECALENDAR_GOOGLE_CALENDAR_EVENT_SYNC_TRIGGER";
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

let provider: Provider;
let calendar: Calendar;
let client: TriggerClient;
let id: string;
const restores: (() => void)[] = [];
const later = (ms: number) => restores.push(moveClock(ms));

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
  await installPublished("googlecalendar", provider.baseUrl);
});
afterAll(() => provider.close());
beforeEach(async () => {
  setPublicUrl("https://patchbay.example.com");
  provider.reset();
  calendar = startCalendar(provider);
  client = await newTriggerClient();
  id = await client.upsert(SLUG, await connectLoopback(client.projectId, "ada", "key-of-ada"));
  await runTriggerJobs();
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  await db.triggerInstance.deleteMany();
});

const row = () => db.triggerInstance.findUniqueOrThrow({ where: { id } });
const eventIds = async () => (await eventsOf(client.projectId, id)).map(({ data }) => data.event_id);

/** When the next poll is due by the moved clock: the database's clock cannot be moved. */
let dueMs = 0;
const planPoll = async () => {
  dueMs = now().getTime() + ((await row()).pollAt?.getTime() ?? 0) - Date.now();
};
async function pollWhenDue(): Promise<void> {
  if (now().getTime() < dueMs) return;
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`;
  await runTriggerJobs();
  await planPoll();
}

it("reports each event within its hour for 30 days, always by one channel", { timeout: 120_000 }, async () => {
  const added: string[] = [];
  for (let hour = 0; hour < 30 * 24; hour += 1) {
    later(HOUR_MS);
    await passMinute();
    expect(calendar.channels().length, `hour ${hour}`).toBe(1);
    if (hour % 6 !== 0) continue;
    added.push(`event-${hour}`);
    await calendar.add(`event-${hour}`);
    await runTriggerJobs();
    expect((await eventIds()).length, `hour ${hour}`).toBe(added.length);
  }
  expect(await eventIds()).toEqual(added);
  // A channel lives for seven days, and is replaced after six of them at the latest.
  expect(calendar.count()).toBeGreaterThanOrEqual(5);
  expect(calendar.count()).toBeLessThanOrEqual(8);
});

it("finds what happened in an outage of two hours: nothing missed, nothing twice", { timeout: 120_000 }, async () => {
  const [added, lateBy]: [string[], number[]] = [[], []];
  await planPoll();
  for (let minute = 0; minute < 360; minute += 1) {
    later(MINUTE_MS);
    calendar.isDown = minute >= 60 && minute < 180;
    if (minute % 5 === 0) {
      added.push(`event-${minute}`);
      await calendar.add(`event-${minute}`);
    }
    await passMinute();
    await planPollIfSooner();
    await pollWhenDue();
    if (!calendar.isDown) lateBy.push(added.length - (await eventIds()).length);
  }
  expect(await eventIds()).toEqual(added);
  expect(await row()).toMatchObject({ failures: 0, disabledAt: null });
  // Reports do not shorten the pause after failures, which is 66 minutes at most. After it everything is there.
  expect(lateBy.slice(60 + 67).every((count) => count === 0)).toBe(true);
});

/** A report can have moved the next poll. */
async function planPollIfSooner(): Promise<void> {
  const before = dueMs;
  await planPoll();
  dueMs = Math.min(dueMs, before);
}

it("moves with the public URL: another channel to the new one, and what came meanwhile is found", async () => {
  const [before] = calendar.channels();
  setPublicUrl("https://moved.example.com");
  calendar.isSilent = true;
  await calendar.add("a");
  calendar.isSilent = false;
  await passMinute();
  later(6 * MINUTE_MS);
  await passMinute();
  const [channel, ...more] = calendar.channels();
  expect(more).toEqual([]);
  expect(channel?.id).not.toBe(before?.id);
  expect(channel?.address).toMatch(/^https:\/\/moved\.example\.com\/api\/v3\/webhook_ingress\//);
  expect(await eventIds()).toEqual(["a"]);
});

it("tries again after a process that ended between the provider's answer and its own write", async () => {
  // The claim of the process that is gone.
  await db.triggerInstance.update({
    where: { id },
    data: { hookId: null, hookEndsAt: null, hookHeardAt: null, hookRenewAt: new Date(now().getTime() + 600_000) },
  });
  await passMinute();
  expect((await row()).hookId).toBeNull();
  later(11 * MINUTE_MS);
  await passMinute();
  // The channel that nobody knows reports to the same URL until it ends, and an event still comes once.
  expect(calendar.channels()).toHaveLength(2);
  await calendar.add("a");
  await runTriggerJobs();
  expect(await eventIds()).toEqual(["a"]);
});
