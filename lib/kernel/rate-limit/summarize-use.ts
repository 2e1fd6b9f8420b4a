/** How much of some limits is used in the present window, over all of their subjects. */
import { rowsOf, statement } from "../database/statement";

/** One scan of the windows that began together: the subjects of a limit are as many as its users. */
const SUM = statement({
  name: "rate-limit.summarize",
  text: `SELECT l.key, count(*)::int4 AS subjects, max(b.used)::int4 AS most,
    (count(*) FILTER (WHERE b.used >= l.amount))::int4 AS spent
  FROM rate_limit_bucket AS b
  JOIN unnest($3::text[], $4::int[]) AS l(key, amount)
    ON l.key = split_part(substr(b.subject, length($1) + 1), ':', 1) ||
      CASE WHEN right(b.subject, length($5)) = $5 THEN $5 ELSE '' END
  WHERE b.window_start = to_timestamp(floor(extract(epoch FROM clock_timestamp()) / $2::int) * $2::int)
    AND starts_with(b.subject, $1)
  GROUP BY l.key`,
  columns: { key: "text", subjects: "int4", most: "int4?", spent: "int4" },
});

/** `most`: the use of the subject that used most; `spent`: how many have nothing left. */
export type UseSummary = { subjects: number; most: number; spent: number };

type Summarized = {
  /** The beginning of all subjects; behind it is the name of the limit, up to the next colon. */
  prefix: string;
  /** The end of the subjects that are counted apart; in a limit's key it is behind its name. */
  suffix: string;
  seconds: number;
  limits: readonly { key: string; amount: number }[];
};

/** The use by the keys of the limits; without limits that nobody used. */
export async function summarizeUse({ prefix, suffix, seconds, limits }: Summarized): Promise<Map<string, UseSummary>> {
  const keys = limits.map(({ key }) => key);
  const amounts = limits.map(({ amount }) => amount);
  const rows = await rowsOf(SUM, [prefix, seconds, keys, amounts, suffix]);
  return new Map(rows.map(({ key, subjects, most, spent }) => [key, { subjects, most: most ?? 0, spent }]));
}
