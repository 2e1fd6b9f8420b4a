/**
 * Durations as a histogram with fixed buckets, so that counts of any hours, keys and processes add up. Bucket `b` has
 * the durations from 1.1^b to 1.1^(b+1) milliseconds: the geometric middle is within 5 % of each. Pure.
 */

export const BUCKET_RATIO = 1.1;
/** The last bucket begins at about 15 minutes and has no end. */
export const LAST_BUCKET = 144;

export type BucketCount = { bucket: number; calls: number };

/** The duration in milliseconds that a share of the calls did not exceed; null without calls. */
export function toPercentile(counts: readonly BucketCount[], share: number): number | null {
  const sorted = [...counts].sort((a, b) => a.bucket - b.bucket);
  const total = sorted.reduce((sum, { calls }) => sum + calls, 0);
  if (total === 0) return null;
  let below = 0;
  for (const { bucket, calls } of sorted) {
    below += calls;
    if (below >= total * share) return Math.round(BUCKET_RATIO ** (bucket + 0.5));
  }
  return null;
}
