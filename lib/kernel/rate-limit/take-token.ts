/** Rate limits per time window: exact over all copies of the app, and without a query for most requests. */
import { batchDelete, deleteInBatches } from "../database/delete-in-batches";
import { rowsOf, statement } from "../database/statement";
import { onStop } from "../process/lifecycle";
import { background, log } from "../process/log";
import { processMemory } from "../process-memory";
import { shareInFlight, type InFlight } from "../concurrency/memoize";

export type RateLimit = {
  /** Whom the limit is for; unique in the database. */
  subject: string;
  requests: number;
  /** The window's length; windows begin at whole multiples of it. */
  seconds: number;
};

export type RateLimitState = {
  allowed: boolean;
  limit: number;
  /** Left in this window, as far as this process knows. */
  remaining: number;
  windowSeconds: number;
  /** Until the window ends, at least 1. */
  resetSeconds: number;
};

/** A number of requests that this process can allow without a query; in the database they count as used. */
type Block = {
  left: number;
  /** Counted in the window by all processes when the block was taken. */
  used: number;
  windowStart: Date;
  /** `performance.now()` */
  windowEnds: number;
  takenAt: number;
  size: number;
  giveBack?: NodeJS.Timeout;
};

type Subject = { block?: Block; blocks: InFlight<void> };

const MAX_SUBJECTS = 20_000;
/** A block that is used up faster is followed by one of twice the size; what is left after this time is returned. */
const HOLD_MS = 1000;
/** The time for which "nothing is left" is cached: another process could return a part of its block. */
const BELIEVE_MS = 200;
const LARGEST_BLOCK = 1000;

const subjects = () =>
  processMemory("rate-limit.subjects", () => {
    const subject = new Map<string, Subject>();
    onStop("rate limits", async () => {
      await Promise.all(
        [...subject].map(async ([name, { block }]) => {
          if (block) await giveBack(name, block);
        }),
      );
    });
    return subject;
  });

/**
 * Takes a block under the row's lock: at most a tenth of what is left, so that other processes hold little when the
 * limit is near.
 */
const TAKE = statement({
  name: "rate-limit.take",
  text: `INSERT INTO rate_limit_bucket AS b (subject, window_start, used, granted)
  SELECT $1::text, began, first, first
  FROM (SELECT to_timestamp(floor(extract(epoch FROM clock_timestamp()) / $3::int) * $3::int) AS began,
    least($4::int, greatest(1, $2::int / 10)) AS first) AS fresh
  ON CONFLICT (subject) DO UPDATE SET
    granted = CASE WHEN b.window_start < excluded.window_start THEN excluded.granted
      ELSE greatest(0, least($4::int, greatest(1, ($2::int - b.used) / 10), $2::int - b.used)) END,
    used = CASE WHEN b.window_start < excluded.window_start THEN excluded.used
      ELSE b.used + greatest(0, least($4::int, greatest(1, ($2::int - b.used) / 10), $2::int - b.used)) END,
    window_start = greatest(b.window_start, excluded.window_start)
  RETURNING granted, used, window_start, extract(epoch FROM window_start - clock_timestamp())::float8 + $3::int AS seconds_left`,
  columns: { granted: "int4", used: "int4", window_start: "timestamptz", seconds_left: "float8" },
});

const GIVE_BACK = statement({
  name: "rate-limit.give-back",
  text: "UPDATE rate_limit_bucket SET used = greatest(used - $3, 0) WHERE subject = $1 AND window_start = $2",
});
const OVER = batchDelete("rate_limit_bucket", "window_start < now() - interval '2 days'");

async function takeBlock(subject: Subject, { subject: name, requests, seconds }: RateLimit): Promise<void> {
  const before = subject.block;
  const startedAt = performance.now();
  const wasShort = before !== undefined && before.left === 0 && startedAt - before.takenAt < HOLD_MS;
  const size = wasShort ? Math.min(before.size * 2, LARGEST_BLOCK) : 1;
  const [row] = await rowsOf(TAKE, [name, requests, seconds, size]);
  if (!row) throw new Error("The rate limit gave no answer.");
  const block: Block = {
    left: row.granted,
    used: row.used,
    windowStart: row.window_start,
    windowEnds: performance.now() + row.seconds_left * 1000,
    takenAt: startedAt,
    size,
  };
  if (row.granted > 1)
    block.giveBack = setTimeout(() => {
      void giveBack(name, block);
    }, HOLD_MS).unref();
  subject.block = block;
}

/** Returns what is left of a block to the other processes. */
async function giveBack(name: string, block: Block): Promise<void> {
  clearTimeout(block.giveBack);
  const { left } = block;
  if (left === 0 || performance.now() >= block.windowEnds) return;
  block.left = 0;
  block.used -= left;
  try {
    await rowsOf(GIVE_BACK, [name, block.windowStart, left]);
  } catch (error) {
    log.warn(background("rate limits"), "unused requests could not be given back to their rate limit", { error });
  }
}

function subjectOf(name: string): Subject {
  const subject = subjects().get(name);
  if (subject) return subject;
  // Forgetting all costs one query for each of them.
  if (subjects().size >= MAX_SUBJECTS) subjects().clear();
  const created: Subject = { blocks: shareInFlight() };
  subjects().set(name, created);
  return created;
}

const toState = (allowed: boolean, { requests, seconds }: RateLimit, block: Block): RateLimitState => ({
  allowed,
  limit: requests,
  windowSeconds: seconds,
  remaining: Math.max(0, requests - block.used) + block.left,
  resetSeconds: Math.max(1, Math.ceil((block.windowEnds - performance.now()) / 1000)),
});

/** Counts one request, if the limit of the present window allows it. */
export async function takeToken(limit: RateLimit): Promise<RateLimitState> {
  const subject = subjectOf(limit.subject);
  for (;;) {
    const { block } = subject;
    const time = performance.now();
    if (block && time < block.windowEnds) {
      if (block.left > 0) {
        block.left--;
        return toState(true, limit, block);
      }
      if (block.used >= limit.requests && time - block.takenAt < BELIEVE_MS) return toState(false, limit, block);
    }
    const isQueryNeeded = subject.blocks.find("") === undefined;
    await subject.blocks.run("", () => takeBlock(subject, limit));
    const fresh = subject.block;
    if (isQueryNeeded && fresh && fresh.left === 0 && performance.now() < fresh.windowEnds)
      return toState(false, limit, fresh);
  }
}

/** Uncounts a request that another limit refused. */
export function returnToken({ subject }: RateLimit): void {
  const block = subjects().get(subject)?.block;
  if (block && performance.now() < block.windowEnds) block.left++;
}

/** Deletes counts of old windows. Returns how many. */
export const pruneRateLimits = (): Promise<number> => deleteInBatches(OVER, []);
