/** The pause that a server asks for before a request is repeated. Pure. */

/**
 * The milliseconds to wait that a Retry-After header asks for, in seconds or as a date (RFC 9110, 10.2.3); undefined
 * without a header.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - nowMs, 0);
}
