/** One decision on all calls that wait, by a person alone. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { ASK_EVERY_CALL, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";

const desk = officeForEach();
const MANY = "/internal/patchbay/approvals/many";

const waitFor = async (session: string, title: string) => idOf((await execute(desk.office, session, title)).body);
const stateOf = async (id: string) => (await db.parkedCall.findUnique({ where: { id } }))?.state;

it("denies all calls that wait in a session, records each, and leaves those of others", async () => {
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const ids = [await waitFor(session, "a"), await waitFor(session, "b")];
  const other = await waitFor(await sessionOf(desk.office, ASK_EVERY_CALL), "c");
  const body = { action: "deny", filter: { session_id: session } };
  expect((await desk.office.person("POST", MANY, body)).body).toMatchObject({ done: 2, failed: [], next: null });
  expect(await Promise.all([...ids, other].map(stateOf))).toEqual(["denied", "denied", "waiting"]);
  const targets = await db.auditEvent.findMany({
    where: { projectId: desk.office.projectId, action: "approval.decide", outcome: "done" },
  });
  expect(new Set(targets.map(({ target }) => target))).toEqual(new Set(ids));
  expect(desk.provider.seen).toHaveLength(0);
});

it("decides no call twice", async () => {
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  await waitFor(session, "a");
  const body = { action: "once", filter: {} };
  const answers = await Promise.all([desk.office.person("POST", MANY, body), desk.office.person("POST", MANY, body)]);
  const done = answers.reduce((sum, answer) => sum + Number(answer.body.done), 0);
  expect(done).toBe(1);
});

it("401: a program decides nothing", async () => {
  await waitFor(await sessionOf(desk.office, ASK_EVERY_CALL), "a");
  expect((await desk.office.client("POST", MANY, { action: "once", filter: {} })).status).toBe(401);
});
