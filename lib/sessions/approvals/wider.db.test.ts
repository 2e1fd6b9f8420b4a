/** Decisions about more than one call: what else they free, and who may make them. */
import { expect, it } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { tendCalls } from "./parked-call-lifecycle";
import { answering, ASK_EVERY_CALL, decide, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";
import { carryOutJob } from "./carry-out";

const desk = officeForEach();

const RULES = "/internal/patchbay/approval_rules";
const POLICY = "/internal/patchbay/approval_policy";
const waitFor = async (session: string, title: string, slug = "DESK_WRITE") =>
  idOf((await execute(desk.office, session, title, { tool_slug: slug })).body);
const stateOf = async (id: string) => (await db.parkedCall.findUnique({ where: { id } }))?.state;
const queuedFor = async (id: string) =>
  (await pool().query("SELECT FROM graphile_worker._private_jobs WHERE payload->>'id' = $1", [id])).rowCount;
const work = (id: string, settings: { storePayloads: boolean } | null = { storePayloads: true }) =>
  carryOutJob(async () => settings)({ projectId: desk.office.projectId, id }, { requestId: "req_job" });
const audited = async (action: string) =>
  (await db.auditEvent.findMany({ where: { projectId: desk.office.projectId, action }, orderBy: { id: "asc" } })).map(
    ({ target, actorKind }) => [target, actorKind],
  );
const asRole = (role: string) =>
  pool().query("UPDATE member SET role = $1 WHERE organization_id = $2", [role, desk.office.organizationId]);

it("an approval for this session frees the tool's other calls in it, each once, and no others", async () => {
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const [first, second, third] = [
    await waitFor(session, "a"),
    await waitFor(session, "b"),
    await waitFor(session, "c"),
  ];
  const otherTool = await waitFor(session, "a", "DESK_CLOSE");
  const otherSession = await waitFor(await sessionOf(desk.office, ASK_EVERY_CALL), "a");
  expect((await decide(desk.office, first, "session")).status).toBe(200);
  for (const id of [first, second, third]) {
    expect([await stateOf(id), await queuedFor(id)]).toEqual(["approved", 1]);
    await Promise.all([work(id), work(id)]);
  }
  expect(desk.provider.seen).toHaveLength(3);
  expect((await execute(desk.office, session, "b")).body).toMatchObject({
    result_type: "completed",
    data: { number: 1 },
  });
  expect(desk.provider.seen).toHaveLength(3);
  expect([await stateOf(otherTool), await stateOf(otherSession)]).toEqual(["waiting", "waiting"]);
  expect(new Set((await audited("approval.decide")).map(([target]) => target))).toEqual(
    new Set([first, second, third]),
  );
});

it("an approval for always frees the calls of all sessions without a rule, and is audited as a rule", async () => {
  await desk.office.person("PATCH", POLICY, { default: "ask_every_call" });
  const [plain, other] = [await sessionOf(desk.office, {}), await sessionOf(desk.office, {})];
  const strict = await sessionOf(desk.office, { require_approval: { toolkits: ["desk"] } });
  const [first, covered, strictCall] = [
    await waitFor(plain, "a"),
    await waitFor(other, "b"),
    await waitFor(strict, "c"),
  ];
  await decide(desk.office, first, "always");
  expect([await stateOf(covered), await stateOf(strictCall)]).toEqual(["approved", "waiting"]);
  await work(covered);
  expect((await execute(desk.office, other, "b")).body.result_type).toBe("completed");
  expect(desk.provider.seen).toHaveLength(1);
  expect(await audited("approval_rule.set")).toEqual([["DESK_WRITE", "session"]]);
});

it("returns 409 for always if the project has all the rules it may have, and decides nothing", async () => {
  const id = await waitFor(await sessionOf(desk.office, ASK_EVERY_CALL), "a");
  await pool().query(
    `INSERT INTO approval_rule (project_id, subject, toolkit_slug, rule, created_by)
      SELECT $1, 'TOOL_' || n, 'desk', 'ask_always', 'x' FROM generate_series(1, 2000) n`,
    [desk.office.projectId],
  );
  expect((await decide(desk.office, id, "always")).status).toBe(409);
  expect(await stateOf(id)).toBe("waiting");
});

it("returns 403 to a developer who loosens rules, but lets developers decide calls and tighten", async () => {
  await asRole("developer");
  const set = async (rule: string, subject = "DESK_WRITE") =>
    (await desk.office.person("PUT", `${RULES}/${subject}`, { rule })).status;
  const usual = async (value: string) => (await desk.office.person("PATCH", POLICY, { default: value })).status;
  // A first rule overrides the sessions' default, which can be strict.
  expect([await set("ask_once"), await set("always_allow"), await set("ask_always")]).toEqual([403, 403, 200]);
  expect([await set("always_deny", "desk"), await set("ask_always", "desk")]).toEqual([200, 403]);
  expect((await desk.office.person("DELETE", `${RULES}/desk`)).status).toBe(403);
  expect([await usual("ask_every_call"), await usual("ask_once_per_session"), await usual("allow_all")]).toEqual([
    200, 403, 403,
  ]);
  expect((await desk.office.person("PATCH", POLICY, { expires_in_seconds: 60 })).status).toBe(200);
  await asRole("owner");
});

it("returns 403 to a developer for always, and the call waits on; for the session is allowed", async () => {
  await asRole("developer");
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const id = await waitFor(session, "a");
  expect((await decide(desk.office, id, "always")).status).toBe(403);
  expect(await stateOf(id)).toBe("waiting");
  expect((await decide(desk.office, id, "session")).status).toBe(200);
});

it("an allowed call of a deleted project ends, and the sweep does not come back to it", async () => {
  const id = await waitFor(await sessionOf(desk.office, ASK_EVERY_CALL), "a");
  await decide(desk.office, id, "once");
  await pool().query("UPDATE parked_call SET decided_at = decided_at - interval '1 minute' WHERE id = $1", [id]);
  await work(id, null);
  expect(await stateOf(id)).toBe("failed");
  await pool().query("DELETE FROM graphile_worker._private_jobs WHERE payload->>'id' = $1", [id]);
  await tendCalls();
  expect(await queuedFor(id)).toBe(0);
  expect(desk.provider.seen).toHaveLength(0);
});

it("returns 403 for a tool that a rule denies, which is in no list, and logs the call", async () => {
  await desk.office.person("PUT", `${RULES}/DESK_WRITE`, { rule: "always_deny" });
  const session = await sessionOf(desk.office, {
    preload: { tools: ["DESK_READ", "DESK_WRITE", "DESK_CLOSE"] },
    experimental: { permissions: { default: "allow_all", overrides: { DESK_CLOSE: "always_deny" } } },
  });
  const { body } = await desk.office.client("GET", `/tool_router/session/${session}/tools`);
  const names = (body.items as { slug: string }[]).map(({ slug }) => slug).filter((slug) => slug.startsWith("DESK_"));
  expect(names).toEqual(["DESK_READ"]);
  for (const slug of ["DESK_WRITE", "DESK_CLOSE"]) {
    expect((await execute(desk.office, session, "denied", { tool_slug: slug })).status).toBe(403);
    await flushToolLogs();
    const { rows } = await findToolLogs(desk.office.projectId, { limit: 1 });
    expect(rows[0]).toMatchObject({ tool_slug: slug, session_id: session, status: "failed" });
    expect(rows[0]?.error).toContain("always denies it");
  }
  expect(desk.provider.seen).toHaveLength(0);
});

it("accepts any text as a client's reason, and cuts it between characters (200)", async () => {
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const request = (await execute(desk.office, session, "a")).body;
  const reason = `\0\ud800${"x".repeat(497)}😀`;
  const denial = { action: "accept", content: { decision: "deny", reason } };
  expect((await execute(desk.office, session, "a", answering(request, denial))).status).toBe(200);
  const { body } = await desk.office.person("GET", `/internal/patchbay/approvals/${idOf(request)}`);
  expect([body.state, body.reason]).toEqual(["denied", `\ufffd\ufffd${"x".repeat(497)}`]);
});
