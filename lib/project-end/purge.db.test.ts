/** After the purge, no table contains data of the deleted project, and another project keeps everything. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DELETE as remove } from "@/app/api/v3/org/owner/project/[nano_id]/route";
import type { Owned } from "@/lib/access/people/owners";
import { createProject } from "@/lib/access/projects/projects";
import { db, pool } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { moveClock } from "@/lib/kernel/time/clock";
import { callRoute } from "@/test/builders/members";
import { ON } from "@/test/builders/origin";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { countRows, fillTables } from "@/test/builders/project-rows";
import { continuePurges, runPurge } from "./purge";

let owner: Owned;
let cookie: string;
let deletedProjectId: string;
let number = 1_000_000;

const pathOf = (mark: string) => path.join(env().dataDir, "files", mark);
/** A row in each table, and the content of the file. */
async function fill(projectId: string, mark: string): Promise<void> {
  await fillTables(projectId, mark, ++number);
  await mkdir(path.join(pathOf(projectId), "github", "GITHUB_READ", "request"), { recursive: true });
  await mkdir(path.dirname(pathOf(mark)), { recursive: true });
  await writeFile(pathOf(mark), "content");
}

const end = (projectId = deletedProjectId) =>
  callRoute(remove, { cookie, "x-project-id": owner.projectId }, { params: { nano_id: projectId } });
const purge = (projectId = deletedProjectId) => runPurge({ projectId }, ON);
const left = async (projectId = deletedProjectId) =>
  Object.entries(await countRows(projectId)).flatMap(([table, rows]) => (rows > 0 ? [table] : []));

beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  deletedProjectId = (await createProject(owner.organizationId, "gone")).id;
});

describe("the end of a project", () => {
  it("deletes all rows of the project except the audit trail, and no row of another project", async () => {
    const [mark, otherMark] = [`gone${number}`, `kept${number}`];
    await fill(deletedProjectId, mark);
    await fill(owner.projectId, otherMark);
    const before = await countRows(owner.projectId);
    expect(Object.entries(await countRows(deletedProjectId)).filter(([, rows]) => rows === 0)).toEqual([]);
    expect((await end()).body).toEqual({ status: "success" });
    await purge();
    expect(await left()).toEqual(["audit_event"]);
    // The call that deleted the other project was made in the owner's project.
    expect(await countRows(owner.projectId)).toEqual({ ...before, audit_event: (before.audit_event ?? 0) + 1 });
    expect([existsSync(pathOf(mark)), existsSync(pathOf(otherMark))]).toEqual([false, true]);
    expect([existsSync(pathOf(deletedProjectId)), existsSync(pathOf(owner.projectId))]).toEqual([false, true]);
  });

  it("leaves an audit row with the person and the name of the project", async () => {
    await end();
    const row = await db.auditEvent.findFirstOrThrow({ where: { action: "project.delete", target: deletedProjectId } });
    expect(row).toMatchObject({
      organizationId: owner.organizationId,
      projectId: owner.projectId,
      actorKind: "session",
      actorId: owner.userId,
      outcome: "done",
      facts: { name: "gone", revoke_on_delete: "false" },
    });
    expect((await end()).status).toBe(404);
    const filter = { action: "project.delete", target: deletedProjectId, outcome: "refused" };
    expect((await db.auditEvent.findMany({ where: filter })).map(({ facts }) => facts)).toEqual([null]);
  });

  it("keeps only the files of a failing storage, and the next run deletes them", async () => {
    const mark = `gone${number}`;
    await fill(deletedProjectId, mark);
    await end();
    await pool().query("UPDATE file SET key = '..' WHERE project_id = $1", [deletedProjectId]);
    await expect(purge()).rejects.toThrow("storage");
    expect([await left(), existsSync(pathOf(mark))]).toEqual([["audit_event", "file"], true]);
    await pool().query("UPDATE file SET key = $2 WHERE project_id = $1", [deletedProjectId, mark]);
    await purge();
    expect([await left(), existsSync(pathOf(mark))]).toEqual([["audit_event"], false]);
  });

  it("deletes many rows in turns, each of which schedules the next", async () => {
    await end();
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await pool().query(
      `INSERT INTO usage_counter (project_id, hour, total, failed)
        SELECT $1, timestamptz '2000-01-01' + make_interval(hours => n), 1, 0 FROM generate_series(1, 60000) AS n`,
      [deletedProjectId],
    );
    await purge();
    const jobs = async () =>
      (
        await pool().query("SELECT key FROM graphile_worker._private_jobs WHERE payload->>'projectId' = $1", [
          deletedProjectId,
        ])
      ).rows;
    expect([(await countRows(deletedProjectId)).usage_counter, (await jobs()).length]).toEqual([10_000, 1]);
    await purge();
    expect((await countRows(deletedProjectId)).usage_counter).toBe(0);
  });

  it("deletes late rows at the next check, and the project's own row after a day", async () => {
    await end();
    await purge();
    await fill(deletedProjectId, `late${number}`);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await continuePurges();
    expect(
      (
        await pool().query("SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'projectId' = $1", [
          deletedProjectId,
        ])
      ).rowCount,
    ).toBe(1);
    await purge();
    expect(await left()).toEqual(["audit_event"]);
    expect(await db.project.count({ where: { id: deletedProjectId } })).toBe(1);
    const back = moveClock(90_000_000);
    try {
      await purge();
    } finally {
      back();
    }
    expect(await db.project.count({ where: { id: deletedProjectId } })).toBe(0);
  });

  it("deletes nothing of an active project, whoever writes the job", async () => {
    await fill(deletedProjectId, `lives${number}`);
    const before = await countRows(deletedProjectId);
    await purge();
    expect(await countRows(deletedProjectId)).toEqual(before);
  });

  it("keeps reports as long as a provider must be informed", async () => {
    await fill(deletedProjectId, `told${number}`);
    await pool().query("UPDATE revocation_job SET finished_at = NULL WHERE project_id = $1", [deletedProjectId]);
    await end();
    await purge();
    expect(await left()).toEqual(["audit_event", "revocation_item", "revocation_job", "tool", "toolkit"]);
    await pool().query("UPDATE revocation_job SET finished_at = now() WHERE project_id = $1", [deletedProjectId]);
    await purge();
    expect(await left()).toEqual(["audit_event"]);
  });
});
