/** Backups by the schedule: when they are due, one at a time, how many stay, and what becomes of failures. */
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { ON } from "@/test/builders/origin";
import { newFolder } from "@/test/servers/restored-server";
import { forgetSettings } from "@/test/setup/process-memory";
import { readArchive } from "./archive/read-archive";
import { filePlace } from "./places/place";
import { claimRun } from "./schedule/claim-run";
import { backUpNow, readBackups, requestBackup, tendBackups } from "./tend-backups";
import { toBackupList } from "./to-backup-list";

const PASSPHRASE = "a passphrase of the schedule";
let folder: string;
const restores: (() => void)[] = [];
const later = (hours: number) => restores.push(moveClock(hours * 3_600_000));

function set(to: string | undefined): void {
  Object.assign(process.env, {
    PATCHBAY_BACKUP_TO: to ?? "",
    PATCHBAY_BACKUP_EVERY: "24h",
    PATCHBAY_BACKUP_KEEP: "2",
    PATCHBAY_BACKUP_PASSPHRASE: PASSPHRASE,
  });
  forgetSettings();
}

beforeEach(async () => {
  folder = newFolder();
  set(folder);
  await db.backupRun.deleteMany({});
});
afterEach(() => {
  for (const restore of restores.splice(0).reverse()) restore();
});

const names = () => readdirSync(folder).sort();
const list = async () => toBackupList(await readBackups());

it("makes an encrypted backup when one is due, not before, and keeps the newest", async () => {
  await tendBackups(ON);
  await tendBackups(ON);
  expect(names()).toHaveLength(1);
  const place = filePlace(path.join(folder, names()[0] ?? ""));
  const { about } = await readArchive(place.read(), { kind: "passphrase", text: PASSPHRASE });
  const [run] = (await list()).items;
  expect(run).toMatchObject({ state: "done", verified: true, place: place.name, error: null, started_by: "schedule" });
  expect(run?.bytes).toBeGreaterThan(1000);
  expect(about.migrations.length).toBeGreaterThan(50);
  const [first] = names();
  later(23);
  await tendBackups(ON);
  expect(names()).toHaveLength(1);
  for (let day = 0; day < 2; day++) {
    later(25);
    await tendBackups(ON);
  }
  expect(names()).toHaveLength(2);
  expect(names()).not.toContain(first);
  expect((await list()).items.map((item) => item.removed_at !== null)).toEqual([false, false, true]);
});

it("records a failure in a sentence, tries again after a while, and makes one when an owner asks for it", async () => {
  writeFileSync(path.join(folder, "a file"), "");
  set(path.join(folder, "a file"));
  await tendBackups(ON);
  await tendBackups(ON);
  const { items, schedule } = await list();
  expect(schedule).toEqual({ to: path.join(folder, "a file"), every_seconds: 86_400, keep: 2 });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ state: "failed", error: expect.stringMatching(/a file/) as string });
  later(0.5);
  await tendBackups(ON);
  expect((await list()).items.map(({ state }) => state)).toEqual(["failed", "failed"]);
  set(folder);
  await backUpNow(ON);
  expect((await list()).items[0]).toMatchObject({ state: "done", started_by: "owner" });
});

it("is made by one copy at a time, and a copy that died does not hold up the next", async () => {
  expect(await claimRun("schedule", "elsewhere")).not.toBeNull();
  await tendBackups(ON);
  expect(names()).toHaveLength(0);
  later(1);
  await tendBackups(ON);
  expect((await list()).items[0]).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/server ended/) as string,
  });
  later(1);
  await tendBackups(ON);
  expect(names()).toHaveLength(1);
});

it("without a place nothing is made, and asking for it is refused in a sentence", async () => {
  set(undefined);
  await tendBackups(ON);
  expect((await list()).schedule).toBeNull();
  await expect(requestBackup()).rejects.toMatchObject({ status: 409, message: "No place for backups is set." });
});
