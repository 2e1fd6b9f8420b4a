/** Receipts of executions: signed on request, about what was sent and what came back, verifiable without the server. */
import { beforeAll, expect, it } from "vitest";
import { POST as execute } from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { toCanonicalJson } from "@/lib/access/audit/to-canonical-json";
import { findPublicKeys } from "@/lib/access/audit/signing-key";
import { sha256Hex } from "@/lib/access/audit/to-link";
import { db } from "@/lib/kernel/database/db";
import { processMemory } from "@/lib/kernel/process-memory";
import { toKeys } from "@/scripts/audit/signatures.mjs";
import { verifyAudit } from "@/scripts/audit/verify-audit.mjs";
import { accountId, json, KEY, projectId, provider } from "@/test/builders/execute-tool";
import { callRoute } from "@/test/builders/members";

type Answer = {
  data: unknown;
  error: string | null;
  successful: boolean;
  log_id: string;
  receipt?: Record<string, unknown>;
};

let key: { id: string; key: string };
beforeAll(async () => {
  key = await createApiKey(projectId, { name: "receipts" });
});

const READ = { tool_slug: "LOOPBACK_READ" };
const ask = async (body: object) =>
  (await callRoute(execute, { "x-api-key": key.key }, { params: READ, body: { user_id: "ada", ...body } }))
    .body as unknown as Answer;

const verify = async (...receipts: unknown[]) => {
  const lines = async function* () {
    yield* receipts.map((receipt) => JSON.stringify(receipt));
  };
  return verifyAudit(lines(), { keys: toKeys(await findPublicKeys()) });
};

it("is signed on request, and states who called what with which account, arguments and result", async () => {
  json(200, { secret: "canary-of-a-result", at: 1.5 });
  const { receipt, data, error, successful, log_id } = await ask({
    arguments: { q: "canary-of-a-call" },
    receipt: true,
  });
  expect(receipt).toMatchObject({
    type: "receipt",
    project_id: projectId,
    actor_kind: "apiKey",
    actor_id: key.id,
    tool_slug: "LOOPBACK_READ",
    user_id: "ada",
    connected_account_id: accountId,
    log_id,
    successful: true,
    arguments_sha256: sha256Hex('{"q":"canary-of-a-call"}'),
    result_sha256: sha256Hex(toCanonicalJson({ data, error, successful })),
  });
  expect(JSON.stringify(receipt)).not.toMatch(/canary/);
  expect(JSON.stringify(receipt)).not.toContain(KEY);
  expect(await verify(receipt)).toMatchObject({ ok: true, receipts: 1 });
});

it("does not verify with any member changed, or signed by another key", async () => {
  json(200, {});
  const { receipt } = await ask({ arguments: {}, receipt: true });
  for (const name of Object.keys(receipt ?? {}).filter((name) => name !== "type"))
    expect([name, (await verify({ ...receipt, [name]: "changed" })).ok]).toEqual([name, false]);
  expect((await verify(receipt, { ...receipt, successful: false })).faults).toEqual([
    expect.stringMatching(/^Line 2: The receipt .* was changed/),
  ]);
});

it("is not there unless asked for, and writes no audit event either way", async () => {
  json(200, {});
  const before = await db.auditEvent.count();
  expect(await ask({ arguments: {} })).not.toHaveProperty("receipt");
  expect(await ask({ arguments: {}, receipt: false })).not.toHaveProperty("receipt");
  json(500, { message: "broken" });
  expect((await ask({ arguments: {}, receipt: true })).receipt).toMatchObject({ successful: false });
  expect(await db.auditEvent.count()).toBe(before);
});

it("says that nothing was sent by a dry run", async () => {
  const { receipt, successful } = await ask({ arguments: {}, receipt: true, dry_run: true });
  expect([successful, receipt?.dry_run, receipt?.replayed]).toEqual([true, true, false]);
  expect(await verify(receipt)).toMatchObject({ ok: true });
  expect((await verify({ ...receipt, dry_run: false })).ok).toBe(false);
});

it("names what really ran: the tool of another spelling, and no account of the answer of an earlier request", async () => {
  json(200, {});
  const params = { tool_slug: "loopback_read" };
  const headers = { "x-api-key": key.key, "idempotency-key": "receipt-1" };
  const body = { connected_account_id: accountId, arguments: {}, receipt: true };
  const send = async () => (await callRoute(execute, headers, { params, body })).body as unknown as Answer;
  const [first, second] = [await send(), await send()];
  expect(first.receipt).toMatchObject({
    ...{ tool_slug: "LOOPBACK_READ", user_id: "ada", connected_account_id: accountId, replayed: false },
  });
  expect(second.receipt).toMatchObject({ replayed: true, log_id: first.log_id });
  expect(second.receipt).not.toHaveProperty("connected_account_id");
});

it("runs nothing if the server has no key to sign with", async () => {
  let calls = 0;
  provider.answer = (_, response) => {
    calls += 1;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const memory = processMemory("audit.key", (): { key: unknown } => ({ key: undefined }));
  memory.key = undefined;
  await db.$executeRawUnsafe('ALTER TABLE "audit_key" RENAME TO "audit_key_away"');
  const { status } = await callRoute(
    execute,
    { "x-api-key": key.key },
    { params: READ, body: { user_id: "ada", arguments: {}, receipt: true } },
  ).finally(() => db.$executeRawUnsafe('ALTER TABLE "audit_key_away" RENAME TO "audit_key"'));
  expect([status >= 500, calls]).toEqual([true, 0]);
});
