/** The operations on policies: their forms, their order, and who may change them. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { db, pool } from "@/lib/kernel/database/db";
import { installLoopbackToolkit } from "@/test/servers/loopback-provider";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { MOST_RULES } from "./constants";

const routes = (
  await Promise.all([
    import("@/app/api/v3/internal/patchbay/policies/route"),
    import("@/app/api/v3/internal/patchbay/policies/order/route"),
    import("@/app/api/v3/internal/patchbay/policies/[id]/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);
const door = createApiRouter(routes);
const ORIGIN = "http://localhost:3000";

type Reply = { status: number; body: Record<string, never> & { id: string; items: { id: string; name: string }[] } };
const sender = (by: Record<string, string>) => async (method: string, path: string, body?: unknown) => {
  const response = await door.fetch(
    new Request(`${ORIGIN}/api/v3/internal/patchbay/policies${path}`, {
      method,
      headers: { ...by, origin: ORIGIN, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: await response.json() } as Reply;
};

const READ = {
  slug: "LOOPBACK_READ",
  aliases: ["LOOPBACK_LOOK_UP"],
  input: { type: "object", properties: {} },
  request: { method: "GET" as const, path: "/read", parameters: [] },
};
beforeAll(() => installLoopbackToolkit("http://127.0.0.1:1", [READ]));

let owner: Awaited<ReturnType<typeof createTestOwner>>;
let person: ReturnType<typeof sender>;
beforeEach(async () => {
  owner = await createTestOwner();
  person = sender({ cookie: await sessionCookie(owner.userId, owner.email) });
});
const LOG = { type: "log" };
const create = async (name: string, more: object = {}) => person("POST", "", { name, action: LOG, ...more });
const namesOf = ({ body }: Reply) => body.items.map(({ name }) => name);

it("a policy is created behind the others, changed, ordered and deleted, and each change is audited", async () => {
  const first = await create("one", { match: { tools: ["loopback_look_up", "LOOPBACK_*"], toolkits: ["Loopback"] } });
  expect([first.status, first.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^pol_/),
      name: "one",
      enabled: true,
      match: { tools: ["LOOPBACK_READ", "LOOPBACK_*"], toolkits: ["loopback"] },
      action: LOG,
      created_by: { id: owner.userId, name: owner.email },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
  const second = await create("two", { enabled: false });
  expect(namesOf(await person("GET", ""))).toEqual(["one", "two"]);
  const changed = await person("PATCH", `/${second.body.id}`, { enabled: true, action: { type: "deny" } });
  expect(changed.body).toMatchObject({ name: "two", enabled: true, action: { type: "deny" } });
  expect(namesOf(await person("PUT", "/order", { ids: [second.body.id, first.body.id] }))).toEqual(["two", "one"]);
  expect((await create("three")).status).toBe(201);
  expect(namesOf(await person("GET", ""))).toEqual(["two", "one", "three"]);
  expect((await person("DELETE", `/${second.body.id}`)).body).toEqual({ id: second.body.id, deleted: true });
  expect(namesOf(await person("GET", ""))).toEqual(["one", "three"]);
  const events = await db.auditEvent.findMany({ where: { projectId: owner.projectId }, orderBy: { id: "asc" } });
  expect(events.map(({ action }) => action).filter((action) => action.startsWith("policy"))).toEqual([
    ...["policy.create", "policy.create", "policy.update", "policy.order", "policy.create", "policy.delete"],
  ]);
});

it("403 for keys and for roles that may not change the project's protection, who can read it", async () => {
  const { body } = await create("one");
  const { key } = await createApiKey(owner.projectId, { name: "tests" });
  const callers = [sender({ "x-api-key": key })];
  for (const role of ["developer", "viewer", "auditor"]) {
    await pool().query("UPDATE member SET role = $1 WHERE organization_id = $2", [role, owner.organizationId]);
    callers.push(sender({ cookie: await sessionCookie(owner.userId, owner.email) }));
    for (const send of callers) {
      expect((await send("POST", "", { name: "x", action: LOG })).status).toBe(403);
      expect((await send("PATCH", `/${body.id}`, { enabled: false })).status).toBe(403);
      expect((await send("PUT", "/order", { ids: [body.id] })).status).toBe(403);
      expect((await send("DELETE", `/${body.id}`)).status).toBe(403);
      expect(namesOf(await send("GET", ""))).toEqual(["one"]);
    }
  }
});

it.each([
  ["422", { match: { tools: ["LOOPBACK_NOTHING"] } }, "match.tools: there is no tool LOOPBACK_NOTHING"],
  ["422", { match: { toolkits: ["nothing"] } }, "match.toolkits: there is no toolkit nothing"],
  [
    "422",
    { match: { result: [{ path: "x", operator: "exists" }] }, action: { type: "ask" } },
    "match.result: is known after the call",
  ],
  ["400", { match: { tool: ["LOOPBACK_READ"] } }, "tool"],
  ["400", { match: { arguments: [{ path: "a..b", operator: "exists" }] } }, "path"],
  ["400", { match: { arguments: [{ path: "a", operator: "matches", values: ["(a+)+"] }] } }, "arguments"],
  ["400", { action: { type: "redact", place: "arguments", paths: [] } }, "action"],
  ["400", { name: " " }, "name"],
])("%s for a policy that would not hold: %j", async (status, more, words) => {
  const response = await create("x", more);
  expect([String(response.status), JSON.stringify(response.body)]).toEqual([status, expect.stringContaining(words)]);
});

it("404 for a policy of another project, and 409 for an order of other policies", async () => {
  const { body } = await create("one");
  const stranger = await createTestOwner();
  const other = sender({ cookie: await sessionCookie(stranger.userId, stranger.email) });
  expect((await other("PATCH", `/${body.id}`, { enabled: false })).status).toBe(404);
  expect((await other("DELETE", `/${body.id}`)).status).toBe(404);
  for (const ids of [[], [body.id, body.id], ["pol_000000000000"]])
    expect((await person("PUT", "/order", { ids })).status).toBe(409);
  expect((await other("PUT", "/order", { ids: [body.id] })).status).toBe(409);
});

it("409 at the most policies of a project, also for requests that arrive together", async () => {
  await db.policyRule.createMany({
    data: Array.from({ length: MOST_RULES - 1 }, (_, position) => ({
      ...{ id: `pol_${owner.projectId}${position}`, projectId: owner.projectId, position, name: "x", enabled: true },
      ...{ match: {}, action: LOG, createdBy: "x" },
    })),
  });
  const replies = await Promise.all(["a", "b", "c"].map((name) => create(name)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

it("two people who change a policy at the same time lose no change", async () => {
  const { body: policy } = await create("one");
  const { id, updated_at: readAt } = policy;
  expect((await person("PATCH", `/${id}`, { name: "two", if_updated_at: readAt })).status).toBe(200);
  const late = await person("PATCH", `/${id}`, { match: { users: ["ada"] }, if_updated_at: readAt });
  expect([late.status, (late.body as unknown as { error: { message: string } }).error.message]).toEqual([
    409,
    "The policy has changed since you read it.",
  ]);
  await Promise.all([
    person("PATCH", `/${id}`, { enabled: false }),
    person("PATCH", `/${id}`, { name: "three" }),
    person("PATCH", `/${id}`, { action: { type: "deny" } }),
  ]);
  const [row] = (await person("GET", "")).body.items;
  expect(row).toMatchObject({ name: "three", enabled: false, match: {} });
});
