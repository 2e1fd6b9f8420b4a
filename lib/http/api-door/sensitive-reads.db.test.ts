/** Reads of something sensitive are in the audit trail, without a row for each time that a page asks again. */
import { expect, it } from "vitest";
import { POST as exportLogs } from "@/app/api/v3/internal/patchbay/logs/export/route";
import { GET as getLog } from "@/app/api/v3/logs/tool_execution/[id]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { flushToolLogs, recordExecution } from "@/lib/logs/record-execution";
import { row } from "@/test/builders/log-row";
import { callRoute } from "@/test/builders/members";
import { createTestOwner } from "@/test/builders/owners";

const CANARY = "canary-of-a-body-51c2";

it("records who opened the body of a log, once for a while, and nothing of the body", async () => {
  const owner = await createTestOwner();
  const [first, second] = [
    await createApiKey(owner.projectId, { name: "one" }),
    await createApiKey(owner.projectId, { name: "two" }),
  ];
  const id = "log_sensitive0001";
  recordExecution(row({ id, projectId: owner.projectId, response: { body: CANARY } }));
  await flushToolLogs();
  const open = (key: string) => callRoute(getLog, { "x-api-key": key }, { params: { id } });
  for (const { key } of [first, first, second]) expect(JSON.stringify((await open(key)).body)).toContain(CANARY);
  const events = await db.auditEvent.findMany({
    where: { organizationId: owner.organizationId },
    orderBy: { id: "asc" },
    omit: { id: true },
  });
  expect(events).toMatchObject([
    { action: "tool_log.read", actorId: first.id, target: id, outcome: "done" },
    { action: "tool_log.read", actorId: second.id, target: id, outcome: "done" },
  ]);
  expect(JSON.stringify(events)).not.toContain(CANARY);
});

it("records each export of logs", async () => {
  const owner = await createTestOwner();
  const { key } = await createApiKey(owner.projectId, { name: "export" });
  for (const _ of [1, 2])
    await (
      await exportLogs(
        new Request("http://localhost:3000/x", {
          method: "POST",
          headers: { "x-api-key": key },
          body: JSON.stringify({ format: "csv" }),
        }),
        { params: Promise.resolve({}) },
      )
    ).text();
  const where = { organizationId: owner.organizationId, action: "tool_log.export" };
  expect(await db.auditEvent.count({ where })).toBe(2);
});
