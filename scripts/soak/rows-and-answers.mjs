// Compares the log of executions with the responses that callers received.
import pg from "pg";

/** A kill can lose one batch: at most so many rows, and their responses are at most so old. */
const MAX_LOST_A_KILL = 200;
const MAX_LOST_AGE_MS = 2_000;
const MAX_PROBLEMS = 5;

async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The kill of the server that explains a response without a row, because it came right after the response. */
const killAfter = ({ at: time }, kills) => kills.find((kill) => Math.abs(kill - time) < MAX_LOST_AGE_MS);

function judgeMissing(missing, kills) {
  const problems = [];
  const perKill = new Map();
  for (const answer of missing) {
    const kill = killAfter(answer, kills);
    if (kill === undefined) problems.push(`no row: ${JSON.stringify(answer)}`);
    else perKill.set(kill, (perKill.get(kill) ?? 0) + 1);
  }
  for (const count of perKill.values())
    if (count > MAX_LOST_A_KILL) problems.push(`a kill lost ${count} rows, more than one batch`);
  const problemLines = problems.slice(0, MAX_PROBLEMS);
  if (problems.length > MAX_PROBLEMS) problemLines.push(`and ${problems.length - MAX_PROBLEMS} more`);
  return { problems: problemLines, lost: [...perKill.values()] };
}

/**
 * @param {string} url of the database
 * @param {Map<string, { at: number, isBefore: boolean }>} answers by the request's id; `isBefore`: no row is needed,
 *   because no execution had begun
 * @param {number[]} kills times at which the server was killed
 * @returns {Promise<{ problems: string[], line: string }>}
 */
export async function compare(url, answers, kills) {
  const rows = await query(url, "SELECT request_id, count(*)::int AS count FROM tool_log GROUP BY 1");
  const [{ rows: total, counted: counterTotal }] = await query(
    url,
    "SELECT (SELECT count(*)::int FROM tool_log) AS rows, (SELECT sum(total)::int FROM usage_counter) AS counted",
  );
  const countsById = new Map(rows.map(({ request_id: id, count }) => [id, count]));
  const due = [...answers].filter(([, { isBefore }]) => !isBefore);
  const missing = due.filter(([id]) => !countsById.has(id)).map(([id, answer]) => ({ id, ...answer }));
  const { problems, lost: lossesPerKill } = judgeMissing(missing, kills);
  const twice = rows.filter(({ count }) => count > 1);
  if (twice.length > 0) problems.push(`${twice.length} requests have more than one row`);
  if (total !== counterTotal) problems.push(`the counters of hours have ${counterTotal}, the log has ${total} rows`);
  const unasked = rows.filter(({ request_id: id }) => !answers.has(id)).length;
  return {
    problems,
    line: `${due.length} answered executions, ${due.length - missing.length} of them with a row; ${kills.length} kills of the server lost ${lossesPerKill.length > 0 ? lossesPerKill.join(", ") : "no"} rows; ${unasked} rows of calls without an answer; ${twice.length} rows twice`,
  };
}
