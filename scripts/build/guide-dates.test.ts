/** The days of the guides' last changes, in repositories of all kinds. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findGuideDates } from "./guide-dates.mjs";

const base = mkdtempSync(path.join(tmpdir(), "patchbay-guides-"));
const whole = path.join(base, "whole");
const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];

const git = (folder: string, ...words: string[]): string =>
  execFileSync("git", [...IDENTITY, ...words], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

function commit(day: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(whole, name)), { recursive: true });
    writeFileSync(path.join(whole, name), text);
  }
  git(whole, "add", ".");
  git(whole, "commit", "--message", day, "--date", `${day}T12:00:00Z`);
}

const daysOf = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(findGuideDates(folder) ?? {}).map(([file, { day }]) => [file, day]));

beforeAll(() => {
  mkdirSync(whole);
  git(whole, "init", "--quiet");
  commit("2026-01-01", { "docs/start/a.md": "# A", "docs/start/b.md": "# B", "docs/notes.txt": "no guide" });
  commit("2026-02-02", { "docs/start/b.md": "# B, changed", "README.md": "# R" });
  commit("2026-03-03", { "README.md": "# R, changed" });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

it("finds the day of each guide's last commit, and the hash of what it has since then", () => {
  expect(daysOf(whole)).toEqual({ "start/a.md": "2026-01-01", "start/b.md": "2026-02-02" });
  const hash = git(whole, "rev-parse", "HEAD:docs/start/b.md").trim();
  expect(findGuideDates(whole)?.["start/b.md"]?.hash).toBe(hash);
  writeFileSync(path.join(whole, "docs/start/b.md"), "# B, not committed");
  expect(findGuideDates(whole)?.["start/b.md"]?.hash).toBe(hash);
});

it("knows in a copy with a part of the history only what this part shows", () => {
  const copy = (...options: string[]): string => {
    const folder = path.join(base, `copy${options.join("")}`);
    git(base, "clone", "--quiet", ...options, `file://${whole}`, folder);
    return folder;
  };
  expect(daysOf(copy("--depth=1"))).toEqual({});
  expect(daysOf(copy("--depth=2"))).toEqual({});
  // Its first commit looks like one whose parents were left out.
  expect(daysOf(copy("--depth=3"))).toEqual({ "start/b.md": "2026-02-02" });
  expect(daysOf(copy())).toEqual({ "start/a.md": "2026-01-01", "start/b.md": "2026-02-02" });
});

it("knows nothing outside of a repository, or in a folder of somebody else's", () => {
  expect(findGuideDates(base)).toBeUndefined();
  expect(findGuideDates(path.join(whole, "docs"))).toBeUndefined();
  expect(findGuideDates(path.join(base, "nothing"))).toBeUndefined();
});
