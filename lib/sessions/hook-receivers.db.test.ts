/** Hooks of sessions that ask a receiver of the project's: what it is sent, and what its response does. */
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { execute, officeForEach, sessionOf } from "@/test/builders/approvals";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { db } from "@/lib/kernel/database/db";
import { createRule } from "@/lib/policies/create-rule";

const desk = officeForEach();
let receiver: Provider;
let secret: string;
beforeAll(async () => void (receiver = await startProvider()));
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.reset();
  const subscription = { url: "https://example.com/in", enabledEvents: ["composio.trigger.message"], version: "V3" };
  ({ secret } = await createSubscription(desk.office.projectId, subscription as never));
});

const hook = (more: object = {}, handler: object = {}) => ({
  ...{ id: "ask-us", type: "before_execute", name: "Ask us", applies_to: "all" },
  handler: { type: "webhook", url: `${receiver.baseUrl}/verdict?token=canary-in-the-url`, ...handler },
  ...more,
});
const open = (...hooks: object[]) => sessionOf(desk.office, { hooks });
const says = (answer: unknown, status = 200) => {
  receiver.answer = (_, response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", location: `${receiver.baseUrl}/elsewhere` })
      .end(typeof answer === "string" ? answer : JSON.stringify(answer));
};
const ask = async (answer: unknown, ...hooks: object[]) => {
  says(answer);
  return (await execute(desk.office, await open(...(hooks.length > 0 ? hooks : [hook()])), "t")).body;
};
const UNAVAILABLE = { result_type: "blocked", hook_results: [{ id: "ask-us", status: "unavailable" }] };
const sentTitles = () => desk.provider.seen.map(({ body }) => (JSON.parse(body) as { title: string }).title);

describe("a receiver of a hook", () => {
  it("gets a signed request with the call, and lets it run", async () => {
    says({ outcome: "continue" });
    const session = await open(hook());
    const args = { title: "t", pin: "canary-4711-pin" };
    const { body } = await execute(desk.office, session, "t", { arguments: args });
    expect(body).toMatchObject({
      result_type: "completed",
      hook_results: [{ id: "ask-us", status: "evaluated", outcome: "continue" }],
    });
    const [request] = receiver.seen;
    if (!request) throw new Error("nothing was sent");
    expect(new Webhook(secret).verify(request.body, request.headers as Record<string, string>)).toMatchObject({
      type: "composio.session_hook.before_execute",
      metadata: {
        project_id: desk.office.projectId,
        session_id: session,
        user_id: "ada",
        hook_id: "ask-us",
        log_id: body.log_id,
      },
      data: { tool: "DESK_WRITE", toolkit: "desk", arguments: { title: "t" } },
    });
    expect(request.body).not.toMatch(/canary-4711|the-key-of-ada/);
    await flushToolLogs();
    const logged = (await desk.office.client("GET", `/logs/tool_execution/${body.log_id}`)).body;
    expect(logged.data).toMatchObject({
      policies: [{ id: "ask-us", name: "Ask us", action: "hook: webhook", outcome: "passed" }],
    });
    expect(JSON.stringify(logged)).not.toMatch(/canary/);
  });

  it("blocks the call, or its result, with words of its own", async () => {
    const block = { outcome: "block", message: "Not on Sundays." };
    const before = await ask(block);
    expect(before).toMatchObject({ result_type: "blocked", reason: { type: "request_blocked", hook_id: "ask-us" } });
    expect(before.error).toContain("It says: Not on Sundays.");
    expect(desk.provider.seen).toEqual([]);
    const after = await ask(block, hook({ type: "after_execute" }));
    expect(after).toMatchObject({ data: {}, reason: { type: "response_blocked", hook_id: "ask-us" } });
    const event = JSON.parse(receiver.seen[1]?.body ?? "") as { data: object };
    expect(event.data).toMatchObject({ result: { data: { number: 1 }, error: null } });
  });

  it("changes the arguments, which must fit the tool and the policies; hidden values stay", async () => {
    says({ outcome: "modify", arguments: { title: "changed", pin: "[redacted]" } });
    const session = await open(hook());
    const args = { title: "t", pin: "canary-4711-pin" };
    expect((await execute(desk.office, session, "t", { arguments: args })).body.result_type).toBe("completed");
    expect(JSON.parse(desk.provider.seen[0]?.body ?? "")).toEqual({ title: "changed", pin: "canary-4711-pin" });
    expect(await ask({ outcome: "modify", arguments: { titel: 1 } })).toMatchObject(UNAVAILABLE);
    const match = { arguments: [{ path: "title", operator: "contains" as const, values: ["evil"] }] };
    const rule = { name: "No evil", enabled: true, match, action: { type: "deny" as const } };
    await createRule(desk.office.projectId, rule, { id: "user_1", name: "Ada" });
    says({ outcome: "modify", arguments: { title: "evil" } });
    expect((await execute(desk.office, await open(hook()), "t")).status).toBe(403);
    expect(sentTitles()).toEqual(["changed"]);
  });

  it("keeps hidden values only at their place, and can hide others itself", async () => {
    const after = hook({ type: "after_execute" });
    const rows = [
      { id: 1, token: "canary-of-1" },
      { id: 2, token: "canary-of-2" },
    ];
    desk.provider.answer = (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ rows, note: "plain" }));
    const [first, second] = rows.map((row) => ({ ...row, token: "[redacted]" }));
    const change = (data: object) => ask({ outcome: "modify", result: { data } }, after);
    expect(await change({ rows: [second] })).toMatchObject(UNAVAILABLE);
    expect(await change({ rows: [first, { ...second, token: "was [redacted]" }] })).toMatchObject(UNAVAILABLE);
    const answer = await change({ rows: [first, second], note: "[redacted]" });
    expect(answer.data).toEqual({ rows, note: "[redacted]" });
  });

  it("changes the data of the result, and hooks after it see the change", async () => {
    const change = { outcome: "modify", result: { data: { number: 2 } } };
    const hooks = [hook({ type: "after_execute" }), hook({ type: "after_execute", id: "again" })];
    expect(await ask(change, ...hooks)).toMatchObject({ successful: true, data: { number: 2 } });
    expect(JSON.parse(receiver.seen[1]?.body ?? "")).toMatchObject({ data: { result: { data: { number: 2 } } } });
  });
});

describe("a receiver without a verdict blocks the call, or lets it run if the hook says so", () => {
  it.each<[string, unknown, number?]>([
    ["an error", { outcome: "continue" }, 500],
    ["a redirect, which is not followed", { outcome: "continue" }, 307],
    ["no JSON", "yes"],
    ["another type", { outcome: true }],
    ["an unknown outcome", { outcome: "allow" }],
    ["a member too many", { outcome: "continue", block: true }],
    ["another session", { outcome: "continue", session_id: "trs_other" }],
    ["the wrong part", { outcome: "modify", result: { data: {} } }],
    ["nothing to change", { outcome: "modify" }],
    ["a huge response", JSON.stringify({ outcome: "continue", session_id: "x".repeat(2_000_000) })],
  ])("%s", async (_, answer, status) => {
    says(answer, status);
    expect((await execute(desk.office, await open(hook()), "t")).body).toMatchObject(UNAVAILABLE);
    expect(desk.provider.seen).toEqual([]);
    expect(receiver.seen).toHaveLength(1);
    const runs = await execute(desk.office, await open(hook({ on_failure: "continue" })), "t");
    expect(runs.body).toMatchObject({ result_type: "completed", hook_results: UNAVAILABLE.hook_results });
  });

  it("a slow one and a dead one", async () => {
    receiver.answer = () => undefined;
    const slow = await execute(desk.office, await open(hook({}, { timeout_seconds: 1 })), "t");
    expect(slow.body).toMatchObject(UNAVAILABLE);
    const dead = await open(hook({}, { url: "http://127.0.0.1:9/" }));
    expect((await execute(desk.office, dead, "t")).body).toMatchObject(UNAVAILABLE);
    expect(desk.provider.seen).toEqual([]);
  });
});

it("is refused for a host that nothing is sent to, a time out of bounds, and without a secret that signs", async () => {
  const create = (...hooks: object[]) =>
    desk.office.client("POST", "/tool_router/session", { user_id: "ada", hooks }).then(({ status }) => status);
  expect(await create(hook({}, { url: "http://169.254.169.254/latest" }))).toBe(400);
  expect(await create(hook({}, { url: "file:///etc/passwd" }))).toBe(400);
  expect(await create(hook({}, { timeout_seconds: 31 }))).toBe(400);
  await db.webhookSubscription.deleteMany({ where: { projectId: desk.office.projectId } });
  expect(await create(hook())).toBe(422);
});
