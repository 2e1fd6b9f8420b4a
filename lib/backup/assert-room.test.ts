/** A restore that would fill the disk is refused before it writes. */
import { expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { forgetSettings } from "@/test/setup/process-memory";
import { assertRoom, toSizes } from "./assert-room";

const PETABYTE = 2 ** 50;
const SENTENCE = /^The backup needs about 2,\d{3},\d{3},\d{3} MB unpacked, and the disk of .* free: make room/;

it("counts the rows of all tables, the jobs and the files", () => {
  const sum = { rows: 1, bytes: 5, sha256: "" };
  const tables = ["a", "b"].map((name) => ({ name, ...sum }));
  const files = { count: 1, bytes: 7, sha256: "", missing: 0 };
  expect(toSizes({ id: "", tables, jobs: sum, sequences: [], files })).toEqual({ rows: 15, files: 7 });
});

it("refuses rows and files for which the disk of the data folder has no room", async () => {
  await assertRoom({ rows: 1000, files: 1000 }, true);
  await expect(assertRoom({ rows: PETABYTE, files: 0 }, true)).rejects.toThrow(SENTENCE);
  await expect(assertRoom({ rows: 0, files: 2 * PETABYTE }, false)).rejects.toThrow(SENTENCE);
});

it("does not count what goes elsewhere: rows into another database, files into a bucket", async () => {
  await assertRoom({ rows: PETABYTE, files: 0 }, false);
  process.env.PATCHBAY_S3_BUCKET = "files";
  forgetSettings();
  expect(env().files.s3).toBeDefined();
  await assertRoom({ rows: 0, files: PETABYTE }, true);
});
