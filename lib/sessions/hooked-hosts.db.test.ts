/** Accounts whose base URL leads to the host of another toolkit: its hooks and policies hold there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { execute, officeForEach, sessionOf } from "@/test/builders/approvals";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { createRule } from "@/lib/policies/create-rule";
import type { RuleAction } from "@/lib/policies/rules.contract";

// The account of desk leads to the host of shop.
const desk = officeForEach(({ baseUrl }) => ({ shop: { name: "Shop", auth: [{ mode: "API_KEY" }], baseUrl } }));
let receiver: Provider;
beforeAll(async () => void (receiver = await startProvider()));
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.reset();
  receiver.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"outcome":"block"}');
  const subscription = { url: "https://example.com/in", enabledEvents: ["composio.trigger.message"], version: "V3" };
  await createSubscription(desk.office.projectId, subscription as never);
});

const hook = (toolkit: string, type = "before_execute") => ({
  ...{ id: "ask-us", type, applies_to: { toolkits: [toolkit] } },
  handler: { type: "webhook", url: `${receiver.baseUrl}/verdict` },
});
const open = (...hooks: object[]) => sessionOf(desk.office, { hooks, proxy_execute: { enable: true } });
const proxy = (session: string) =>
  desk.office.client("POST", `/tool_router/session/${session}/proxy_execute`, {
    ...{ toolkit_slug: "desk", endpoint: "/tickets", method: "POST", body: { title: "canary-title" } },
  });
const rule = (action: RuleAction, more: object = {}) =>
  createRule(
    desk.office.projectId,
    { name: "Shop", enabled: true, match: { toolkits: ["shop"], ...more }, action },
    { id: "user_1", name: "Ada" },
  );

describe("a call that an account's base URL leads to the host of another toolkit", () => {
  it.each(["before_execute", "after_execute"])("is judged by %s hooks of that toolkit", async (type) => {
    const session = await open(hook("shop", type));
    expect((await execute(desk.office, session, "t")).body).toMatchObject({ result_type: "blocked" });
    expect((await proxy(session)).body).toMatchObject({ result_type: "blocked" });
    expect(receiver.seen).toHaveLength(2);
    expect(desk.provider.seen).toHaveLength(type === "before_execute" ? 0 : 2);
  });

  it("reaches no receiver if a policy about the host denies it", async () => {
    await rule({ type: "deny" });
    const session = await open(hook("desk"));
    expect((await execute(desk.office, session, "canary-title")).status).toBe(403);
    expect((await proxy(session)).status).toBe(403);
    expect([receiver.seen, desk.provider.seen]).toEqual([[], []]);
  });

  it("reaches a receiver as the policies about the host leave it, and what the receiver changes is judged too", async () => {
    await rule({ type: "redact", place: "arguments", paths: ["**.title"], replacement: "hidden" });
    const session = await open(hook("desk"));
    await execute(desk.office, session, "canary-title");
    expect(receiver.seen).toHaveLength(1);
    expect(receiver.seen[0]?.body).not.toContain("canary-title");
    receiver.answer = (_, response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"outcome":"modify","arguments":{"title":"canary-title"}}');
    const { body } = await execute(desk.office, session, "t");
    expect(body).toMatchObject({ result_type: "completed" });
    expect(desk.provider.seen.map(({ body: text }) => text)).toEqual(['{"title":"hidden"}']);
  });

  it("counts once for a limit about the host, also if a receiver changes it", async () => {
    await rule({ type: "limit", per_minute: 1, by: "all" });
    receiver.answer = (_, response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"outcome":"modify","arguments":{"title":"changed"}}');
    const session = await open(hook("desk"));
    expect((await execute(desk.office, session, "t")).body).toMatchObject({ result_type: "completed" });
  });
});
