/** Reads the commands for the scripts of completion. */
import type { Entry, Options } from "../command";
import { COMMON_OPTIONS } from "../parse-line";

export type CompletedOption = { name: string; description: string; takesValue: boolean; choices: readonly string[] };
export type CompletedCommand = {
  /** One or two words. */
  words: readonly string[];
  summary: string;
  options: CompletedOption[];
  choices: readonly string[];
};

const toCompleted = (options: Options): CompletedOption[] =>
  Object.entries(options).map(([name, { description, type, choices }]) => ({
    name: `--${name}`,
    description,
    takesValue: type === "string",
    choices: choices ?? [],
  }));

/** Loads every command of the table. */
export const readCommands = (entries: readonly Entry[]): Promise<CompletedCommand[]> =>
  Promise.all(
    entries.map(async ({ name, summary, load }) => {
      const { options, choices } = await load();
      return {
        words: name.split(" "),
        summary,
        options: toCompleted({ ...options, ...COMMON_OPTIONS }),
        choices: choices ?? [],
      };
    }),
  );

/** The first words of all commands with a summary; a word with second words lists these. */
export function firstWords(
  commands: readonly CompletedCommand[],
): { word: string; summary: string; next: CompletedCommand[] }[] {
  const words = [...new Set(commands.map(({ words: [first = ""] }) => first))];
  return words.map((word) => {
    const named = commands.filter(({ words: [first] }) => first === word);
    const next = named.filter(({ words: parts }) => parts.length > 1);
    return {
      word,
      next,
      summary: next.length === 0 ? (named[0]?.summary ?? "") : next.map(({ words: [, second] }) => second).join(", "),
    };
  });
}

/** A text in single quotes for bash, zsh and fish. The texts are our own and contain no backslash. */
export const quote = (text: string): string => `'${text.replaceAll("'", "’")}'`;
