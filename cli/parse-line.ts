/** Splits a command line into a command of the table, its options and its arguments. */
import { parseArgs } from "node:util";
import { UsageError, type Command, type Entry, type Options } from "./command";
import { nearestName } from "./nearest-name";

/** Options that every command has. */
export const COMMON_OPTIONS = {
  json: { type: "boolean", description: "Print one JSON value and nothing else" },
  help: { type: "boolean", short: "h", description: "Show this help" },
} as const satisfies Options;

type Words = { entry?: Entry; group?: string; rest: string[] };

const isOption = (text: string | undefined): boolean => text?.startsWith("-") === true && text.length > 1;

/** ` Did you mean "x"?` if a name is near. */
const hint = (name: string, names: readonly string[]): string => {
  const nearest = nearestName(name, names);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
};

function findEntry(commands: readonly Entry[], first: string, second: string | undefined): Entry | undefined {
  const find = (name: string) => commands.find((entry) => entry.name === name);
  return (second === undefined ? undefined : find(`${first} ${second}`)) ?? find(first);
}

/**
 * Finds the command that the first words name; common options can come before them.
 * @returns the command, or the group of a first word alone (`tools`), or neither without any word
 * @throws {UsageError} if no command has this name
 */
export function findCommand(commands: readonly Entry[], line: readonly string[]): Words {
  const start = line.findIndex((text) => !isOption(text));
  if (start === -1) return { rest: [...line] };
  const before = line.slice(0, start);
  const [first = "", second] = line.slice(start);
  const entry = findEntry(commands, first, second);
  if (entry) return { entry, rest: [...before, ...line.slice(start + entry.name.split(" ").length)] };
  const inGroup = commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name] : []));
  if (inGroup.length > 0 && (second === undefined || isOption(second)))
    return { group: first, rest: [...before, ...line.slice(start + 1)] };
  const [name, names] =
    inGroup.length > 0
      ? [`${first} ${second}`, inGroup]
      : [first, commands.flatMap((command) => [command.name, command.name.split(" ")[0] ?? ""])];
  throw new UsageError(`There is no command "${name}".${hint(name, names)}`);
}

/** The name of the option in an error of `parseArgs`, with its dashes. */
const optionIn = (message: string): string => /'(?:-\w, )?(--?[^ '=]+)/.exec(message)?.[1] ?? "";

function toUsageError(error: unknown, options: Options): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!code?.startsWith("ERR_PARSE_ARGS")) return error;
  const option = optionIn(message);
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const names = Object.keys(options).map((name) => `--${name}`);
    return new UsageError(`There is no option ${option} here.${hint(option, names)}`);
  }
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
    return new UsageError(
      options[option.replace(/^-+/, "")]?.type === "boolean"
        ? `The option ${option} takes no value.`
        : `The option ${option} needs a value.`,
    );
  return new UsageError(message);
}

export type Line = {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
};

/**
 * Reads the options and arguments of a command.
 * @throws {UsageError} on an unknown option, and on one without its value
 */
export function parseLine(command: Pick<Command, "options">, rest: readonly string[]): Line {
  const options: Options = { ...command.options, ...COMMON_OPTIONS };
  const config = Object.entries(options).map(([name, { type, short, multiple }]) => [
    name,
    { type, ...(short !== undefined && { short }), ...(multiple !== undefined && { multiple }) },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: Object.fromEntries(config) as Record<string, { type: "string" | "boolean" }>,
      allowPositionals: true,
    });
    return { values: { ...values }, positionals };
  } catch (error) {
    throw toUsageError(error, options);
  }
}
