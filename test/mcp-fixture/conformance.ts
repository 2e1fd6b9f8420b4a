/** Runs a conformance suite of MCP against a server. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { inRoot } from "@/scripts/paths.mjs";
import type { EXPECTED_FAILURES } from "./expected-failures";

type Suite = keyof typeof EXPECTED_FAILURES;

/** The scenarios and how they ended, from the last lines of the suite's report. */
const RESULT_LINE = /^\s*([✓✗⚠])\s+([\w-]+):/gmu;

/**
 * @returns the names of the scenarios that passed and of those that did not, the latter in the order of the alphabet
 */
export async function runConformance(suite: Suite, url: string, more: readonly string[]) {
  const child = spawn(
    process.execPath,
    [
      "--import",
      inRoot("test/mcp-fixture/node-20/register.mjs"),
      inRoot(`node_modules/${suite}/dist/index.js`),
      "server",
      "--url",
      url,
      ...more,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  await once(child, "close");
  const results = [...output.matchAll(RESULT_LINE)].map(([, sign, name = ""]) => ({ passed: sign === "✓", name }));
  const namesOf = (passed: boolean) => results.filter((result) => result.passed === passed).map(({ name }) => name);
  return { passed: namesOf(true), failed: namesOf(false).sort() };
}
