/**
 * Beginnings of the compiler's sentences about a tool's arguments, its answer, and the sources of its ids. Search has
 * arguments as fields of their own; in the description too, they would count for more than the tool's purpose.
 */
export const FACT_LEADS = {
  needs: "Required:",
  filters: "Filters and options:",
  options: "Options:",
  optional: "Optional:",
  canSet: "Can set:",
  each: "Each of the answer's",
  answer: "The answer",
  none: "Takes no arguments.",
} as const;

const ARGUMENTS = [FACT_LEADS.needs, FACT_LEADS.filters, FACT_LEADS.options, FACT_LEADS.optional, FACT_LEADS.canSet];
const START = new RegExp(
  [
    ` (?:${ARGUMENTS.join("|")}) [A-Za-z_$@]`,
    ` ${FACT_LEADS.each} [\\w.@$-]{1,80} has `,
    ` ${FACT_LEADS.answer}(?:'s \\w{1,40})? holds `,
    ` ${FACT_LEADS.none}$`,
  ].join("|"),
);
const SOURCE = /, as [A-Z0-9_]{3,64} gives (?:it|them)\.?$/;
const MEMBERS = /(?:^|\. )Members: [^\n]*$/;

/** Removes the sentences about arguments and answers that the compiler added to the end of a text. */
export function removeFacts(text: string): string {
  const start = START.exec(text)?.index;
  return start === undefined ? text.replace(SOURCE, "").replace(MEMBERS, "") : text.slice(0, start);
}
