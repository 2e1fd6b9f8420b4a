/** Amounts that are only known after their use, counted per time window and over all copies of the app. */
import { rowsOf, statement } from "../database/statement";

/** More is counted as so much. */
const MOST = 2_000_000_000;

const WINDOW = "to_timestamp(floor(extract(epoch FROM clock_timestamp()) / $2::int) * $2::int)";

const ADD = statement({
  name: "rate-limit.add-use",
  text: `INSERT INTO rate_limit_bucket AS b (subject, window_start, used, granted)
  SELECT $1::text, ${WINDOW}, $3::int, 0
  ON CONFLICT (subject) DO UPDATE SET
    used = CASE WHEN b.window_start < excluded.window_start THEN excluded.used
      ELSE least(b.used::bigint + excluded.used, ${MOST})::int END,
    window_start = greatest(b.window_start, excluded.window_start)
  RETURNING used`,
  columns: { used: "int4" },
});

const FIND = statement({
  name: "rate-limit.use",
  text: `SELECT used FROM rate_limit_bucket WHERE subject = $1 AND window_start >= ${WINDOW}`,
  columns: { used: "int4" },
});

/** Adds an amount to the present window, which begins at a whole multiple of its seconds. Returns the sum. */
export async function addUse(subject: string, seconds: number, amount: number): Promise<number> {
  const [row] = await rowsOf(ADD, [subject, seconds, Math.min(Math.max(0, Math.ceil(amount)), MOST)]);
  return row?.used ?? 0;
}

/** The sum of the present window. */
export async function findUse(subject: string, seconds: number): Promise<number> {
  const [row] = await rowsOf(FIND, [subject, seconds]);
  return row?.used ?? 0;
}
