/** A call that was allowed is carried out at most once: by several copies of the app, and whenever a process ends. */
import { fork, type ChildProcess } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { tendCalls } from "./parked-call-lifecycle";
import {
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
} from "@/test/builders/approvals";
import type { Provider } from "@/test/servers/loopback-provider";
import { carryOutJob } from "./carry-out";
import { testProgram } from "@/test/setup/test-program";

const CHILD = testProgram("test/children/approve-child.ts");

let provider: Provider;
let office: Office;
let answers: Provider["answer"];
beforeAll(async () => {
  provider = await startDesk();
  answers = provider.answer;
  await installDesk();
  office = await openOffice(provider);
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.seen.length = 0;
  provider.answer = answers;
});

const work = (id: string) =>
  carryOutJob(async () => ({ storePayloads: true }))({ projectId: office.projectId, id }, { requestId: "req_job" });
const read = async (id: string) => (await office.person("GET", `/internal/patchbay/approvals/${id}`)).body;
const approved = async (title = "t") => {
  const session = await sessionOf(office, ASK_EVERY_CALL);
  const { body } = await execute(office, session, title);
  const id = idOf(body);
  await decide(office, id, "once");
  return { session, id, body };
};
/** As if the process that had the call had died a while ago. */
const die = (id: string) =>
  pool().query("UPDATE parked_call SET lease_until = clock_timestamp() - interval '1 second' WHERE id = $1", [id]);

const startCopy = async (id: string): Promise<ChildProcess> => {
  const child = fork(CHILD, [office.projectId, id], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
};
const exited = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
};

it("two copies and the client's simultaneous repeats execute a call once", async () => {
  const { session, id, body } = await approved();
  const copies = await Promise.all([startCopy(id), startCopy(id)]);
  const ends = copies.map(exited);
  for (const copy of copies) copy.send("go");
  const repeated = { request_state: body.request_state };
  const responses = await Promise.all([1, 2, 3].map(() => execute(office, session, "t", repeated)));
  await Promise.all(ends);
  for (const response of responses)
    expect(response.body).toMatchObject({ result_type: "completed", data: { number: 1 } });
  expect(provider.seen).toHaveLength(1);
  expect(await read(id)).toMatchObject({ state: "completed" });
});

it("one of several decisions counts, and the call follows it", async () => {
  for (let round = 0; round < 4; round++) {
    provider.seen.length = 0;
    const session = await sessionOf(office, ASK_EVERY_CALL);
    const { body } = await execute(office, session, "t");
    const id = idOf(body);
    const accepts = () => execute(office, session, "t", answering(body, APPROVE));
    const [, , denied] = await Promise.all([accepts(), accepts(), decide(office, id, "deny"), accepts()]);
    const { state } = await read(id);
    expect(state).toBe(denied.status === 200 ? "denied" : "completed");
    expect(provider.seen).toHaveLength(denied.status === 200 ? 0 : 1);
  }
});

it("the same call sent several times at once waits once", async () => {
  const session = await sessionOf(office, ASK_EVERY_CALL);
  const responses = await Promise.all([1, 2, 3, 4].map(() => execute(office, session, "t")));
  expect(new Set(responses.map(({ body }) => body.approval_url)).size).toBe(1);
});

it("a call that is killed in the queue is not lost, and is executed once", async () => {
  const { session, id } = await approved();
  await pool().query("UPDATE parked_call SET decided_at = decided_at - interval '1 minute' WHERE id = $1", [id]);
  await tendCalls();
  const queued = "SELECT FROM graphile_worker._private_jobs WHERE payload->>'id' = $1";
  expect((await pool().query(queued, [id])).rowCount).toBe(1);
  await work(id);
  await work(id);
  expect((await execute(office, session, "t")).body.result_type).toBe("completed");
  expect(provider.seen).toHaveLength(1);
});

it("a call that is killed before anything was sent is executed once", async () => {
  const { id } = await approved();
  await pool().query(
    `UPDATE parked_call SET attempts = 1, owner = 'dead', started_at = clock_timestamp(),
      lease_until = clock_timestamp() - interval '1 second' WHERE id = $1`,
    [id],
  );
  await work(id);
  expect(await read(id)).toMatchObject({ state: "completed" });
  expect(provider.seen).toHaveLength(1);
});

it("a call that is killed with kill -9 while the app works is not sent again, and its state shows it", async () => {
  const { session, id, body } = await approved();
  provider.answer = () => {};
  const child = await startCopy(id);
  const end = exited(child);
  child.send("go");
  await until(() => provider.seen.length === 1);
  child.kill("SIGKILL");
  await end;
  provider.answer = answers;
  expect(await read(id)).toMatchObject({ state: "approved", started_at: expect.any(String) });
  await die(id);
  await pool().query("UPDATE idempotency_key SET lease_until = now() - interval '1 second' WHERE state = 'running'");
  await work(id);
  expect(await read(id)).toMatchObject({
    state: "unknown",
    error: expect.stringContaining("not known whether it was done"),
  });
  const response = await execute(office, session, "t", { request_state: body.request_state });
  expect(response.body).toMatchObject({ result_type: "failed", error: expect.stringContaining("not sent again") });
  expect(provider.seen).toHaveLength(1);
});

it("a call that is killed after the app's answer keeps the answer, and is not sent again", async () => {
  const { session, id } = await approved();
  await work(id);
  await pool().query("UPDATE parked_call SET state = 'approved', result = NULL, ended_at = NULL WHERE id = $1", [id]);
  await die(id);
  await work(id);
  expect((await execute(office, session, "t")).body).toMatchObject({ result_type: "completed", data: { number: 1 } });
  expect(provider.seen).toHaveLength(1);
});

it("a call that was approved or begun too long ago is no longer sent", async () => {
  const late = await approved("late");
  await pool().query("UPDATE parked_call SET decided_at = decided_at - interval '2 hours' WHERE id = $1", [late.id]);
  await work(late.id);
  expect(await read(late.id)).toMatchObject({ state: "failed", error: expect.stringContaining("Nothing was sent") });
  const oldCall = await approved("begun");
  await pool().query(
    "UPDATE parked_call SET attempts = 1, started_at = clock_timestamp() - interval '1 day', lease_until = started_at WHERE id = $1",
    [oldCall.id],
  );
  await work(oldCall.id);
  expect(await read(oldCall.id)).toMatchObject({ state: "unknown" });
  expect(provider.seen).toHaveLength(0);
});

it("a call is not executed if its session ended or denies it by now", async () => {
  const orphanCall = await approved("ended");
  await office.client("DELETE", `/tool_router/session/${orphanCall.session}`);
  await work(orphanCall.id);
  expect(await read(orphanCall.id)).toMatchObject({ state: "failed", error: expect.stringContaining("no session") });
  const denied = await approved("denied");
  await office.client("PATCH", `/tool_router/session/${denied.session}`, { toolkits: { disable: ["desk"] } });
  await work(denied.id);
  expect(await read(denied.id)).toMatchObject({ state: "failed", error: expect.stringContaining("toolkits.disable") });
  expect(provider.seen).toHaveLength(0);
});
