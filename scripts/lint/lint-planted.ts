/** Runs the linter on files that a test plants, in a folder with the rules and the schema of this project. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inRoot } from "../paths.mjs";

/** `rule` as the linter prints it: `eslint(max-lines)`. */
type Finding = { filename: string; rule: string };

const LINTER = [".oxlintrc.json", "tsconfig.json", "prisma/schema.prisma", "scripts/paths.mjs"];
const ownRules = (): string[] =>
  readdirSync(inRoot("scripts/lint"))
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => `scripts/lint/${name}`);

/** @param files the text of each file by its path */
export async function lintPlanted(files: Readonly<Record<string, string>>): Promise<Finding[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-lint-"));
  for (const name of [...LINTER, ...ownRules()]) cpSync(inRoot(name), path.join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const args = [inRoot("node_modules/oxlint/bin/oxlint"), "--format=json", ...Object.keys(files)];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  rmSync(folder, { recursive: true, force: true });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
  return diagnostics.map(({ filename, code }) => ({ filename, rule: code }));
}
