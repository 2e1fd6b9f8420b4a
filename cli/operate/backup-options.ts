/** What the commands for backups have in common: options that go to their script as they are. */
import type { Context, Options } from "../command";
import { runChild } from "./run-child";
import { applyStartOptions, START_OPTIONS } from "./start-options";

export const BACKUP_OPTIONS = {
  "passphrase-file": { type: "string", value: "FILE", description: "The file with the passphrase" },
  "key-file": { type: "string", value: "FILE", description: "The file with the key of 32 bytes" },
  data: START_OPTIONS.data,
} as const satisfies Options;

/** The arguments of the script: each option under its own name. Values and places can begin with a dash. */
export const toArguments = (values: Readonly<Record<string, unknown>>, positionals: readonly string[]): string[] => [
  ...Object.entries(values).flatMap(([name, value]) => {
    if (name === "data" || value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${String(value)}`];
  }),
  "--",
  ...positionals,
];

/** Runs the script, which can ask for a passphrase. @returns its exit code */
export async function runBackupScript(
  script: string,
  { values, positionals, root, out, json, isJson, signal }: Context,
): Promise<number> {
  const data = (values as { data?: string }).data;
  applyStartOptions(data === undefined ? {} : { data });
  const { exitCode, output } = await runChild(root, script, toArguments(values, positionals), signal, "inherit");
  const text = output.trim();
  if (text === "") return exitCode;
  if (isJson) json(JSON.parse(text));
  else out(text);
  return exitCode;
}
