/** Gmail through Pub/Sub: one endpoint for an app, pushes believed by Google's signature, each for its own mailbox. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { newTriggerClient, report, type TriggerClient } from "@/test/builders/loopback-triggers";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installPublished, setPublicUrl } from "@/test/servers/reporting/install-published";
import { type Mailbox, type Push, SENDER, startMailbox, TOPIC } from "@/test/servers/reporting/mailbox";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";

const [SLUG, ADA, EVA, DAY_MS] = ["GMAIL_NEW_GMAIL_MESSAGE", "ada@example.com", "eva@example.com", 86_400_000];

let provider: Provider;
let mailbox: Mailbox;
let client: TriggerClient;
let accounts: { ada: string; eva: string };
let endpoint: { id: string; url: string };
const restores: (() => void)[] = [];
const later = (ms: number) => restores.push(moveClock(ms));

beforeAll(async () => {
  await holdWindows();
  setPublicUrl("https://patchbay.example.com");
  provider = await startProvider();
  await installPublished("gmail", provider.baseUrl, (yaml) =>
    yaml.replace("https://www.googleapis.com/oauth2/v3/certs", `${provider.baseUrl}/certs`),
  );
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  mailbox = await startMailbox(provider);
  client = await newTriggerClient();
  accounts = {
    ada: await connectLoopback(client.projectId, "ada", "key-of-ada"),
    eva: await connectLoopback(client.projectId, "eva", "key-of-eva"),
  };
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  await db.triggerInstance.deleteMany();
});

const row = (id: string) => db.triggerInstance.findUniqueOrThrow({ where: { id } });
const subjects = async (id: string) => (await eventsOf(client.projectId, id)).map(({ data }) => data.subject);
async function makeEndpoint(): Promise<void> {
  const { body } = await client.call("POST", "/webhook_endpoints", { toolkit_slug: "loopback", client_id: "app" });
  endpoint = { id: body.id as string, url: body.webhook_url as string };
  const data = { topic: TOPIC, service_account_email: SENDER };
  expect((await client.call("POST", `/webhook_endpoints/${endpoint.id}`, { data })).status).toBe(200);
}
async function start(account: string, config = {}): Promise<string> {
  const id = await client.upsert(SLUG, account, config);
  await runTriggerJobs();
  return id;
}
const push = (email: string, more: Partial<Push> = {}) => mailbox.push({ email, to: endpoint.url, ...more });

describe("with the endpoint of its app", () => {
  beforeEach(makeEndpoint);

  it("watches the mailbox at the topic, and a push brings the messages of its own mailbox only", async () => {
    const [ada, eva] = [await start(accounts.ada), await start(accounts.eva)];
    expect(mailbox.watched()).toEqual(["key-of-ada", "key-of-eva"]);
    mailbox.receive("key-of-ada", "a");
    mailbox.receive("key-of-eva", "e");
    const evaBefore = await row(eva);
    expect((await push(ADA)).text).toBe('{"received":1}');
    await runTriggerJobs();
    expect([await subjects(ada), await subjects(eva)]).toEqual([["About a"], []]);
    expect((await row(eva)).signaledAt).toEqual(evaBefore.signaledAt);
    await push(EVA);
    await push(EVA);
    await runTriggerJobs();
    expect(await subjects(eva)).toEqual(["About e"]);
    expect((await push("stranger@example.com")).text).toBe('{"received":0}');
  });

  it("believes a push only by a token of the provider, for this endpoint, of the named account, that has not ended", async () => {
    const id = await start(accounts.ada);
    const { signaledAt } = await row(id);
    const forgeries: Partial<Push>[] = [
      { stranger: true },
      { claims: { aud: "https://elsewhere.example.com" } },
      { claims: { iss: "https://accounts.example.com" } },
      { claims: { email: "other@engines.iam.gserviceaccount.com" } },
      { claims: { email_verified: false } },
      { claims: { email: undefined } },
      { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
      { claims: { exp: undefined } },
    ];
    for (const more of forgeries) expect((await push(ADA, more)).status).toBe(401);
    expect((await report(endpoint.url, "{}", { authorization: "Bearer a.b.c" })).status).toBe(401);
    expect((await report(endpoint.url, "{}")).status).toBe(401);
    expect((await row(id)).signaledAt).toEqual(signaledAt);
    expect((await push(ADA)).status).toBe(200);
  });

  it("renews the watch each day, and ends it with the last trigger of the mailbox", async () => {
    const [first, second] = [await start(accounts.ada), await start(accounts.ada, { query: "bill" })];
    for (let day = 1; day <= 3; day += 1) {
      const before = mailbox.watches();
      later(DAY_MS);
      await passMinute();
      expect(mailbox.watches()).toBe(before + 2);
    }
    expect((await row(first)).hookEndsAt?.getTime()).toBeGreaterThan(Date.now() + 9 * DAY_MS);
    await client.call("DELETE", `/trigger_instances/manage/${first}`);
    await runTriggerJobs();
    expect(mailbox.watched()).toEqual(["key-of-ada"]);
    await client.call("DELETE", `/trigger_instances/manage/${second}`);
    await runTriggerJobs();
    expect(mailbox.watched()).toEqual([]);
    expect(await db.webhookEndpoint.count({ where: { id: endpoint.id } })).toBe(1);
  });

  it("polls on when the endpoint is deleted", async () => {
    const id = await start(accounts.ada);
    expect((await client.call("DELETE", `/webhook_endpoints/${endpoint.id}`)).status).toBe(200);
    expect(await row(id)).toMatchObject({ endpointId: null, hookEndsAt: null, disabledAt: null });
    mailbox.receive("key-of-ada", "a");
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`;
    await runTriggerJobs();
    expect(await subjects(id)).toEqual(["About a"]);
  });
});

it("is polled without an endpoint, says why, and is reported to when the endpoint has its fields", async () => {
  const id = await start(accounts.ada);
  const trigger = await row(id);
  expect(trigger).toMatchObject({ endpointId: null, hookId: null });
  expect(trigger.hookError).toContain("webhook endpoint");
  await makeEndpoint();
  await passMinute();
  expect(await row(id)).toMatchObject({ endpointId: endpoint.id, hookError: null });
  mailbox.receive("key-of-ada", "a");
  await push(ADA);
  await runTriggerJobs();
  expect(await subjects(id)).toEqual(["About a"]);
});
