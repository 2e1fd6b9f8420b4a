/**
 * The part of the log's statement that counts usage: calls by toolkit, tool, user, API key, session and error, for each
 * hour and each day, and all calls for each five minutes. In the transaction of the rows, so that the counts are exact.
 */
import { BUCKET_RATIO, LAST_BUCKET } from "./to-percentile";
import { MAX_KEYS, SPANS } from "./contract";

/** Longer values are cut: an index entry has limited room. */
export const MAX_KEY_LENGTH = 200;

/** The expression of a duration's bucket, by `to-percentile`. */
const BUCKET = `least(${LAST_BUCKET}, floor(ln(greatest(duration_ms, 1)) / ln(${BUCKET_RATIO}::float8)))::int`;

const SAME_PERIOD =
  "tally.project_id = %.project_id AND tally.dimension = %.dimension AND tally.span = %.span " +
  "AND tally.starts_at = %.starts_at";
const samePeriod = (alias: string): string => SAME_PERIOD.replaceAll("%", alias);

/**
 * CTEs behind `written`. A new value finds a place while its hour or day has fewer than the limit; others are counted
 * under an empty key, so that sums stay right. `latency` has one number for each bucket, `calls << 8 | bucket`; equal
 * buckets are added at each update.
 */
export const TALLIES = `faces AS (
    SELECT project_id, dimension, left(key, ${MAX_KEY_LENGTH}) AS key, span,
      to_timestamp(floor(extract(epoch FROM created_at) / span) * span) AS starts_at,
      ${BUCKET} AS bucket, count(*) AS calls, count(*) FILTER (WHERE status <> 'success') AS failed
    FROM written
    CROSS JOIN LATERAL (VALUES ('all', ''), ('toolkit', toolkit_slug), ('tool', tool_slug), ('user', user_id),
      ('key', api_key_id), ('session', session_id),
      ('error', CASE WHEN status <> 'success' THEN tool_slug || ' ' || coalesce(error_code, '') END)) AS face (dimension, key)
    CROSS JOIN (VALUES (${SPANS.minutes}), (${SPANS.hour}), (${SPANS.day})) AS period (span)
    WHERE dimension = 'all' OR (key <> '' AND span > ${SPANS.minutes})
    GROUP BY 1, 2, 3, 4, 5, 6),
  places AS (
    SELECT project_id, dimension, span, starts_at,
      (SELECT count(*) FROM (SELECT FROM usage_tally tally WHERE ${samePeriod("period")} LIMIT ${MAX_KEYS}) one) AS taken
    FROM (SELECT DISTINCT project_id, dimension, span, starts_at FROM faces WHERE dimension <> 'all') period),
  names AS (
    SELECT project_id, dimension, span, starts_at, key, is_known,
      row_number() OVER (PARTITION BY project_id, dimension, span, starts_at, is_known ORDER BY key) AS place
    FROM (SELECT DISTINCT project_id, dimension, span, starts_at, key,
        EXISTS (SELECT FROM usage_tally tally WHERE ${samePeriod("face")} AND tally.key = face.key) AS is_known
      FROM faces face WHERE dimension <> 'all') one),
  tallied AS (INSERT INTO usage_tally AS tally (project_id, dimension, span, starts_at, key, calls, failed, latency)
    SELECT project_id, dimension, span, starts_at,
      CASE WHEN dimension = 'all' OR is_known OR taken + place <= ${MAX_KEYS} THEN key ELSE '' END AS counted_as,
      sum(calls), sum(failed), array_agg((calls << 8) | bucket)
    FROM faces LEFT JOIN places USING (project_id, dimension, span, starts_at)
      LEFT JOIN names USING (project_id, dimension, span, starts_at, key)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, dimension, span, starts_at, key) DO UPDATE
    SET calls = tally.calls + excluded.calls, failed = tally.failed + excluded.failed,
      latency = ARRAY(SELECT (sum(entry >> 8)::bigint << 8) | (entry & 255)
        FROM unnest(tally.latency || excluded.latency) AS entry GROUP BY entry & 255))`;
