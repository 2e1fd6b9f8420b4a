/**
 * What the compiler says of a tool's arguments and answer, and of where an id comes from. Search knows arguments as fields of
 * their own: said twice, they would count for more than what the tool does.
 */
export const TOLD = {
  needs: "Required:",
  filters: "Filters and options:",
  options: "Options:",
  optional: "Optional:",
  canSet: "Can set:",
  each: "Each of the answer's",
  answer: "The answer",
  none: "Takes no arguments.",
} as const;

const START = new RegExp(
  ` (?:${[TOLD.needs, TOLD.filters, TOLD.options, TOLD.optional, TOLD.canSet].join("|")}) [A-Za-z_$@]| ${TOLD.each} [\\w.@$-]{1,80} has | ${TOLD.answer}(?:'s \\w{1,40})? holds | ${TOLD.none}$`,
);
const SOURCE = /, as [A-Z0-9_]{3,64} gives (?:it|them)$/;

/** Removes the sentences about arguments and answers that the compiler added to the end of a text. */
export function removeFacts(text: string): string {
  const start = START.exec(text)?.index;
  return start === undefined ? text.replace(SOURCE, "") : text.slice(0, start);
}
