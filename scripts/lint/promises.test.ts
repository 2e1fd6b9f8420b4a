/** The linter with types finds promises that nobody waits for, and accepts those that somebody does. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

const HEAD = "const work = (): Promise<number> => Promise.resolve(1);\n";
const PLANTED: Record<string, string> = {
  "no-floating-promises": "export const run = (): void => { work(); };",
  "no-misused-promises": "export const run = (): number => (work() ? 1 : 2);",
  "await-thenable": "export const run = async (): Promise<number> => (await work()) + (await 1);",
};

let output: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "patchbay-promises-"));
  for (const name of ["tsconfig.json", ".oxlintrc.json"]) cpSync(inRoot(name), path.join(folder, name));
  mkdirSync(path.join(folder, "lib"));
  const plant = (name: string, code: string): void =>
    writeFileSync(path.join(folder, "lib", `${name}.ts`), HEAD + code);
  for (const [rule, code] of Object.entries(PLANTED)) plant(rule, code);
  plant("waited-for", "export const run = async (): Promise<number> => { void work(); return (await work()) + 1; };");
  const args = [inRoot("node_modules/oxlint/bin/oxlint"), "--format=unix"];
  output = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.keys(PLANTED))("%s finds what was planted", (rule) => {
  expect(output).toContain(`(${rule})`);
  expect(output).toContain(`lib/${rule}.ts`);
});

it("accepts promises that are waited for, or left alone on purpose", () => {
  expect(output).not.toContain("waited-for");
});
