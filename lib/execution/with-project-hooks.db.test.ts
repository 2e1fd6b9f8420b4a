/** The tool-execution webhook of a project: it decides about every call, in sessions and outside of them. */
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELETE, GET, PUT } from "@/app/api/v3/internal/patchbay/project/tool_webhook/route";
import { POST as rotate } from "@/app/api/v3/internal/patchbay/project/tool_webhook/rotate_secret/route";
import { createRule } from "@/lib/policies/create-rule";
import { db } from "@/lib/kernel/database/db";
import { execute, officeForEach, sessionOf } from "@/test/builders/approvals";
import { addMember, callRoute } from "@/test/builders/members";
import { sessionCookie } from "@/test/builders/owners";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";

const desk = officeForEach();
let receiver: Provider;
let headers: Record<string, string>;
beforeAll(async () => void (receiver = await startProvider()));
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.reset();
  const { organizationId } = desk.office;
  const { userId } = await db.member.findFirstOrThrow({ where: { organizationId } });
  headers = { cookie: await sessionCookie(userId) };
});

const says = (answer: unknown, status = 200) => {
  receiver.answer = (_, response: ServerResponse) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
};
const set = (settings: object = {}) =>
  callRoute(PUT, headers, { body: { url: `${receiver.baseUrl}/verdict?token=canary`, ...settings } });
const run = () =>
  desk.office.client("POST", "/tools/execute/DESK_WRITE", { user_id: "ada", arguments: { title: "t" } });
const proxy = async () =>
  desk.office.client(
    "POST",
    `/tool_router/session/${await sessionOf(desk.office, { proxy_execute: { enable: true } })}/proxy_execute`,
    {
      ...{ toolkit_slug: "desk", endpoint: "/tickets", method: "GET" },
    },
  );
const ID = "tool_execution_webhook";

describe("the webhook of a project", () => {
  it("shows its secret once, and signs with it; another secret signs after a rotation", async () => {
    says({ outcome: "continue" });
    const created = await set();
    const { secret } = created.body as { secret: string };
    expect(created.body).toMatchObject({
      webhook: { before_execute: true, after_execute: false, on_failure: "block" },
    });
    expect((await set({ timeout_seconds: 9 })).body).toMatchObject({ webhook: { timeout_seconds: 9 }, secret: null });
    expect(JSON.stringify((await callRoute(GET, headers)).body)).not.toContain(secret);
    expect(JSON.stringify(await db.toolWebhook.findMany())).not.toContain(secret);
    const { body } = await run();
    expect(body).toMatchObject({ successful: true, hook_results: [{ id: ID, outcome: "continue" }] });
    const verify = (key: string) =>
      new Webhook(key).verify(
        receiver.seen.at(-1)?.body ?? "",
        receiver.seen.at(-1)?.headers as Record<string, string>,
      );
    expect(verify(secret)).toMatchObject({
      type: "composio.session_hook.before_execute",
      metadata: { project_id: desk.office.projectId, session_id: "", user_id: "ada", hook_id: ID },
      data: { tool: "DESK_WRITE", toolkit: "desk", arguments: { title: "t" } },
    });
    expect(receiver.seen.at(-1)?.body).not.toContain("the-key-of-ada");
    const next = (await callRoute(rotate, headers, { body: {} })).body as { secret: string };
    await run();
    expect(() => verify(secret)).toThrow();
    expect(() => verify(next.secret)).not.toThrow();
    const events = JSON.stringify(await db.auditEvent.findMany({ select: { facts: true, target: true } }));
    for (const text of [secret, next.secret, "canary"]) expect(events).not.toContain(text);
  });

  it.each([
    ["an error", () => says({ outcome: "continue" }, 500)],
    ["a verdict of another form", () => says({ outcome: "allow" })],
    ["silence", () => void (receiver.answer = () => undefined)],
  ])("blocks every call after %s, or lets it run if the project says so", async (_, fail) => {
    fail();
    await set({ timeout_seconds: 1 });
    const { status, body } = await run();
    expect([status, body]).toMatchObject([200, { successful: false, reason: { hook_id: ID } }]);
    expect(body.error).toContain("The tool-execution webhook of the project could not be evaluated");
    expect((await execute(desk.office, await sessionOf(desk.office, {}), "t")).body.result_type).toBe("blocked");
    expect((await proxy()).body).toMatchObject({ result_type: "blocked" });
    expect(desk.provider.seen).toEqual([]);
    await set({ timeout_seconds: 1, on_failure: "continue" });
    expect((await run()).body).toMatchObject({ successful: true, hook_results: [{ id: ID, status: "unavailable" }] });
  });

  it("is asked before the hooks of a session, and a hook with its ID does not replace it", async () => {
    says({ outcome: "block", message: "Not today." });
    await set();
    const session = await sessionOf(desk.office, {
      hooks: [
        {
          ...{ id: ID, type: "after_execute", applies_to: { toolkits: ["desk"] } },
          handler: { type: "prompt_injection_check", action: "block" },
        },
      ],
    });
    const { body } = await execute(desk.office, session, "t");
    expect(body).toMatchObject({ result_type: "blocked", reason: { type: "request_blocked" } });
    expect(body.error).toContain("It says: Not today.");
    expect(desk.provider.seen).toEqual([]);
  });

  it("changes arguments within the policies, and results", async () => {
    says({ outcome: "modify", arguments: { title: "evil" } });
    await set();
    const match = { arguments: [{ path: "title", operator: "contains" as const, values: ["evil"] }] };
    const rule = { name: "No evil", enabled: true, match, action: { type: "deny" as const } };
    await createRule(desk.office.projectId, rule, { id: "user_1", name: "Ada" });
    expect((await run()).status).toBe(403);
    await set({ before_execute: false, after_execute: true });
    says({ outcome: "modify", result: { data: { number: 2 } } });
    expect((await run()).body).toMatchObject({ data: { number: 2 } });
  });

  it("counts from the next call on, and not after it was switched off or deleted", async () => {
    says({ outcome: "block" });
    expect((await run()).body).toMatchObject({ successful: true });
    await set();
    expect((await run()).body).toMatchObject({ successful: false, reason: { hook_id: ID } });
    await set({ before_execute: false });
    expect((await run()).body).toMatchObject({ successful: true });
    await set();
    expect((await callRoute(DELETE, headers)).status).toBe(200);
    expect((await run()).body).toMatchObject({ successful: true });
    expect((await callRoute(DELETE, headers)).status).toBe(404);
  });
});

it("is changed by owners and admins alone, and leads to no host that nothing is sent to", async () => {
  const { organizationId, projectId } = desk.office;
  const { userId } = await db.member.findFirstOrThrow({ where: { organizationId } });
  const developer = await addMember({ organizationId, projectId, userId }, "developer");
  expect((await callRoute(PUT, { cookie: developer.cookie }, { body: { url: receiver.baseUrl } })).status).toBe(403);
  expect((await set({ url: "http://169.254.169.254/latest" })).status).toBe(400);
  expect((await set({ url: "file:///etc/passwd" })).status).toBe(400);
  expect((await callRoute(GET, headers)).body).toEqual({ webhook: null });
});
