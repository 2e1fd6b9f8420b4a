/** A program that uses an older SDK, as a child process with a home of its own. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { PYTHON_ENVIRONMENT } from "@/scripts/check/package-folder.mjs";

const QUIET = { TELEMETRY_DISABLED: "true", COMPOSIO_LOGGING_LEVEL: "error" };

/** Runs a program that ends with one line of JSON. @returns name of what it did to "ok", or the error */
export async function driveOlderProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Record<string, string>> {
  const home = mkdtempSync(path.join(tmpdir(), "older-sdk-"));
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...PYTHON_ENVIRONMENT, ...QUIET, HOME: home, ...env },
  });
  let [output, problems] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (problems += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, string>;
}
