/**
 * Why no event came: each cause is named with what to do, from the provider's hook to the receivers; samples go the way
 * of real events.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { eventsOf } from "@/test/builders/triggers";
import { followAccounts } from "../instances/follow-accounts";
import { pollTrigger } from "../polling/poll-trigger";

const HOOKS = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature }
  secret: { from: generated }
  hook:
    create: { method: POST, path: /hooks, body: { url: "{url}", secret: "{secret}" } }
    id: id
    look: { request: { path: "/hooks/{hook}" }, when: [{ path: active, is: true }], says: "Last time: {answer.last}." }
triggers:
  LOOPBACK_RANG: { name: Rang, description: Somebody rings., payload: { door: string }, sample: { body: { door: front } } }
  LOOPBACK_SEEN:
    name: Seen
    description: Somebody is seen.
    poll: { request: { path: /items }, items: items, id: "{item.id}" }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1 }] } }
`;

type Checks = Record<string, { state: string; message: string; fix: string | null; at: string | null }>;

let provider: Provider;
let client: TriggerClient;
let account: string;
let hook: { status: number; body: object };

const diagnose = async (id: string, query = ""): Promise<{ state: string; checks: Checks; order: string[] }> => {
  const { status, body } = await client.call("GET", `/internal/patchbay/triggers/${id}/diagnosis${query}`);
  expect(status).toBe(200);
  const checks = body.checks as (Checks[string] & { id: string })[];
  return {
    state: body.state as string,
    order: checks.map((check) => check.id),
    checks: Object.fromEntries(checks.map(({ id: name, ...checkFields }) => [name, checkFields])),
  };
};
const subscribe = async (more: object = {}): Promise<string> => {
  const response = await client.call("POST", "/webhook_subscriptions", {
    webhook_url: "https://receiver.example.com/in",
    enabled_events: ["composio.trigger.message"],
    ...more,
  });
  expect(response.status).toBe(201);
  return response.body.id as string;
};

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, HOOKS);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  hook = { status: 200, body: { active: true, last: "well" } };
  provider.answer = (request, response) => {
    const { status, body } =
      request.method === "POST"
        ? { status: 200, body: { id: 7 } }
        : request.url.startsWith("/hooks/")
          ? hook
          : { status: 500, body: { message: "key-of-ada is not welcome" } };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  client = await newTriggerClient();
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
});

describe("a hook", () => {
  it("is checked at its provider, with all checks in the order of delivery", async () => {
    const id = await client.upsert("LOOPBACK_RANG", account);
    const { checks, order } = await diagnose(id);
    expect(order).toEqual([
      "trigger",
      "account",
      "address",
      "endpoint",
      "hook",
      "refused",
      "events",
      "receivers",
      "deliveries",
    ]);
    expect(checks).toMatchObject({
      trigger: { state: "ok" },
      account: { state: "ok" },
      endpoint: { state: "ok" },
      hook: { state: "ok", message: expect.stringContaining("Last time: well.") as string },
      refused: { state: "ok" },
      events: { state: "warning" },
      receivers: { state: "warning" },
      deliveries: { state: "unknown" },
    });
    hook = { status: 200, body: { active: false } };
    expect((await diagnose(id)).checks.hook).toMatchObject({ state: "problem", fix: expect.any(String) as string });
    hook = { status: 404, body: {} };
    expect((await diagnose(id)).checks.hook).toMatchObject({ state: "problem" });
    hook = { status: 500, body: { message: "key-of-ada is not welcome" } };
    const broken = (await diagnose(id)).checks.hook;
    expect(broken?.state).toBe("unknown");
    expect(broken?.message).not.toContain("key-of-ada");
    provider.seen.length = 0;
    expect((await diagnose(id, "?ask_provider=false")).checks.hook?.state).toBe("unknown");
    expect(provider.seen).toEqual([]);
  });

  it("reports a refused request, and an ended account", async () => {
    const id = await client.upsert("LOOPBACK_RANG", account);
    const url = String((await client.state(id)).webhook_url);
    expect((await report(url, "{}", { "x-signature": "00" })).status).toBe(401);
    expect((await diagnose(id)).checks.refused).toMatchObject({
      state: "problem",
      message: expect.stringContaining("The signature does not fit.") as string,
      at: expect.any(String) as string,
    });
    await db.connectedAccount.updateMany({ where: { id: account }, data: { status: "EXPIRED" } });
    await followAccounts(null, ON);
    const { state, checks } = await diagnose(id);
    expect([state, checks.trigger?.state, checks.account?.state]).toEqual(["problem", "problem", "problem"]);
    expect(checks.account?.message).toContain("EXPIRED");
  });

  it("is not found by another project (404)", async () => {
    const id = await client.upsert("LOOPBACK_RANG", account);
    client = await newTriggerClient();
    for (const [method, path] of [
      ["GET", "diagnosis"],
      ["POST", "sample"],
    ] as const)
      expect((await client.call(method, `/internal/patchbay/triggers/${id}/${path}`)).status).toBe(404);
  });
});

describe("a poll", () => {
  it("reports its last and next look, with the provider's words and without the account's secrets", async () => {
    const id = await client.upsert("LOOPBACK_SEEN", account);
    expect((await diagnose(id)).checks).toMatchObject({ last_poll: { state: "warning" }, next_poll: { state: "ok" } });
    await pollTrigger({ projectId: client.projectId, id }, ON);
    const { last_poll: last } = (await diagnose(id)).checks;
    expect(last).toMatchObject({ state: "problem", message: expect.stringContaining("500") as string });
    expect(last?.message).not.toContain("key-of-ada");
    await db.triggerInstance.updateMany({ where: { id }, data: { pollAt: new Date(Date.now() - 3_600_000) } });
    expect((await diagnose(id)).checks.next_poll).toMatchObject({ state: "problem" });
  });
});

describe("receivers", () => {
  const sample = (id: string, body?: object) => client.call("POST", `/internal/patchbay/triggers/${id}/sample`, body);

  it("are named if they are paused, filter events or want other events", async () => {
    const id = await client.upsert("LOOPBACK_RANG", account);
    await subscribe({ enabled_events: ["composio.trigger.disabled"] });
    expect((await diagnose(id)).checks.receivers?.message).toContain("is subscribed to composio.trigger.message");
    const paused = await subscribe();
    await client.call("PATCH", `/webhook_subscriptions/${paused}`, { paused: true });
    expect((await diagnose(id)).checks.receivers).toMatchObject({
      state: "problem",
      message: expect.stringContaining(paused) as string,
    });
    await client.call("PATCH", `/webhook_subscriptions/${paused}`, { paused: false });
    expect((await diagnose(id)).checks.receivers).toMatchObject({ state: "ok" });
    await db.webhookSubscription.updateMany({ where: { id: paused }, data: { failingSince: new Date() } });
    expect((await diagnose(id)).checks.receivers).toMatchObject({ state: "problem" });
  });

  it("get the sample of the type or the passed data, which does not count as an event", async () => {
    const id = await client.upsert("LOOPBACK_RANG", account);
    expect((await sample(id)).body).toMatchObject({ receivers: 0 });
    const subscriptionId = await subscribe();
    await subscribe();
    expect((await sample(id, { data: { door: "back" } })).body).toMatchObject({ receivers: 2 });
    expect((await sample(id, { subscription_id: subscriptionId })).body).toMatchObject({ receivers: 1 });
    expect((await eventsOf(client.projectId, id)).map(({ data }) => data)).toEqual([
      { door: "front" },
      { door: "back" },
      { door: "front" },
    ]);
    expect((await diagnose(id)).checks).toMatchObject({
      events: { state: "warning" },
      deliveries: { state: "unknown" },
    });
    await db.webhookSubscription.updateMany({ where: { id: subscriptionId }, data: { disabledAt: new Date() } });
    expect((await sample(id, { subscription_id: subscriptionId })).status).toBe(409);
  });

  it("show the delivery states of the newest events", async () => {
    const id = await client.upsert("LOOPBACK_RANG", account);
    await subscribe();
    await sample(id);
    await db.webhookEvent.updateMany({ where: { triggerId: id }, data: { sample: false } });
    const become = (state: string) =>
      db.webhookDelivery.updateMany({ where: { projectId: client.projectId }, data: { state, attempts: 1 } });
    for (const [state, expectedState] of [
      ["waiting", "warning"],
      ["filtered", "problem"],
      ["dead", "problem"],
      ["delivered", "ok"],
    ] as const) {
      await become(state);
      expect((await diagnose(id)).checks.deliveries?.state, state).toBe(expectedState);
    }
  });
});
