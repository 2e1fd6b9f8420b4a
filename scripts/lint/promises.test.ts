/** The linter with types finds promises that nobody waits for, and accepts those that somebody does. */
import { beforeAll, expect, it } from "vitest";
import { lintPlanted } from "./lint-planted";

const HEAD = "const work = (): Promise<number> => Promise.resolve(1);\n";
const PLANTED: Record<string, string> = {
  "no-floating-promises": "export const run = (): void => { work(); };",
  "no-misused-promises": "export const run = (): number => (work() ? 1 : 2);",
  "await-thenable": "export const run = async (): Promise<number> => (await work()) + (await 1);",
};
const ACCEPTED = "export const run = async (): Promise<number> => { void work(); return (await work()) + 1; };";

let findings: Awaited<ReturnType<typeof lintPlanted>>;

beforeAll(async () => {
  const files = { ...PLANTED, "waited-for": ACCEPTED };
  findings = await lintPlanted(
    Object.fromEntries(Object.entries(files).map(([name, code]) => [`lib/${name}.ts`, HEAD + code])),
  );
});

it.each(Object.keys(PLANTED))("%s finds what was planted", (rule) => {
  expect(findings).toContainEqual({ filename: `lib/${rule}.ts`, rule: expect.stringContaining(`(${rule})`) as string });
});

it("accepts promises that are waited for, or left alone on purpose", () => {
  expect(findings.filter(({ filename }) => filename.includes("waited-for"))).toEqual([]);
});
