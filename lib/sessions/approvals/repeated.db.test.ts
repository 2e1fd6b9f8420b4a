/**
 * Calls that are repeated after a decision do not run a second time, whatever has changed, and are in the audit trail.
 */
import { describe, expect, it } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { tendCalls } from "./parked-call-lifecycle";
import {
  aMinuteLater,
  answering,
  APPROVE,
  ASK_EVERY_CALL,
  decide,
  execute,
  idOf,
  officeForEach,
  sessionOf,
} from "@/test/builders/approvals";
import { carryOutJob } from "./carry-out";

const desk = officeForEach();

const work = (id: string) =>
  carryOutJob(async () => ({ storePayloads: true }))(
    { projectId: desk.office.projectId, id },
    { requestId: "req_job" },
  );

it("a call without approval executes once, even with a new Idempotency-Key for each request", async () => {
  const session = await sessionOf(desk.office, { require_approval: { tools: { desk: ["DESK_WRITE"] } } });
  const tools = ["DESK_CLOSE", "DESK_WRITE"].map((slug) => ({ tool_slug: slug, arguments: { title: "t" } }));
  const multi = (name: string, more: object) =>
    desk.office.client(
      "POST",
      `/tool_router/session/${session}/execute_meta`,
      { slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: { tools, sync_response_to_workbench: false }, ...more },
      { "idempotency-key": `${name} of ${session}` },
    );
  const { body } = await multi("first", {});
  expect(desk.provider.seen).toHaveLength(1);
  const whole = await multi("second", answering(body, APPROVE));
  expect(whole.body).toMatchObject({ result_type: "completed", data: { success_count: 2 } });
  expect(desk.provider.seen).toHaveLength(2);
});

const LOOSENED: [string, object, (session: string) => Promise<unknown>][] = [
  [
    "the project wants nobody to be asked any more",
    {},
    () => desk.office.person("PATCH", "/internal/patchbay/approval_policy", { default: "allow_all" }),
  ],
  [
    "the session wants nobody to be asked any more",
    ASK_EVERY_CALL,
    (session) => desk.office.client("PATCH", `/tool_router/session/${session}`, { experimental: null }),
  ],
];
it.each(LOOSENED)("a repeated call gets the result if it was allowed, then %s", async (_, settings, loosen) => {
  if (settings !== ASK_EVERY_CALL)
    await desk.office.person("PATCH", "/internal/patchbay/approval_policy", { default: "ask_every_call" });
  const session = await sessionOf(desk.office, settings);
  const id = idOf((await execute(desk.office, session, "t")).body);
  await decide(desk.office, id, "once");
  await work(id);
  expect((await loosen(session)) as object).toMatchObject({ status: 200 });
  expect((await execute(desk.office, session, "t")).body).toMatchObject({
    result_type: "completed",
    data: { number: 1 },
  });
  expect(desk.provider.seen).toHaveLength(1);
  // The next one like it is another call, which nobody is asked about.
  expect((await aMinuteLater(() => execute(desk.office, session, "t"))).body.result_type).toBe("completed");
  expect(desk.provider.seen).toHaveLength(2);
});

const NOT_SENT: [string, string, (session: string, id: string) => Promise<unknown>][] = [
  [
    "the session denies it by now",
    "toolkits.disable",
    (session) => desk.office.client("PATCH", `/tool_router/session/${session}`, { toolkits: { disable: ["desk"] } }),
  ],
  [
    "it was allowed hours ago",
    "Nothing was sent",
    (_, id) => pool().query("UPDATE parked_call SET decided_at = decided_at - interval '2 hours' WHERE id = $1", [id]),
  ],
];
it.each(NOT_SENT)(
  "a call that begins in vain is not sent again if, before anything was sent, %s",
  async (_, why, change) => {
    const session = await sessionOf(desk.office, ASK_EVERY_CALL);
    const id = idOf((await execute(desk.office, session, "t")).body);
    await decide(desk.office, id, "once");
    await pool().query(
      "UPDATE parked_call SET attempts = 1, owner = 'other', started_at = clock_timestamp(), lease_until = NULL WHERE id = $1",
      [id],
    );
    await change(session, id);
    await work(id);
    const { body } = await desk.office.person("GET", `/internal/patchbay/approvals/${id}`);
    expect(body).toMatchObject({ state: "failed", error: expect.stringContaining(why) });
    expect(desk.provider.seen).toHaveLength(0);
  },
);

it("the audit trail contains a client's decision once, like a person's", async () => {
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const { body } = await execute(desk.office, session, "t");
  const accepted = answering(body, APPROVE);
  for (let times = 0; times < 2; times++) await execute(desk.office, session, "t", accepted);
  const decided = await db.auditEvent.findMany({
    where: { projectId: desk.office.projectId, action: "approval.decide" },
  });
  expect(decided).toMatchObject([{ target: idOf(body), outcome: "done", actorKind: "apiKey" }]);
});

describe("a result that does not reach the client", () => {
  const done = async (title = "t") => {
    const session = await sessionOf(desk.office, ASK_EVERY_CALL);
    const id = idOf((await execute(desk.office, session, title)).body);
    await decide(desk.office, id, "once");
    await work(id);
    return session;
  };

  it("is returned again for the same call, for a minute and not longer, and executes nothing", async () => {
    const session = await done();
    const firstResponse = await execute(desk.office, session, "t");
    expect(firstResponse.body).toMatchObject({ result_type: "completed", data: { number: 1 } });
    for (let times = 0; times < 2; times++)
      expect((await execute(desk.office, session, "t")).body).toEqual(firstResponse.body);
    expect((await aMinuteLater(() => execute(desk.office, session, "t"))).body.result_type).toBe("input_required");
    expect(desk.provider.seen).toHaveLength(1);
  });

  it("keeps waiting if the client hung up before there was a result", async () => {
    const session = await done();
    const abortSignal = AbortSignal.abort();
    await execute(desk.office, session, "t", {}, {}, abortSignal);
    expect((await aMinuteLater(() => execute(desk.office, session, "t"))).body.result_type).toBe("completed");
    expect(desk.provider.seen).toHaveLength(1);
  });

  it("is released by the clock job, so that the project's calls cost no more than before", async () => {
    const session = await done();
    await execute(desk.office, session, "t");
    await pool().query("UPDATE parked_call SET handed_at = handed_at - interval '2 minutes' WHERE session_id = $1", [
      session,
    ]);
    await tendCalls();
    const rows = await db.parkedCall.findMany({ where: { projectId: desk.office.projectId, openKey: { not: null } } });
    expect(rows).toEqual([]);
  });

  it("is not returned to a call that is run again from the timeline", async () => {
    const session = await done();
    const { body } = await execute(desk.office, session, "t");
    await flushToolLogs();
    const path = `/internal/patchbay/sessions/${session}/calls/${body.log_id}/run`;
    const again = await desk.office.client("POST", path, {});
    expect(again.body.result_type).toBe("input_required");
  });
});
