import { firstWords, quote, type CompletedCommand } from "./read-commands";

const line = (condition: string, rest: string): string => `complete -c patchbay -n ${quote(condition)} ${rest}`;

function commandLines({ words, options, choices }: CompletedCommand): string[] {
  const condition = `__patchbay_is ${words.join(" ")}`;
  return [
    ...(choices.length > 0 ? [line(condition, `-f -a ${quote(choices.join(" "))}`)] : []),
    ...options.map(({ name, description, takesValue, choices: values }) =>
      line(
        condition,
        [
          `-l ${name.slice(2)}`,
          ...(takesValue ? ["-r"] : []),
          ...(values.length > 0 ? [`-f -a ${quote(values.join(" "))}`] : []),
          `-d ${quote(description)}`,
        ].join(" "),
      ),
    ),
  ];
}

/** The script of `patchbay completion fish`. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const groups = firstWords(commands);
  return [
    "# Completion of patchbay for fish.",
    "function __patchbay_words",
    "  string match -v -- '-*' (commandline -opc)[2..]",
    "end",
    "function __patchbay_is",
    "  set -l typed (__patchbay_words)",
    "  set -l length (count $argv)",
    '  test "$typed[1..$length]" = "$argv"',
    "end",
    "function __patchbay_at",
    "  set -l typed (__patchbay_words)",
    '  test "$typed" = "$argv"',
    "end",
    ...groups.map(({ word, summary }) => line("__patchbay_at", `-f -a ${word} -d ${quote(summary)}`)),
    line("__patchbay_at", "-l version -d 'Show the version'"),
    ...groups.flatMap(({ word, next }) =>
      next.map(({ words: [, second = ""], summary }) =>
        line(`__patchbay_at ${word}`, `-f -a ${second} -d ${quote(summary)}`),
      ),
    ),
    ...commands.flatMap(commandLines),
  ].join("\n");
}
