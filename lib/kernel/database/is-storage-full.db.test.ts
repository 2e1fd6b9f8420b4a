/** The error texts and the server's health name a database or a disk without room. */
import { expect, it } from "vitest";
import { isReady, readHealth } from "@/lib/health/health";
import { remembered } from "@/test/setup/process-memory";
import { pool } from "./db";
import { StorageFull, toStorageFull } from "./db-errors";
import { toKnownError } from "./to-known-error";
import { isStorageFull } from "./is-storage-full";

const health = () =>
  readHealth(async () => ({ toolkits: 0, tools: 0, version: "" }), {
    status: "available",
    problems: [],
    notes: [],
    limits: null,
  });

it("a statement that finds no room on the database's disk is a 503 in words, and makes the health degraded", async () => {
  remembered.delete("storage");
  expect(await health()).toMatchObject({ status: "ok", storage: "ok" });
  const client = await pool().connect();
  await client.query("BEGIN; SET LOCAL temp_file_limit = '64kB'; SET LOCAL work_mem = '64kB'");
  const error = await client
    .query("SELECT count(*) FROM (SELECT generate_series(1, 200000) AS n ORDER BY 1 DESC) AS many")
    .catch((error: unknown) => error);
  await client.query("ROLLBACK");
  client.release();
  expect(error).toBeInstanceOf(StorageFull);
  expect(toKnownError(error)).toMatchObject({ status: 503, details: { slug: "StorageFull" } });
  expect(await isStorageFull()).toBe(true);
  const full = await health();
  expect(full).toMatchObject({ status: "degraded", database: "ok", storage: "full" });
  // All copies share that disk, and reading goes on.
  const dropping = { waiting: 0, dropped: 1, isDropping: true };
  const away = { ...full, database: "unreachable" as const };
  expect([
    isReady(full, { ...dropping, isDropping: false }),
    isReady(full, dropping),
    isReady(away, { ...dropping, isDropping: false }),
  ]).toEqual([true, false, false]);
  remembered.delete("storage");
});

it.each([
  ["53100", "disk"],
  ["53200", "memory"],
  ["53400", "disk"],
  ["ENOSPC", "disk"],
  ["EDQUOT", "disk"],
])("%s is told as a full %s", (code, what) => {
  expect(toStorageFull(Object.assign(new Error("x"), { code }))).toMatchObject({ what, done: "nothing" });
  expect(toKnownError(Object.assign(new Error("x"), { code }))?.details.slug).toBe("StorageFull");
  remembered.delete("storage");
});

it.each(["53300", "57014", "ENOENT", undefined])("%s is something else", (code) => {
  expect(toStorageFull(Object.assign(new Error("x"), { code }))).toBeUndefined();
});
