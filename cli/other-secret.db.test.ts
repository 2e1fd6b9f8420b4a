/** Commands of an operator whose shell lacks the secret that the server has from its service manager. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { db } from "@/lib/kernel/database/db";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { runPatchbay } from "@/test/servers/command-line";

const SECRET = process.env.PATCHBAY_SECRET ?? "";
let folder: string;
const file = (name: string): string => path.join(folder, name);

beforeAll(() => checkSecret(findKeyIds));
beforeEach(() => {
  folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-other-secret-"));
  mkdirSync(file("data"));
});

const run = (args: readonly string[], more: Record<string, string> = {}) =>
  runPatchbay(args, {
    env: { DATABASE_URL: process.env.DATABASE_URL ?? "", PATCHBAY_DATA_DIR: file("data"), ...more },
  });
const backUp = (more: Record<string, string>, ...args: string[]) =>
  run(["backup", file("a.backup"), "--plain", "--json", ...args], more);

it("writes no secret file with another secret, and then no backup either", async () => {
  const { exitCode, stderr } = await backUp({}, "--secret-file", file("secret-file"));
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/ is not the secret of this database: /) as string]);
  expect(["secret-file", "a.backup", "data/secret"].filter((name) => existsSync(file(name)))).toEqual([]);
});

it("writes the secret of the server where the command has it", async () => {
  const { exitCode } = await backUp({ PATCHBAY_SECRET: SECRET }, "--secret-file", file("secret-file"));
  expect([exitCode, readFileSync(file("secret-file"), "utf8")]).toEqual([0, `${SECRET}\n`]);
});

it("backs up without the secret, and makes none in the data folder that would look like the server's", async () => {
  const { exitCode, stdout } = await backUp({});
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ verified: true })]);
  expect(existsSync(file("data/secret"))).toBe(false);
});

it("provisions nothing with another secret", async () => {
  const before = await db.project.count();
  const other = { PATCHBAY_SECRET: `another ${"-".repeat(40)}` };
  const { exitCode, stderr } = await run(["provision", "--email", "a@example.com"], other);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/^PATCHBAY_SECRET is not the secret of this/) as string,
  ]);
  expect(await db.project.count()).toBe(before);
});
