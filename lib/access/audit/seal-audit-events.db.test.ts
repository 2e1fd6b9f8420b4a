/** The chain of audit events: complete and in order whoever writes, and proof against every way to tamper with it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { toKeys } from "@/scripts/audit/signatures.mjs";
import { hashOf, verifyAudit } from "@/scripts/audit/verify-audit.mjs";
import { exportLines, parse, recordMany, recordOne as record, stream, verify } from "@/test/clients/audit-chain";
import { createTestOwner } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { sealAllAuditEvents, sealAuditEvents } from "./seal-audit-events";
import { testProgram } from "@/test/setup/test-program";

const indexOf = (lines: readonly string[], sequence: number): number =>
  lines.findIndex((line) => {
    const { type, sequence: number } = parse(line);
    return type === "event" && number === sequence;
  });
/** The lines with one of them changed; the hash of the line follows if `isRehashed`. */
function change(lines: readonly string[], sequence: number, changes: object, isRehashed = false): string[] {
  const index = indexOf(lines, sequence);
  const line = { ...parse(lines[index] ?? ""), ...changes };
  return lines.with(index, JSON.stringify(isRehashed ? { ...line, hash: hashOf(line) } : line));
}

describe("the chain of an organization", () => {
  it("numbers events without a gap, also those of two processes that write at the same time", async () => {
    const owner = await createTestOwner();
    const child = fork(testProgram("test/children/audit-child.ts"), [JSON.stringify(owner)], {});
    const exit = once(child, "exit");
    let isOver = false;
    const sealing = (async () => {
      while (!isOver) await sealAuditEvents(owner.organizationId);
    })();
    await Promise.all([recordMany(owner, 150), recordMany(owner, 150)]);
    expect((await exit)[0]).toBe(0);
    isOver = true;
    await sealing;
    const lines = await exportLines(owner.organizationId);
    expect(await verify(lines)).toMatchObject({ ok: true, faults: [], events: 500, first: 1, last: 500 });
  });

  it("is empty for an organization without events, and takes old events in when it begins", async () => {
    const owner = await createTestOwner();
    expect(await verify(await exportLines(owner.organizationId))).toMatchObject({ ok: true, events: 0 });
    await record(owner, "old");
    await db.auditEvent.updateMany({
      where: { organizationId: owner.organizationId },
      data: { at: new Date("2025-01-01") },
    });
    await sealAllAuditEvents();
    expect(await db.auditEvent.count({ where: { sequence: null, organizationId: { not: null } } })).toBe(0);
    expect(await verify(await exportLines(owner.organizationId))).toMatchObject({ ok: true, events: 1 });
  });

  it("has signed checkpoints, and an export from any number on", async () => {
    const owner = await createTestOwner();
    await recordMany(owner, 3);
    await sealAuditEvents(owner.organizationId);
    const back = moveClock(3_600_000);
    await recordMany(owner, 3);
    await sealAuditEvents(owner.organizationId);
    back();
    expect(await verify(await exportLines(owner.organizationId))).toMatchObject({
      ok: true,
      checkpoints: 2,
      events: 6,
    });
    expect(await verify(await exportLines(owner.organizationId, 5))).toMatchObject({ ok: true, events: 2, first: 5 });
    await expect(exportLines(owner.organizationId, 9)).rejects.toMatchObject({ status: 400 });
  });
});

describe("verification", () => {
  let lines: string[];
  let owner: Owned;
  beforeAll(async () => {
    owner = await createTestOwner();
    await recordMany(owner, 8);
    lines = await exportLines(owner.organizationId);
  });

  it("names the event of which one character was changed, wherever it is", async () => {
    for (const changes of [
      { action: "project.delete" },
      { facts: { name: "x" } },
      { at: "2026-01-01T00:00:00.000Z" },
    ]) {
      const report = await verify(change(lines, 4, changes));
      expect([report.fault_count, report.faults[0]]).toEqual([1, expect.stringMatching(/event 4 .*was changed/)]);
    }
  });

  it("names an event that was changed together with its hash", async () => {
    const report = await verify(change(lines, 4, { action: "project.delete" }, true));
    expect(report.faults).toEqual([expect.stringMatching(/event 4 was replaced/)]);
  });

  it("names a missing event, first, last and between", async () => {
    for (const sequence of [1, 4, 8]) {
      const report = await verify(lines.toSpliced(indexOf(lines, sequence), 1));
      expect(report.ok).toBe(false);
      expect(report.faults[0]).toMatch(new RegExp(`event ${sequence} is missing`));
    }
  });

  it("names an event that was moved", async () => {
    const index = indexOf(lines, 4);
    const report = await verify(lines.toSpliced(index, 1).toSpliced(index + 2, 0, lines[index] ?? ""));
    expect(report.faults.join("\n")).toMatch(/event 4 .*was moved/);
  });

  it("names an event that was added, as a copy and as a forgery with a fitting hash", async () => {
    const index = indexOf(lines, 4);
    const forgery = { ...parse(lines[index] ?? ""), action: "forged.event", id: "99999" };
    for (const added of [lines[index] ?? "", JSON.stringify({ ...forgery, hash: hashOf(forgery) })]) {
      const report = await verify(lines.toSpliced(index + 1, 0, added));
      expect(report.faults).toEqual([expect.stringMatching(/event 4 .*was added/)]);
    }
    const appended = { ...forgery, sequence: 9, previous_hash: parse(lines.at(-1) ?? "").hash };
    const report = await verify([...lines, JSON.stringify({ ...appended, hash: hashOf(appended) })]);
    expect(report.faults).toEqual([expect.stringMatching(/events after 8, .* were added/)]);
  });

  it("finds a chain that was forged as a whole from one event on, by its checkpoint and its header", async () => {
    const forged: string[] = [];
    let previous: string | undefined;
    for (const line of lines) {
      const value = parse(line);
      const isEvent = value.type === "event" && value.sequence >= 4;
      const next = isEvent
        ? { ...value, action: "forged.event", previous_hash: previous ?? value.previous_hash }
        : value;
      if (isEvent) next.hash = previous = hashOf(next);
      forged.push(JSON.stringify(next));
    }
    expect((await verify(forged)).faults.join("\n")).toMatch(/signed (checkpoint|header) has another hash/);
  });

  it("believes no header, no checkpoint and no key but those of the server", async () => {
    const [header = "", ...rest] = lines;
    expect((await verify([JSON.stringify({ ...parse(header), last_sequence: 7 }), ...rest])).ok).toBe(false);
    const index = lines.findIndex((line) => parse(line).type === "checkpoint");
    const checkpoint = JSON.stringify({ ...parse(lines[index] ?? ""), hash: "0".repeat(64) });
    expect((await verify(lines.with(index, checkpoint))).faults[0]).toMatch(/checkpoint of event 8 was changed/);
    const others = toKeys([{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }]);
    expect((await verifyAudit(stream(lines), { keys: others })).faults[0]).toMatch(/not among the keys/);
  });

  it("finds what was changed in the database behind the server's back", async () => {
    const where = { organizationId: owner.organizationId, sequence: 5n };
    await db.auditEvent.updateMany({ where, data: { actorId: "user_other" } });
    expect((await verify(await exportLines(owner.organizationId))).faults).toEqual([
      expect.stringMatching(/event 5 .*was changed/),
    ]);
    await db.auditEvent.deleteMany({ where });
    expect((await verify(await exportLines(owner.organizationId))).faults).toEqual([
      expect.stringMatching(/event 5 is missing/),
    ]);
  });
});
