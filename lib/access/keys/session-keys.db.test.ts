/** The access key of a session reaches that session as its agent does, and nothing else of anybody's. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { operations } from "@/lib/api";
import { db, pool } from "@/lib/kernel/database/db";
import {
  answering,
  APPROVE,
  ASK_EVERY_CALL,
  execute,
  idOf,
  installDesk,
  openOffice,
  sender,
  sessionOf,
  startDesk,
  type Reply,
  type Office,
} from "@/test/builders/approvals";
import type { Provider } from "@/test/servers/loopback-provider";

let provider: Provider;
let office: Office;
beforeAll(async () => {
  provider = await startDesk();
  await installDesk();
  office = await openOffice(provider);
});
afterAll(() => provider.close());
beforeEach(() => void (provider.seen.length = 0));

const keysOf = (session: string) => `/internal/patchbay/sessions/${session}/access_keys`;
const makeKey = async (session: string, body: object = {}, by = office) => {
  const { status, body: keyBody } = await by.client("POST", keysOf(session), body);
  expect(status).toBe(201);
  return { id: keyBody.id, key: keyBody.key as string };
};
/** A caller who has nothing but the key. */
const holder = (key: string): Pick<Office, "client"> => ({ client: sender({ "x-session-access-key": key }) });
const run = (key: string, session: string, more: object = {}): Promise<Reply> =>
  execute(holder(key) as Office, session, "t", more);

it("reads the session, lists and executes its tools; its text is stored nowhere", async () => {
  const session = await sessionOf(office, {});
  const { key } = await makeKey(session, { name: "sandbox" });
  const { client } = holder(key);
  expect((await client("GET", `/tool_router/session/${session}`)).body.session_id).toBe(session);
  expect((await client("GET", `/tool_router/session/${session}/tools`)).status).toBe(200);
  expect((await run(key, session)).body).toMatchObject({ successful: true, data: { number: 1 } });
  const { body } = await office.person("GET", keysOf(session));
  expect(body.items).toMatchObject([{ name: "sandbox", session_id: session }]);
  expect(JSON.stringify([body, await db.sessionAccessKey.findMany({})])).not.toContain(key);
  const auditEvents = await db.auditEvent.findMany({
    where: { action: "session_access_key.create", projectId: office.projectId },
  });
  expect(auditEvents).toMatchObject([
    { outcome: "done", actorKind: "apiKey", target: (body.items as { id: string }[])[0]?.id, facts: { session } },
  ]);
});

it("404: another session of the same project and of another one, which look the same", async () => {
  const { key } = await makeKey(await sessionOf(office, {}));
  const foreign = await openOffice(provider);
  const others = [await sessionOf(office, {}), await sessionOf(foreign, {}), "trs_000000000000"];
  const responses = await Promise.all(others.map((other) => run(key, other)));
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  const texts = responses.map(({ body }) => JSON.stringify(body).replaceAll(/req_\w+/g, ""));
  expect(new Set(texts).size).toBe(1);
  expect(provider.seen).toHaveLength(0);
});

it("403: every other operation of a project, whatever it would answer a key of the project", async () => {
  const session = await sessionOf(office, {});
  const { client } = holder((await makeKey(session)).key);
  const path = `/tool_router/session/${session}`;
  for (const [method, where] of [
    ["POST", "/tool_router/session"],
    ["PATCH", path],
    ["DELETE", path],
    ["GET", `${path}/config_history`],
    ["POST", `${path}/link`],
    ["POST", keysOf(session)],
    ["GET", "/connected_accounts"],
    ["GET", "/internal/patchbay/approvals"],
    ["POST", "/tools/execute/DESK_WRITE"],
  ] as const)
    expect([where, (await client(method, where, method === "GET" ? undefined : {})).status]).toSatisfy(
      ([, status]: [string, number]) => status === 403 || status === 404,
    );
  expect((await office.client("GET", path)).status).toBe(200);
  // The operations declare what a session key can reach, and all of it is within a session.
  for (const op of operations.filter(({ sessionKey }) => sessionKey))
    expect(op.path).toMatch(/^\/api\/v3\/tool_router\/(session\/\{session_id\}|internal\/)/);
});

it("401: after its session was deleted or expired, its own end, its revocation and the project's end", async () => {
  const endedOffice = await openOffice(provider);
  const deleted = await sessionOf(endedOffice, {});
  const pruned = await sessionOf(endedOffice, {});
  const other = await sessionOf(endedOffice, {});
  const keys = {
    deleted: (await makeKey(deleted, {}, endedOffice)).key,
    pruned: (await makeKey(pruned, {}, endedOffice)).key,
    late: await makeKey(other, { expires_in_seconds: 60 }, endedOffice),
    revoked: await makeKey(other, {}, endedOffice),
    last: (await makeKey(other, {}, endedOffice)).key,
  };
  await endedOffice.client("DELETE", `/tool_router/session/${deleted}`);
  await pool().query("DELETE FROM tool_router_session WHERE id = $1", [pruned]);
  await pool().query("UPDATE session_access_key SET expires_at = now() WHERE id = $1", [keys.late.id]);
  expect((await endedOffice.client("DELETE", `${keysOf(other)}/${keys.revoked.id}`)).status).toBe(200);
  expect((await run(keys.last, other)).status).toBe(200);
  await pool().query("UPDATE project SET deleted_at = now() WHERE id = $1", [endedOffice.projectId]);
  const attempts: [string, string][] = [
    [keys.deleted, deleted],
    [keys.pruned, pruned],
    [keys.late.key, other],
    [keys.revoked.key, other],
    [keys.last, other],
    [`${keys.last}x`, other],
  ];
  for (const [key, session] of attempts) expect((await run(key, session)).status).toBe(401);
});

it("404: revoking a key by another session's name; 409: the 21st key", async () => {
  const [firstSession, two] = [await sessionOf(office, {}), await sessionOf(office, {})];
  const { id, key } = await makeKey(firstSession);
  expect((await office.client("DELETE", `${keysOf(two)}/${id}`)).status).toBe(404);
  expect((await run(key, firstSession)).status).toBe(200);
  for (let count = 1; count < 20; count++) await makeKey(firstSession);
  expect((await office.client("POST", keysOf(firstSession), {})).status).toBe(409);
});

it("403: answering for a person what a call of the agent waits for; the call itself waits", async () => {
  const session = await sessionOf(office, ASK_EVERY_CALL);
  const { key } = await makeKey(session);
  const response = await run(key, session);
  expect(response.body.result_type).toBe("input_required");
  expect((await run(key, session, answering(response.body, APPROVE))).status).toBe(403);
  const { body } = await office.person("GET", `/internal/patchbay/approvals/${idOf(response.body)}`);
  expect(body).toMatchObject({ state: "waiting" });
  expect(provider.seen).toHaveLength(0);
});

it("403: a request of one's own where the session lets its code send none; a key of the project is no code", async () => {
  const session = await sessionOf(office, { workbench: { enable_proxy_execution: false } });
  const { client } = holder((await makeKey(session)).key);
  const path = `/tool_router/session/${session}/proxy_execute`;
  const request = { toolkit_slug: "desk", endpoint: "/tickets", method: "GET" };
  const refusal = await client("POST", path, request);
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([
    403,
    expect.stringContaining("enable_proxy_execution"),
  ]);
  expect((await office.client("POST", path, request)).status).toBe(200);
});

it("404: making a key while the session is deleted", async () => {
  const session = await sessionOf(office, {});
  const deleting = await pool().connect();
  try {
    await deleting.query("BEGIN");
    await deleting.query("DELETE FROM tool_router_session WHERE id = $1", [session]);
    const creation = office.client("POST", keysOf(session), {});
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await vi.waitUntil(async () => (await pool().query(waits)).rowCount, { timeout: 30_000 });
    await deleting.query("COMMIT");
    expect((await creation).status).toBe(404);
  } finally {
    deleting.release();
  }
});
