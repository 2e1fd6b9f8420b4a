/** `patchbay`: finds the command that the arguments name, runs it and returns its exit code. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { EXIT, Failure, UsageError, type Command, type Context, type Entry, type Screen } from "./command";
import { COMMANDS } from "./commands";
import { helpForAll, helpForOne } from "./help";
import { findCommand, parseLine } from "./parse-line";
import { toJsonText } from "./terminal/json-text";
import { toPlainLines } from "./terminal/lay-out";

/** A reader that closes its end, such as `head`, ends the command quietly. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(EXIT.done);
  });
}

/** Waits until everything is written, because `process.exit` cuts off what a pipe has not taken. */
const flush = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write("", () => resolve()));

function readScreen(env: NodeJS.ProcessEnv): Screen {
  const columns = process.stdout.isTTY ? process.stdout.columns : Number(env.COLUMNS);
  return {
    width: columns > 0 ? Math.max(40, columns) : Infinity,
    hasColors: process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
  };
}

/** The first signal asks the command to end; the second one ends it at once. */
function listenForSignals(): { signal: AbortSignal; exitCode: () => number | undefined } {
  const controller = new AbortController();
  let exitCode: number | undefined;
  for (const [name, code] of [
    ["SIGINT", EXIT.interrupted],
    ["SIGTERM", EXIT.terminated],
  ] as const)
    process.on(name, () => {
      if (exitCode !== undefined) process.exit(code);
      exitCode = code;
      controller.abort();
    });
  return { signal: controller.signal, exitCode: () => exitCode };
}

type Output = Pick<Context, "out" | "err" | "json" | "isJson" | "screen">;

function showVersion({ out, json, isJson }: Output, root: string): number {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  if (isJson) json({ version });
  else out(`patchbay ${version}`);
  return EXIT.done;
}

function showAll({ out, json, isJson, screen }: Output, group?: string): number {
  const entries = COMMANDS.filter(({ name }) => group === undefined || name.startsWith(`${group} `));
  if (isJson) json(entries.map(({ name, summary }) => ({ name, summary })));
  else for (const line of helpForAll(COMMANDS, screen, group)) out(line);
  return EXIT.done;
}

function showOne(entry: Entry, command: Command, { out, json, isJson, screen }: Output): number {
  const { usage, options } = command;
  if (isJson) json({ name: entry.name, summary: entry.summary, usage, options });
  else for (const line of helpForOne(entry, command, screen)) out(line);
  return EXIT.done;
}

async function runCommand(entry: Entry, rest: readonly string[], output: Output, root: string): Promise<number> {
  const command = await entry.load();
  const { values, positionals } = parseLine(command, rest);
  if (values.help) return showOne(entry, command, output);
  if (command.usage === "" && positionals.length > 0)
    throw new UsageError(`This command takes no arguments, such as "${positionals[0]}".`);
  const signals = command.handlesSignals ? undefined : listenForSignals();
  const signal = signals?.signal ?? new AbortController().signal;
  try {
    const context = {
      ...output,
      values,
      positionals,
      env: process.env,
      stdin: process.stdin,
      signal,
      root,
      commands: COMMANDS,
    };
    const exitCode = await command.run(context as Context);
    return signals?.exitCode() ?? exitCode;
  } catch (error) {
    const exitCode = signals?.exitCode();
    if (exitCode === undefined) throw error;
    return exitCode;
  }
}

function showProblem(error: unknown, command: string | undefined, { err, json, isJson }: Output): number {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) {
    err(message);
    err(`See: patchbay ${command === undefined ? "" : `${command} `}--help`);
    if (isJson) json({ error: { message } });
    return EXIT.usage;
  }
  if (!(error instanceof Failure)) {
    // A fault of the program itself: its stack is what a report of it needs.
    err(process.env.PATCHBAY_LOG_LEVEL === "debug" && error instanceof Error ? String(error.stack) : message);
    if (isJson) json({ error: { message } });
    return EXIT.failed;
  }
  err(message);
  if (isJson) json({ error: { message, ...error.details } });
  return error.exitCode;
}

/**
 * Runs one command line.
 * @param line the arguments after the program's name
 * @param root the folder of the installation
 * @returns the exit code, after everything is written
 */
export async function main(line: readonly string[], root: string): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) endWithReader(stream);
  const isJson = line.slice(0, line.includes("--") ? line.indexOf("--") : undefined).includes("--json");
  const write = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);
  const out = write(process.stdout);
  const screen = readScreen(process.env);
  // Problems and hints quote what servers and files contain.
  const err = (text: string) => write(process.stderr)(toPlainLines(text));
  const output = { out, err, json: (value: unknown) => out(toJsonText(value)), isJson, screen };
  let command: string | undefined;
  const run = async (): Promise<number> => {
    const { entry, group, rest } = findCommand(COMMANDS, line);
    command = entry?.name ?? group;
    if (entry) return runCommand(entry, rest, output, root);
    if (group === undefined && rest.includes("--version")) return showVersion(output, root);
    parseLine({ options: {} }, rest);
    if (group === undefined || rest.includes("--help") || rest.includes("-h")) return showAll(output, group);
    throw new UsageError(
      `"${group}" needs a second word, such as "${COMMANDS.find(({ name }) => name.startsWith(`${group} `))?.name}".`,
    );
  };
  const exitCode = await run().catch((error: unknown) => showProblem(error, command, output));
  await Promise.all([flush(process.stdout), flush(process.stderr)]);
  return exitCode;
}
