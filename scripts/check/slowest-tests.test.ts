/** The list of the slowest tests comes from the reports of both runners, and the files that start first exist. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { SLOW_FILES } from "./slow-first";
import { describeDuration, findFlaky, findSlowest } from "./slowest-tests.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "patchbay-slowest-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, report: object): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitest = write("vitest.json", {
  testResults: [
    {
      name: inRoot("lib/a.test.ts"),
      assertionResults: [
        { fullName: " a is fast", duration: 5 },
        { fullName: " a is skipped" },
        { fullName: " a waits", duration: 2500 },
      ],
    },
  ],
});
const playwright = write("playwright.json", {
  config: { rootDir: inRoot("e2e") },
  suites: [
    {
      specs: [
        {
          file: "b.spec.ts",
          title: "b is tried twice",
          tests: [{ status: "flaky", results: [{ duration: 2000 }, { duration: 1000 }] }],
        },
      ],
      suites: [
        {
          specs: [
            { file: "sdk/c.spec.ts", title: "c", tests: [{ status: "expected", results: [{ duration: 1000 }] }] },
          ],
        },
      ],
    },
  ],
});

it("names the longest tests of both reports, with all their tries", () => {
  expect(findSlowest([vitest, playwright, path.join(folder, "missing.json")], 3).map(describeDuration)).toEqual([
    "    3.0 s  e2e/b.spec.ts: b is tried twice",
    "    2.5 s  lib/a.test.ts: a waits",
    "    1.0 s  e2e/sdk/c.spec.ts: c",
  ]);
});

it("names the tests that passed only when tried again", () => {
  expect(findFlaky([vitest, playwright]).map(({ title }) => title)).toEqual(["b is tried twice"]);
});

it("cuts a long title", () => {
  expect(describeDuration({ file: "a.test.ts", title: "x".repeat(500), seconds: 1 })).toHaveLength(140);
});

it("starts first only files that exist", () => {
  expect(SLOW_FILES.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
});
