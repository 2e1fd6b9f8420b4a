/** Calls that a receiver of a hook changed: what can change, and which policies judge what is sent. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { answering, APPROVE, execute, officeForEach, sessionOf } from "@/test/builders/approvals";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { createRule } from "@/lib/policies/create-rule";

const desk = officeForEach();
let receiver: Provider;
beforeAll(async () => void (receiver = await startProvider()));
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.reset();
  const subscription = { url: "https://example.com/in", enabledEvents: ["composio.trigger.message"], version: "V3" };
  await createSubscription(desk.office.projectId, subscription as never);
});

type Parts = { query: object; headers: object; body?: unknown };
const open = () => {
  const handler = { type: "webhook", url: receiver.baseUrl };
  const hooks = [{ id: "ask-us", type: "before_execute", applies_to: "all", handler }];
  return sessionOf(desk.office, { hooks, proxy_execute: { enable: true } });
};
const changes = (change: (args: Parts) => object) => {
  receiver.answer = (request, response) => {
    const { data } = JSON.parse(request.body) as { data: { arguments: Parts } };
    const answer = { outcome: "modify", arguments: { ...data.arguments, ...change(data.arguments) } };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
};
const proxy = async (body: unknown = { title: "t" }) => {
  const request = { toolkit_slug: "desk", endpoint: "/tickets?page=1", method: "POST", body };
  return desk.office.client("POST", `/tool_router/session/${await open()}/proxy_execute`, request);
};
const addRule = (action: object, contains: string, path = "title") => {
  const match = { arguments: [{ path, operator: "contains" as const, values: [contains] }] };
  const rule = { name: "A rule", enabled: true, match, action: action as never };
  return createRule(desk.office.projectId, rule, { id: "user_1", name: "Ada" });
};
const sentBodies = () => desk.provider.seen.map(({ body }) => JSON.parse(body) as unknown);

it("a request of the agent's own is sent with changed values", async () => {
  changes(({ query }) => ({ query: { ...query, page: "2" }, body: { title: "changed" } }));
  expect((await proxy()).body).toMatchObject({ status: 200, hook_results: [{ outcome: "continue" }] });
  expect(sentBodies()).toEqual([{ title: "changed" }]);
  expect(desk.provider.seen[0]?.url).toContain("page=2");
});

it.each<[string, (args: Parts) => object]>([
  ["another endpoint beside another query", ({ query }) => ({ endpoint: "/x", query: { ...query, page: "2" } })],
  ["a further name in the query", ({ query }) => ({ query: { ...query, all: "1" } })],
  ["a header in the place of a credential", ({ headers }) => ({ headers: { ...headers, authorization: "mine" } })],
  ["a further part", () => ({ parameters: [] })],
  ["no body", () => ({ body: undefined })],
])("%s is no valid change of a request", async (_, change) => {
  changes(change);
  expect((await proxy()).body).toMatchObject({ result_type: "blocked", hook_results: [{ status: "unavailable" }] });
  expect(desk.provider.seen).toEqual([]);
});

it("403: policies judge the changed request as it is sent", async () => {
  await addRule({ type: "deny" }, "evil", "body.title");
  changes(() => ({ body: '{"title":"evil"}' }));
  expect((await proxy("a text")).status).toBe(403);
  expect(desk.provider.seen).toEqual([]);
});

it("429: a limit counts the changed call", async () => {
  await addRule({ type: "limit", per_minute: 1, by: "user" }, "b");
  changes(() => ({ title: "b" }));
  const session = await open();
  expect((await execute(desk.office, session, "a")).status).toBe(200);
  expect((await execute(desk.office, session, "a")).status).toBe(429);
});

it("a limit counts a call once, although its arguments change", async () => {
  await addRule({ type: "limit", per_minute: 2, by: "user" }, "b");
  changes(() => ({ title: "bb" }));
  const session = await open();
  for (const status of [200, 200, 429]) expect((await execute(desk.office, session, "b")).status).toBe(status);
});

it("an approval does not cover other arguments than those that were shown", async () => {
  await addRule({ type: "ask" }, "b");
  changes(() => ({ title: "b, and more" }));
  const session = await open();
  const { body } = await execute(desk.office, session, "b");
  const other = await execute(desk.office, session, "b", answering(body, APPROVE));
  expect(other.body).toMatchObject({ result_type: "failed", error: expect.stringContaining("asks for an approval") });
  changes(() => ({}));
  const parked = await execute(desk.office, session, "bb");
  const done = await execute(desk.office, session, "bb", answering(parked.body, APPROVE));
  expect(done.body).toMatchObject({ result_type: "completed" });
  expect(sentBodies()).toEqual([{ title: "bb" }]);
});

it("an Idempotency-Key gives no answer that other hooks let through", async () => {
  const headers = { "idempotency-key": "one" };
  await execute(desk.office, await sessionOf(desk.office, {}), "t", {}, headers);
  receiver.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"outcome":"block"}');
  const { status, body } = await execute(desk.office, await open(), "t", {}, headers);
  expect([status, body]).not.toMatchObject([200, { result_type: "completed" }]);
  expect(desk.provider.seen).toHaveLength(1);
});
