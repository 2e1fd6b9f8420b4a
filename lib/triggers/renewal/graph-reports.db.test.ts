/** Subscriptions of Microsoft Graph: validated, believed by their state, renewed in place, and made again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock, now } from "@/lib/kernel/time/clock";
import { newTriggerClient, report, type TriggerClient } from "@/test/builders/loopback-triggers";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type Graph, startGraph } from "@/test/servers/reporting/graph";
import { installPublished, setPublicUrl } from "@/test/servers/reporting/install-published";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";

const SLUG = "OUTLOOK_MESSAGE_TRIGGER";
const DAY_MS = 86_400_000;

let provider: Provider;
let graph: Graph;
let client: TriggerClient;
let id: string;
const restores: (() => void)[] = [];
const later = (ms: number) => restores.push(moveClock(ms));

beforeAll(async () => {
  await holdWindows();
  setPublicUrl("https://patchbay.example.com");
  provider = await startProvider();
  await installPublished("outlook", provider.baseUrl);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  graph = startGraph(provider);
  client = await newTriggerClient();
  id = await client.upsert(SLUG, await connectLoopback(client.projectId, "ada", "key-of-ada"));
  await runTriggerJobs();
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  await db.triggerInstance.deleteMany();
});

const row = () => db.triggerInstance.findUniqueOrThrow({ where: { id } });
const subjects = async () => (await eventsOf(client.projectId, id)).map(({ data }) => data.subject);

it("subscribes with an answered validation, and delivers a message when Graph reports it", async () => {
  expect(graph.subscriptions()).toMatchObject([
    { id: "sub-1", changeType: "created", resource: "me/mailFolders('inbox')/messages" },
  ]);
  expect(await graph.receive("a")).toEqual([200]);
  await runTriggerJobs();
  expect(await subjects()).toEqual(["About a"]);
});

it("answers a validation as plain text, and refuses a report with another state", async () => {
  const [subscription] = graph.subscriptions();
  const url = subscription?.notificationUrl ?? "";
  const validation = await report(`${url}?validationToken=${encodeURIComponent("<script>1</script>")}`, "");
  expect([validation.status, validation.text]).toEqual([200, "<script>1</script>"]);
  expect(validation.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(validation.headers.get("x-content-type-options")).toBe("nosniff");
  const { signaledAt } = await row();
  for (const clientState of [undefined, "", "forged", `${subscription?.clientState}x`]) {
    const raw = JSON.stringify({ value: [{ subscriptionId: "sub-1", clientState, lifecycleEvent: "missed" }] });
    expect((await report(url, raw, { "content-type": "application/json" })).status).toBe(401);
  }
  expect(await row()).toMatchObject({ signaledAt, hookHeardAt: null });
});

it("renews a subscription in place before it ends", async () => {
  const { hookEndsAt } = await row();
  later(5.2 * DAY_MS);
  await passMinute();
  expect(graph.count()).toBe(1);
  expect((await row()).hookEndsAt?.getTime()).toBeGreaterThan((hookEndsAt?.getTime() ?? 0) + 5 * DAY_MS);
  expect(graph.subscriptions()).toHaveLength(1);
});

it("renews when Graph asks for a new authorization", async () => {
  const { hookEndsAt } = await row();
  later(DAY_MS);
  expect(await graph.tell("reauthorizationRequired")).toEqual([200]);
  await runTriggerJobs();
  expect(graph.count()).toBe(1);
  expect((await row()).hookEndsAt?.getTime()).toBeGreaterThan((hookEndsAt?.getTime() ?? 0) + 0.9 * DAY_MS);
});

it("subscribes again when Graph removes the subscription, and finds what came meanwhile", async () => {
  expect(await graph.tell("subscriptionRemoved")).toEqual([200]);
  graph.forget();
  graph.isSilent = true;
  await graph.receive("a");
  graph.isSilent = false;
  await runTriggerJobs();
  expect(graph.subscriptions().map((subscription) => subscription.id)).toEqual(["sub-2"]);
  expect(await subjects()).toEqual(["About a"]);
  await graph.receive("b");
  await runTriggerJobs();
  expect(await subjects()).toEqual(["About a", "About b"]);
});

it("looks for what Graph says that it missed", async () => {
  graph.isSilent = true;
  await graph.receive("a");
  expect(await graph.tell("missed")).toEqual([200]);
  await runTriggerJobs();
  expect(await subjects()).toEqual(["About a"]);
});

it("subscribes again when its renewal finds that Graph has forgotten the subscription", async () => {
  graph.forget();
  later(5.5 * DAY_MS);
  await passMinute();
  expect(graph.subscriptions().map((subscription) => subscription.id)).toEqual(["sub-2"]);
  expect(await row()).toMatchObject({ hookId: "sub-2", hookFailures: 0 });
});

it("makes the hook again on request, and removes it with the trigger", async () => {
  const { body } = await client.call("GET", `/internal/patchbay/triggers/${id}/diagnosis`);
  expect(body.checks).toContainEqual(expect.objectContaining({ id: "hook", state: "unknown" }));
  const { hookEndsAt } = await row();
  expect(hookEndsAt?.getTime()).toBeGreaterThan(now().getTime());
  await client.call("DELETE", `/trigger_instances/manage/${id}`);
  await runTriggerJobs();
  expect(graph.subscriptions()).toEqual([]);
});
