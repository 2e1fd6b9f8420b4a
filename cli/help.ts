/** The texts of `--help`. */
import type { Command, Entry, Option, Options, Screen } from "./command";
import { COMMON_OPTIONS } from "./parse-line";
import { pairLines, wrapText } from "./terminal/lay-out";

const HEAD = "Patchbay from the command line: run tools, connect users, follow events, and operate a server.";

const VERSION = { version: { type: "boolean", description: "Show the version" } } as const satisfies Options;

/** `-h, --help`, or `--url URL`. */
function optionLabel(name: string, { short, type, value, choices }: Option): string {
  const placeholder = type === "string" ? ` ${value ?? choices?.join("|") ?? "VALUE"}` : "";
  return `${short === undefined ? "    " : `-${short}, `}--${name}${placeholder}`;
}

const optionLines = (options: Options, screen: Screen): string[] =>
  pairLines(
    Object.entries(options).map(([name, option]) => [optionLabel(name, option), option.description]),
    screen,
  );

/** The list of all commands, or of those of one group (`tools`). */
export function helpForAll(commands: readonly Entry[], screen: Screen, group?: string): string[] {
  const entries = commands.filter(({ name }) => group === undefined || name.startsWith(`${group} `));
  const titles = [...new Set(entries.map((entry) => entry.group))];
  const lists = titles.flatMap((title) => [
    "",
    title,
    ...pairLines(
      entries.filter((entry) => entry.group === title).map(({ name, summary }) => [name, summary]),
      screen,
    ),
  ]);
  return [
    ...wrapText(HEAD, screen.width),
    "",
    `Usage: patchbay ${group ?? "COMMAND"}${group === undefined ? "" : " COMMAND"} [options]`,
    ...lists,
    "",
    "Options of every command",
    ...optionLines(group === undefined ? { ...COMMON_OPTIONS, ...VERSION } : COMMON_OPTIONS, screen),
    "",
    ...wrapText("patchbay COMMAND --help explains a command with its options.", screen.width),
  ];
}

/** The help of one command. */
export function helpForOne({ name, summary }: Entry, command: Command, screen: Screen): string[] {
  const paragraphs = [`${summary}.`, ...(command.about ?? [])];
  return [
    `Usage: patchbay ${[name, command.usage, "[options]"].filter(Boolean).join(" ")}`,
    ...paragraphs.flatMap((text) => ["", ...wrapText(text, screen.width)]),
    "",
    "Options",
    ...optionLines({ ...command.options, ...COMMON_OPTIONS }, screen),
  ];
}
