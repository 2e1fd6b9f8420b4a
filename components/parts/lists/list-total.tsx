/** The number of rows of a list, next to the title of its page. */
import { toTotalWords } from "./total-words";

type ListTotalProps = {
  /** Absent while the number is not known. */
  total: number | undefined;
  isComplete?: boolean;
  /** The word for one row and for several: ["call", "calls"]. */
  words: readonly [string, string];
};

export const ListTotal = ({ total, isComplete = true, words: [singular, plural] }: ListTotalProps) => (
  <span role="status" className="text-sm whitespace-nowrap text-muted tabular-nums">
    {total === undefined ? null : `${toTotalWords(total, isComplete)} ${total === 1 && isComplete ? singular : plural}`}
  </span>
);
