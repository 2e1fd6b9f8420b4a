/** The official SDKs, unmodified, in processes of their own that call every one of their methods. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { PYTHON_ENVIRONMENT } from "@/scripts/check/package-folder.mjs";
import { sdkPython } from "@/scripts/check/test-packages.mjs";
import type { SdkStand } from "./sdk-stand";

/**
 * State of a method: "works" and "fails" by the steps that call it, "client" if the SDK's own client cannot send it,
 * "untested" if no test calls it, "inner" if no program calls it, "missed" if it is in no list.
 */
type MethodState = "works" | "fails" | "client" | "untested" | "inner" | "missed";
/** `steps` is a step's name to "ok", or to the error. */
export type SdkReport = { steps: Record<string, string>; methods: Record<string, MethodState> };

const childPath = (name: string): string => fileURLToPath(new URL(`../children/${name}`, import.meta.url));
const EVENT_MS = 500;
/** No telemetry of the packages. */
const QUIET = {
  COMPOSIO_LOGGING_LEVEL: "error",
  COMPOSIO_LOG_LEVEL: "error",
  CREWAI_DISABLE_TELEMETRY: "true",
  OTEL_SDK_DISABLED: "true",
  ...PYTHON_ENVIRONMENT,
  TELEMETRY_DISABLED: "true",
};

/** Runs a program that ends with one line of JSON, in a home of its own. */
async function runProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  onOutput: (output: string) => void = () => undefined,
): Promise<unknown> {
  const home = mkdtempSync(path.join(tmpdir(), "sdk-home-"));
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...QUIET, ...env, HOME: home, TMPDIR: home },
  });
  let [output, problems] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => onOutput((output += chunk.toString())));
  child.stderr.on("data", (chunk: Buffer) => (problems += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  rmSync(home, { recursive: true, force: true });
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "");
}

/** Runs modules of the program for Python. While the program listens, events of a trigger happen. */
export async function drivePythonSdk(stand: SdkStand, modules: readonly string[]): Promise<SdkReport> {
  let events: NodeJS.Timeout | undefined;
  const args = [childPath("python-sdk/drive.py"), JSON.stringify(stand.drive), modules.join(",")];
  const report = await runProgram(sdkPython(), args, stand.address.env, (output) => {
    if (output.includes("listening\n")) events ??= setInterval(() => void stand.sendEvent(), EVENT_MS);
  });
  clearInterval(events);
  return report as SdkReport;
}

/** Drives the SDKs for TypeScript on loopback. Returns a report for each version. */
export async function driveTypescriptSdks(stand: SdkStand): Promise<Record<string, SdkReport>> {
  const drive = JSON.stringify({ ...stand.drive, url: stand.url });
  const report = await runProgram(process.execPath, [childPath("typescript-sdks/drive.mjs"), drive], {});
  return report as Record<string, SdkReport>;
}
