import { firstWords, quote, type CompletedCommand } from "./read-commands";

const caseOf = (pattern: string, words: readonly string[]): string =>
  `    ${pattern}) words=${quote(words.join(" "))} ;;`;

/** Options whose value is one of a few: after them, the values are completed. */
const valueCases = (commands: readonly CompletedCommand[]): string[] =>
  commands.flatMap(({ words, options }) =>
    options.flatMap(({ name, takesValue, choices }) =>
      takesValue && choices.length > 0 ? [caseOf(quote(`${words.join(" ")}|${name}`), choices)] : [],
    ),
  );

/** The script of `patchbay completion bash`. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const groups = firstWords(commands);
  return [
    "# Completion of patchbay for bash.",
    "_patchbay() {",
    "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command='' words='' word",
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) continue ;; esac',
    '    case "$command" in',
    ...groups
      .filter(({ next }) => next.length > 0)
      .map(({ word }) => `      ${word}) command="$command $word"; continue ;;`),
    "    esac",
    '    [ -z "$command" ] && command=$word',
    "  done",
    '  case "$command|$previous" in',
    ...valueCases(commands),
    "  esac",
    '  if [ -z "$words" ]; then case "$command" in',
    caseOf("''", [...groups.map(({ word }) => word), "--help", "--version", "--json"]),
    ...groups
      .filter(({ next }) => next.length > 0)
      .map(({ word, next }) => caseOf(word, [...next.map(({ words: [, second = ""] }) => second), "--help"])),
    ...commands.map(({ words, options, choices }) =>
      caseOf(quote(words.join(" ")), [...choices, ...options.map(({ name }) => name)]),
    ),
    "  esac; fi",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _patchbay patchbay",
  ].join("\n");
}
