/** Calls that somebody must allow, as clients and people meet them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { pool } from "@/lib/kernel/database/db";
import {
  aMinuteLater,
  answering,
  APPROVE,
  ASK_EVERY_CALL,
  decide,
  execute,
  idOf,
  installDesk,
  openOffice,
  sessionOf,
  startDesk,
  type Office,
  type ResponseBody,
} from "@/test/builders/approvals";
import type { Provider } from "@/test/servers/loopback-provider";
import { carryOutJob } from "./carry-out";

let provider: Provider;
let office: Office;
beforeAll(async () => {
  provider = await startDesk();
  await installDesk();
  office = await openOffice(provider);
});
afterAll(() => provider.close());
beforeEach(() => void (provider.seen.length = 0));

const APPROVALS = "/internal/patchbay/approvals";
const read = async (id: string) => (await office.person("GET", `${APPROVALS}/${id}`)).body;
/** What the worker does after a person's decision. */
const work = (id: string) =>
  carryOutJob(async () => ({ storePayloads: true }))({ projectId: office.projectId, id }, { requestId: "req_job" });
const requestApproval = async (settings: object = ASK_EVERY_CALL, title = "t") => {
  const session = await sessionOf(office, settings);
  const { status, body } = await execute(office, session, title);
  return { session, status, body, id: body.input_requests ? idOf(body) : "" };
};

describe("a call that needs an approval", () => {
  it("returns a question at once (200), and is executed once after its client has accepted", async () => {
    const { session, status, body, id } = await requestApproval();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {},
      error: expect.stringContaining("waiting for approval"),
      successful: false,
      log_id: "",
      result_type: "input_required",
      input_requests: {
        [id]: {
          type: "elicitation",
          mode: "form",
          message: expect.stringMatching(/DESK_WRITE.*ada.*ask_every_call.*"title":"t"/),
          requested_schema: expect.objectContaining({ type: "object", required: ["decision"] }),
        },
      },
      request_state: expect.any(String),
      approval_url: `http://localhost:3000/approvals/${id}?project=${office.projectId}`,
    });
    expect(provider.seen).toHaveLength(0);
    const accepted = answering(body, APPROVE);
    const done = await execute(office, session, "t", accepted);
    expect(done.body).toMatchObject({ result_type: "completed", data: { number: 1 }, error: null, successful: true });
    expect((await execute(office, session, "t", accepted)).body).toEqual(done.body);
    expect(provider.seen).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      state: "completed",
      decision: "once",
      decided_by: { id: expect.stringMatching(/^key_/) },
      log_id: done.body.log_id,
      account: { id: expect.stringMatching(/^ca_/), rule: "most recent" },
    });
    await flushToolLogs();
    const { body: logged } = await office.client("GET", `/logs/tool_execution/${done.body.log_id}`);
    expect(logged.data).toMatchObject({ approval: { id, by: expect.stringMatching(/^key_/), at: expect.any(String) } });
    expect(logged.context).toMatchObject({ session_id: session });
    // The next one like it is another call.
    expect((await aMinuteLater(() => execute(office, session, "t"))).body.result_type).toBe("input_required");
  });

  it.each(["decline", "cancel"])(
    "fails after %s and executes nothing, however often it is repeated",
    async (action) => {
      const { session, body } = await requestApproval();
      const denial = await execute(office, session, "t", answering(body, { action }));
      expect(denial.body).toMatchObject({ result_type: "failed", error: expect.stringContaining("denied") });
      const again = await execute(office, session, "t", answering(body, APPROVE));
      expect(again.body).toEqual(denial.body);
      expect(provider.seen).toHaveLength(0);
    },
  );

  it("is decided by a person; the repeated call gets its result, with and without its request_state", async () => {
    const first = await requestApproval();
    expect((await execute(office, first.session, "t")).body.approval_url).toBe(first.body.approval_url);
    expect((await decide(office, first.id, "once")).body).toMatchObject({ state: "approved" });
    await work(first.id);
    expect(await read(first.id)).toMatchObject({ state: "completed", decided_by: { name: office.email } });
    const { body } = await execute(office, first.session, "t", { request_state: first.body.request_state });
    expect(body).toMatchObject({ result_type: "completed", data: { number: 1 } });
    const second = await requestApproval();
    await decide(office, second.id, "once");
    // The job has not come to it: the repeated call carries it out.
    expect((await execute(office, second.session, "t")).body.result_type).toBe("completed");
    await work(second.id);
    expect(provider.seen).toHaveLength(2);
  });

  it("fails with the person who denied it and the reason", async () => {
    const { session, id } = await requestApproval();
    await decide(office, id, "deny", "not today");
    const { body } = await execute(office, session, "t");
    expect(body).toMatchObject({
      result_type: "failed",
      error: `DESK_WRITE was not run: ${office.email} denied it (not today).`,
    });
    expect((await decide(office, id, "once")).status).toBe(409);
    expect(provider.seen).toHaveLength(0);
  });

  it("fails if it is not approved in time, and nobody can decide then", async () => {
    const { session, body, id } = await requestApproval();
    await pool().query("UPDATE parked_call SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    expect((await decide(office, id, "once")).status).toBe(409);
    const late = await execute(office, session, "t", answering(body, APPROVE));
    expect(late.body).toMatchObject({ result_type: "failed", error: expect.stringContaining("not approved in time") });
    expect(await read(id)).toMatchObject({ state: "expired", decision: null });
    expect(provider.seen).toHaveLength(0);
  });

  it("asks nobody if it cannot run: 422 for its arguments, 400 without an account", async () => {
    const session = await sessionOf(office, ASK_EVERY_CALL);
    const path = `/tool_router/session/${session}/execute`;
    expect((await office.client("POST", path, { tool_slug: "DESK_WRITE", arguments: {} })).status).toBe(422);
    const nobody = await sessionOf(office, { ...ASK_EVERY_CALL, user_id: "nobody" });
    expect((await execute(office, nobody, "t")).status).toBe(400);
    expect((await office.person("GET", `${APPROVALS}?session_id=${session}`)).body.items).toEqual([]);
  });
});

describe("a request_state", () => {
  it("is refused with 400 if changed or of another session, tool or arguments, or if it is missing", async () => {
    const { session, body } = await requestApproval();
    const other = await requestApproval();
    const accepted = answering(body, APPROVE);
    const state = body.request_state;
    const tampered = { ...accepted, request_state: `${state.slice(0, -5)}AAAAA` };
    for (const [why, request, where] of [
      ["tampered", tampered, session],
      ["another session's", accepted, other.session],
      ["none", { input_responses: {} }, session],
    ] as const)
      expect((await execute(office, where, "t", request)).status, why).toBe(400);
    expect((await execute(office, session, "other", accepted)).status).toBe(400);
    expect((await execute(office, session, "t", { ...accepted, tool_slug: "DESK_CLOSE" })).status).toBe(400);
    expect((await execute(office, session, "t", { ...accepted, account: "ca_other" })).status).toBe(400);
    expect(provider.seen).toHaveLength(0);
  });

  it("is refused with 422 for an unknown decision", async () => {
    const { session, body, id } = await requestApproval();
    const decision = answering(body, { action: "accept", content: { decision: "always" } });
    const response = await execute(office, session, "t", decision);
    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body)).toContain(`input_responses.${id}.content.decision`);
    expect(await read(id)).toMatchObject({ state: "waiting" });
  });
});

describe("a wider decision", () => {
  const ONCE = { experimental: { permissions: { default: "ask_once_per_session" } } };

  it("lets the first approval once per session cover the tool, and no other tool", async () => {
    const { session, body } = await requestApproval(ONCE);
    await execute(office, session, "t", answering(body, APPROVE));
    expect((await execute(office, session, "another")).body.result_type).toBe("completed");
    const close = { tool_slug: "DESK_CLOSE" };
    expect((await execute(office, session, "t", close)).body.result_type).toBe("input_required");
    expect((await requestApproval(ONCE)).body.result_type).toBe("input_required");
  });

  it("covers the session by the client's or the person's approval, and the waiting call runs once", async () => {
    const mine = await requestApproval();
    const decision = { action: "accept", content: { decision: "approve_for_session" } };
    await execute(office, mine.session, "t", answering(mine.body, decision));
    expect((await execute(office, mine.session, "another")).body.result_type).toBe("completed");
    const theirs = await requestApproval();
    await decide(office, theirs.id, "session");
    await work(theirs.id);
    const before = provider.seen.length;
    expect((await execute(office, theirs.session, "t")).body.result_type).toBe("completed");
    expect(provider.seen).toHaveLength(before);
  });

  it("lets other sessions without a rule for the tool run it always, until the rule is withdrawn", async () => {
    const newOffice = await openOffice(provider);
    await newOffice.person("PATCH", "/internal/patchbay/approval_policy", { default: "ask_every_call" });
    const session = await sessionOf(newOffice, {});
    const { body } = await execute(newOffice, session, "t");
    expect(body.result_type).toBe("input_required");
    await decide(newOffice, idOf(body), "always");
    expect((await execute(newOffice, session, "t")).body.result_type).toBe("completed");
    expect(provider.seen).toHaveLength(1);
    expect((await execute(newOffice, await sessionOf(newOffice, {}), "t")).body.result_type).toBe("completed");
    expect((await execute(newOffice, await sessionOf(newOffice, ASK_EVERY_CALL), "t")).body.result_type).toBe(
      "completed",
    );
    const strict = await sessionOf(newOffice, { require_approval: { toolkits: ["desk"] } });
    expect((await execute(newOffice, strict, "t")).body.result_type).toBe("input_required");
    const rules = await newOffice.person("GET", "/internal/patchbay/approval_rules");
    expect(rules.body.items).toMatchObject([
      { subject: "DESK_WRITE", rule: "always_allow", created_by: { name: newOffice.email } },
    ]);
    await newOffice.person("DELETE", "/internal/patchbay/approval_rules/DESK_WRITE");
    expect((await execute(newOffice, await sessionOf(newOffice, {}), "t")).body.result_type).toBe("input_required");
  });
});

describe("several calls in one", () => {
  const multi = (session: string, tools: object[], more: object = {}) =>
    office.client("POST", `/tool_router/session/${session}/execute_meta`, {
      slug: "COMPOSIO_MULTI_EXECUTE_TOOL",
      arguments: { tools, sync_response_to_workbench: false },
      ...more,
    });
  const write = (title: string) => ({ tool_slug: "DESK_WRITE", arguments: { title } });
  const close = { tool_slug: "DESK_CLOSE", arguments: { title: "t" } };
  const SOME = { require_approval: { tools: { desk: ["DESK_WRITE"] } } };
  type Item = { index: number; error: string | null; response: ResponseBody };
  const items = ({ data }: ResponseBody) => data.results as Item[];

  it("run once if they need no approval, ask for the others, and continue when the whole is repeated", async () => {
    const session = await sessionOf(office, SOME);
    const tools = [close, write("same"), write("same"), write("no")];
    const { body } = await multi(session, tools);
    expect(body.result_type).toBe("input_required");
    expect(items(body).map(({ response }) => response.result_type)).toEqual([
      undefined,
      "input_required",
      "input_required",
      "input_required",
    ]);
    expect(body.data).toMatchObject({
      success_count: 1,
      error_count: 3,
      next_steps: expect.stringContaining("3 calls"),
    });
    expect(provider.seen).toHaveLength(1);
    const [firstKey = "", two = "", three = ""] = items(body)
      .slice(1)
      .map(({ response }) => idOf(response));
    expect(new Set([firstKey, two, three]).size).toBe(3);
    const part = await multi(session, tools, {
      request_state: body.request_state,
      input_responses: { [firstKey]: APPROVE, [three]: { action: "decline" } },
    });
    expect(Object.keys(part.body.input_requests)).toEqual([two]);
    expect(provider.seen).toHaveLength(2);
    const last = { request_state: part.body.request_state, input_responses: { [two]: APPROVE } };
    const whole = await multi(session, tools, last);
    expect(whole.body).toMatchObject({ result_type: "completed", data: { success_count: 3, error_count: 1 } });
    expect(items(whole.body)[3]?.error).toContain("denied");
    expect((await multi(session, tools, last)).body.data).toMatchObject({ success_count: 3 });
    expect(provider.seen).toHaveLength(3);
    expect((await multi(session, [close], last)).status).toBe(400);
  });

  it("run after a person's approval and a repeat of the call, if the client cannot answer", async () => {
    const newOffice = await openOffice(provider);
    await newOffice.person("PUT", "/internal/patchbay/approval_rules/DESK_WRITE", { rule: "ask_always" });
    const call = () =>
      newOffice.client("POST", "/tools/execute/COMPOSIO_MULTI_EXECUTE_TOOL", {
        user_id: "ada",
        arguments: { tools: [write("t")], sync_response_to_workbench: false, session_id: "spoken" },
        input_responses: { anything: APPROVE },
      });
    const { body } = await call();
    expect(Object.keys(body).sort()).toEqual(["data", "error", "log_id", "successful"]);
    expect(provider.seen).toHaveLength(0);
    await decide(newOffice, idOf(items(body)[0]?.response as ResponseBody), "once");
    expect(items((await call()).body)[0]).toMatchObject({ error: null, response: { data: { number: 1 } } });
    expect(provider.seen).toHaveLength(1);
  });

  it("return the question first for an Idempotency-Key, then the result, and execute once", async () => {
    const session = await sessionOf(office, SOME);
    const key = { "idempotency-key": `key of ${session}` };
    const accepted = answering((await execute(office, session, "keyed", {}, key)).body, APPROVE);
    const done = await execute(office, session, "keyed", accepted, key);
    expect(done.body.result_type).toBe("completed");
    for (const more of [{}, accepted])
      expect((await execute(office, session, "keyed", more, key)).body).toEqual(done.body);
    expect([(await execute(office, session, "other", {}, key)).status, provider.seen.length]).toEqual([409, 1]);
  });
});
