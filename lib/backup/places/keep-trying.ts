/** Does a request to a storage again while the storage or the network is away, for as long as a backup can wait. */
import { setTimeout as pause } from "node:timers/promises";

export type Patience = {
  /** After so long without success the error is thrown. */
  giveUpMs: number;
  firstPauseMs: number;
  /** Pauses double up to this. */
  mostPauseMs: number;
  /** How often the client of the storage itself does a request, within seconds. */
  attempts: number;
  signal?: AbortSignal | undefined;
};

/** A snapshot that is lost means a new backup, so minutes of waiting are cheaper than an error. */
export const PATIENCE: Patience = { giveUpMs: 30 * 60_000, firstPauseMs: 1_000, mostPauseMs: 30_000, attempts: 5 };

const PASSING_NAMES =
  /^(SlowDown|RequestTimeout|InternalError|ServiceUnavailable|Throttling\w*|TooManyRequests\w*|TimeoutError|AbortError)$/;
const PASSING_CODES =
  /^(ECONN(RESET|REFUSED|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN))$/;

type StorageError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Whether the same request can succeed later: the storage or the network failed, and refused nothing. */
export function isPassing(error: unknown): boolean {
  const { name, code = "", message, $metadata, cause } = error as StorageError;
  const status = $metadata?.httpStatusCode ?? 0;
  if (status >= 500 || status === 429 || status === 408) return true;
  if (PASSING_NAMES.test(name) || PASSING_CODES.test(code)) return true;
  // A response that is cut off has no code of its own.
  if (/^(aborted|socket hang up|terminated|Premature close)$/.test(message)) return true;
  return cause instanceof Error && cause !== error && isPassing(cause);
}

/**
 * @param work can run several times
 * @throws the last error, if it does not pass, after `giveUpMs`, or when `signal` aborts
 */
export async function keepTrying<Value>(work: () => Promise<Value>, patience: Patience): Promise<Value> {
  const { giveUpMs, firstPauseMs, mostPauseMs, signal } = patience;
  const since = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error) || performance.now() - since + pauseMs > giveUpMs) throw error;
    }
    await pause(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
