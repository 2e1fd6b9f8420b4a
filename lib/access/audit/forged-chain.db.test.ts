/** The server signs no chain that somebody forged in the database; other organizations go on. */
import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { generateChain } from "@/scripts/audit/generate-chain.mjs";
import { toKeys } from "@/scripts/audit/signatures.mjs";
import { hashOf, verifyAudit } from "@/scripts/audit/verify-audit.mjs";
import { exportLines, parse, recordMany, stream, verify } from "@/test/clients/audit-chain";
import { createTestOwner } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { exportAuditChain } from "./export-audit-chain";
import { pruneAuditEvents } from "./prune-audit-events";
import { sealAllAuditEvents, sealAuditEvents } from "./seal-audit-events";
import { findPublicKeys } from "./signing-key";

let owner: Owned;
let organizationId: string;
beforeEach(async () => {
  owner = await createTestOwner();
  organizationId = owner.organizationId;
  await recordMany(owner, 4);
  await sealAuditEvents(organizationId);
  await recordMany(owner, 3);
  await sealAuditEvents(organizationId);
});

/** Computes the chain again from an event on, as an attacker with the database would. */
async function forgeFrom(first: number): Promise<void> {
  let previous: string | undefined;
  for (const line of (await exportLines(organizationId)).map(parse)) {
    if (line.type !== "event" || line.sequence < first) continue;
    const forged = { ...line, action: "forged.event", previous_hash: previous ?? line.previous_hash };
    previous = hashOf(forged);
    const data = { action: forged.action, previousHash: String(forged.previous_hash), hash: previous };
    await db.auditEvent.updateMany({ where: { organizationId, sequence: line.sequence }, data });
  }
  await db.auditChain.update({ where: { organizationId }, data: { hash: previous ?? "" } });
}

const changed = { status: 409, message: expect.stringMatching(/is not continued/) as string };
const isUnsealed = async ({ organizationId: id }: Owned) =>
  (await db.auditEvent.count({ where: { organizationId: id, sequence: null } })) > 0;

describe("a forged end of a chain", () => {
  it("is not continued and not exported, whatever column of it was changed", async () => {
    await forgeFrom(6);
    await expect(sealAuditEvents(organizationId)).rejects.toMatchObject(changed);
    await expect(exportLines(organizationId)).rejects.toMatchObject(changed);
  });

  it.each([
    { cut: 3n },
    { checkpoint: 7n },
    { begunAt: new Date("2026-01-01") },
    { signature: null },
    { sequence: 6n },
  ])("is noticed in %o", async (data) => {
    await db.auditChain.update({ where: { organizationId }, data });
    await expect(sealAuditEvents(organizationId)).rejects.toMatchObject(changed);
  });

  it("is noticed if its row is missing, or that of another organization", async () => {
    const other = await createTestOwner();
    await recordMany(other, 7);
    await sealAuditEvents(other.organizationId);
    const { sequence, hash, keyId, signature } = await db.auditChain.findUniqueOrThrow({
      where: { organizationId: other.organizationId },
    });
    await db.auditChain.update({ where: { organizationId }, data: { sequence, hash, keyId, signature } });
    await expect(sealAuditEvents(organizationId)).rejects.toMatchObject(changed);
    await db.auditChain.delete({ where: { organizationId } });
    await expect(sealAuditEvents(organizationId)).rejects.toMatchObject(changed);
  });

  it("stops neither the sealing nor the pruning of other organizations", async () => {
    const others = [await createTestOwner(), await createTestOwner()];
    await db.auditChain.update({ where: { organizationId }, data: { hash: "forged" } });
    for (const target of [owner, ...others]) await recordMany(target, 1);
    await sealAllAuditEvents();
    expect(await Promise.all([owner, ...others].map(isUnsealed))).toEqual([true, false, false]);
    await db.auditEvent.updateMany({
      where: { organizationId: { in: others.map(({ organizationId: id }) => id) } },
      data: { at: new Date("2020-01-01") },
    });
    await pruneAuditEvents();
    const [left] = others;
    expect(await db.auditEvent.count({ where: { organizationId: left?.organizationId ?? "" } })).toBe(0);
  });
});

it("trusts and publishes no key that somebody wrote into the database", async () => {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const before = await findPublicKeys();
  const [row] = await db.auditKey.findMany({ take: 1 });
  await db.auditKey.create({ data: { ...(row as NonNullable<typeof row>), id: "forged", x } });
  expect(await findPublicKeys()).toEqual(before);
  await db.auditKey.delete({ where: { id: "forged" } });
});

it("signs no checkpoint at a cut for events that were changed", async () => {
  await db.auditEvent.updateMany({ where: { organizationId, sequence: { lte: 3 } }, data: { at: new Date(0) } });
  await db.auditEvent.updateMany({ where: { organizationId, sequence: 3 }, data: { hash: "0".repeat(64) } });
  await pruneAuditEvents();
  expect(await db.auditEvent.count({ where: { organizationId } })).toBe(7);
  expect(await db.auditCheckpoint.count({ where: { organizationId, sequence: 3 } })).toBe(0);
});

it("gives the last events of a quiet organization a checkpoint, and an export too", async () => {
  const last = () => db.auditCheckpoint.count({ where: { organizationId, sequence: 7 } });
  expect(await last()).toBe(0);
  const back = moveClock(660_000);
  await sealAllAuditEvents();
  back();
  expect(await last()).toBe(1);
  await recordMany(owner, 1);
  const lines = await exportLines(organizationId);
  expect(parse(lines.at(-1) ?? "")).toMatchObject({ type: "checkpoint", sequence: 8 });
  expect((await verify(lines.slice(0, -1))).faults).toEqual([expect.stringMatching(/event 8.* has no checkpoint/)]);
});

it("breaks an export off if its events are deleted meanwhile", async () => {
  const parts = exportAuditChain(organizationId, 1);
  await recordMany(owner, 1_001);
  expect((await parts.next()).value).toMatch(/header/);
  await db.auditEvent.updateMany({ where: { organizationId }, data: { at: new Date(0) } });
  // Changed events stay, so the test deletes them as the job would.
  await db.auditEvent.deleteMany({ where: { organizationId } });
  await db.auditChain.update({ where: { organizationId }, data: { cut: 1_008 } });
  await expect(parts.next()).rejects.toMatchObject({ status: 409 });
});

describe("verification", () => {
  it("misses checkpoints, a first event, and keys that are not the reader's", async () => {
    const generated = [...generateChain(2_001)].join("").trimEnd().split("\n");
    expect(await verifyAudit(stream(generated))).toMatchObject({ ok: true, events: 2_001 });
    const without = generated.filter((line) => !line.includes('"checkpoint"') || line.includes('"sequence":2001'));
    expect((await verifyAudit(stream(without))).faults).toEqual([
      expect.stringMatching(/checkpoints between .*missing/),
    ]);
    const pinned = toKeys(await findPublicKeys());
    expect((await verifyAudit(stream(generated), { keys: pinned })).faults[0]).toMatch(/names the key .*not among/);
  });

  it("names the keys that signed something only", async () => {
    const lines = await exportLines(organizationId);
    const keys = toKeys([
      ...(await findPublicKeys()),
      { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
    ]);
    expect((await verifyAudit(stream(lines), { keys })).key_ids).toHaveLength(1);
  });

  it.each([
    ['"status":200', '"status":200,"status":200'],
    ['"status":200', '"status":2e2'],
    ['"a":"2"', '"a":"\\ud800"'],
  ])("refuses what programs read differently: %s as %s", async (from, to) => {
    const lines = await exportLines(organizationId);
    const index = lines.findIndex((line) => line.includes(from));
    const report = await verify(lines.with(index, (lines[index] ?? "").replace(from, to)));
    expect(report.faults[0]).toMatch(/read this line differently/);
  });
});
