/** The form of a command of `patchbay`: its options, what it receives, and how it fails. */
import type { Readable } from "node:stream";

/** An option as `parseArgs` of node:util takes it, with its texts for `--help` and shell completion. */
export type Option = {
  type: "string" | "boolean";
  short?: string;
  /** Can be repeated; its value is then a list. */
  multiple?: boolean;
  /** The placeholder of its value in `--help`, such as `URL`. */
  value?: string;
  /** The values that shell completion offers. */
  choices?: readonly string[];
  description: string;
};
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : string;
export type Values<O extends Options> = { [Name in keyof O]?: ValueOf<O[Name]> };

/** The terminal behind standard output: its columns, and whether it shows colors. */
export type Screen = { width: number; hasColors: boolean };

export type Environment = Readonly<Record<string, string | undefined>>;

/** What every command receives. */
export type Context<O extends Options = Options> = {
  values: Values<O>;
  positionals: readonly string[];
  /** Writes one line to standard output. With `--json` it is not used: see `json`. */
  out: (line: string) => void;
  /** Writes one line to standard error: progress, hints and problems. */
  err: (line: string) => void;
  /** Writes one JSON value to standard output. */
  json: (value: unknown) => void;
  /** Whether `--json` asks for JSON: then `json` is called once, and `out` never. */
  isJson: boolean;
  env: Environment;
  stdin: Readable & { isTTY?: boolean };
  screen: Screen;
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal;
  /** The folder of the installation. */
  root: string;
  /** All commands. */
  commands: readonly Entry[];
};

type CommandOf<O extends Options> = {
  /** The arguments after the name, such as `SLUG [ARGUMENTS]`; empty without any. */
  usage: string;
  /** Paragraphs for `--help` below the summary. */
  about?: readonly string[];
  options: O;
  /** The values that shell completion offers for the first argument. */
  choices?: readonly string[];
  /** The command handles SIGINT and SIGTERM itself. */
  handlesSignals?: boolean;
  /**
   * Runs the command.
   * @returns the exit code
   * @throws {UsageError} exit code 2
   * @throws {Failure} exit code 1, or its own
   */
  run(context: Context<O>): Promise<number>;
};
export type Command = CommandOf<Options>;

/** Declares a command, so that `values` has the types of its options. */
export const defineCommand = <const O extends Options>(command: CommandOf<O>): Command => command;

/** A line of the command table. The file of the command is loaded when the command runs. */
export type Entry = {
  /** One or two words, such as `tools search`. */
  name: string;
  /** One sentence without a full stop. */
  summary: string;
  group: string;
  load: () => Promise<Command>;
};

export const EXIT = { done: 0, failed: 1, usage: 2, toolFailed: 3, interrupted: 130, terminated: 143 } as const;

/** The arguments are not right: exit code 2, with a hint at `--help`. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The command could not do its work; `message` is a sentence for people, `details` goes into the JSON. */
export class Failure extends Error {
  override name = "Failure";
  constructor(
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
  }
}
