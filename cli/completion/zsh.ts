import { firstWords, quote, type CompletedCommand } from "./read-commands";

/** `name:description` as `_describe` takes it. */
const toItem = (name: string, description: string): string =>
  quote(`${name.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`);

const caseOf = (pattern: string, items: readonly string[]): string => `    ${pattern}) items=(${items.join(" ")}) ;;`;

/** Options whose value is one of a few: after them, the values are completed. */
const valueCases = (commands: readonly CompletedCommand[]): string[] =>
  commands.flatMap(({ words, options }) =>
    options.flatMap(({ name, choices }) =>
      choices.length > 0
        ? [`    ${quote(`${words.join(" ")}|${name}`)}) compadd -- ${choices.map(quote).join(" ")}; return ;;`]
        : [],
    ),
  );

const commandCase = ({ words, options, choices }: CompletedCommand): string =>
  caseOf(quote(words.join(" ")), [
    ...choices.map((choice) => toItem(choice, "")),
    ...options.map(({ name, description }) => toItem(name, description)),
  ]);

/** The script of `patchbay completion zsh`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const all = firstWords(commands);
  const groups = all.filter(({ next }) => next.length > 0);
  return [
    "#compdef patchbay",
    "# Completion of patchbay for zsh.",
    "_patchbay() {",
    "  local command='' word previous=${words[CURRENT-1]}",
    "  local -a items",
    "  for word in ${words[2,CURRENT-1]}; do",
    "    case $word in -*) continue ;; esac",
    "    case $command in",
    ...groups.map(({ word }) => `      ${word}) command="$command $word"; continue ;;`),
    "    esac",
    "    [[ -z $command ]] && command=$word",
    "  done",
    '  case "$command|$previous" in',
    ...valueCases(commands),
    "  esac",
    "  case $command in",
    caseOf(
      "''",
      all.map(({ word, summary }) => toItem(word, summary)),
    ),
    ...groups.map(({ word, next }) =>
      caseOf(
        word,
        next.map(({ words: [, second = ""], summary }) => toItem(second, summary)),
      ),
    ),
    ...commands.map(commandCase),
    "  esac",
    "  _describe patchbay items || _files",
    "}",
    // `eval` defines it for a running shell; in a folder of $fpath, the first line of the file does.
    '[[ $funcstack[1] == _patchbay ]] && _patchbay "$@" || compdef _patchbay patchbay',
  ].join("\n");
}
