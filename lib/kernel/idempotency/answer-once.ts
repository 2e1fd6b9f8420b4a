/** Requests that repeat an Idempotency-Key get the answer of the first one, in every copy of the app. */
import { createHash } from "node:crypto";
import { ApiError } from "../errors";
import { hashToken } from "../ids";
import {
  abandonRow,
  claimRow,
  failRow,
  finishRow,
  hasRow,
  LEASE_MS,
  readRow,
  releaseRow,
  renewRow,
  type KeyRow,
  type RowKey,
} from "./key-rows";
import { log, type Origin } from "../process/log";
import { processMemory } from "../process-memory";
import { memoize } from "../concurrency/memoize";
import { isObject } from "../text/is-object";

export type KeyedRequest = {
  /** The key as sent: 1 to 255 printable ASCII characters. */
  key: string;
  /** Must be equal for requests with the same key: the operation and its input, any JSON value. */
  request: unknown;
  /** The id of the work's row in the log. */
  logId: string;
  /** The request under which problems are logged. */
  on: Origin;
  /** Whether the work may be done twice without further effect. */
  repeatable: boolean;
  /** How long the answer is stored and the key is taken; 24 hours by default. */
  storedHours?: number;
  /** Whether something was sent to a provider. If not, the key stays free. */
  wasSent: () => boolean;
  /** Called once for work whose process ended before it could store the outcome. */
  onLost?: (run: { logId: string; startedAt: Date }) => Promise<void> | void;
};

/** `startedAt`: of the first request, for an answer that was stored. */
export type KeyedAnswer<T> = { answer: T; replayed: boolean; startedAt?: Date };

/** How long a repeated request waits for the first one. */
const WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 500;

type Flight = { fingerprint: string; logId: string; answer: () => Promise<KeyedAnswer<unknown>> };

/** The keys in use in this process; its callers wait for each other without asking the database. */
const flights = () => processMemory("idempotency.flights", () => new Map<string, Flight>());

/** JSON with sorted fields, because a client may write them in another order when it retries. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  ) ?? "null";

/** The same text for requests that are the same, whatever the order of their fields. */
export const fingerprintOf = (request: unknown): string =>
  createHash("sha256").update(canonical(request)).digest("hex");

const differs = () =>
  new ApiError("Conflict", "This Idempotency-Key was already used for another request.", {
    slug: "IdempotencyKeyReused",
    suggestedFix: "Send a new key for a new request; repeat a key only with the same operation and the same body.",
    headers: { "x-should-retry": "false" },
  });

const stillRunning = (logId: string) =>
  new ApiError("Conflict", `The first request with this Idempotency-Key is still running (${logId}).`, {
    slug: "IdempotencyKeyInUse",
    suggestedFix: "Send the same request with the same key again in a few seconds.",
    headers: { "x-should-retry": "true", "retry-after": "5" },
  });

const unknownOutcome = (logId: string) =>
  new ApiError(
    "Conflict",
    `The first request with this Idempotency-Key (${logId}) was cut off after it may have reached the provider, ` +
      "so its outcome is unknown. It was not sent again.",
    {
      slug: "IdempotencyOutcomeUnknown",
      suggestedFix: `Check at the provider whether it was done, see the log ${logId}; send the request with a new key only if it was not.`,
      headers: { "x-should-retry": "false" },
    },
  );

const unkept = (logId: string) =>
  new ApiError(
    "Conflict",
    `The first request with this Idempotency-Key (${logId}) has finished, but its response couldn't be stored. It was not sent again.`,
    {
      slug: "IdempotencyAnswerGone",
      suggestedFix: `Read the log ${logId} for the provider's response.`,
      headers: { "x-should-retry": "false" },
    },
  );

function placeOf(projectId: string, { key, request }: KeyedRequest): RowKey {
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key))
    throw new ApiError("BadRequest", "The header Idempotency-Key must have 1 to 255 printable ASCII characters.", {
      suggestedFix: "Send a random value such as a UUID.",
    });
  return { projectId, key: hashToken(key), fingerprint: fingerprintOf(request), owner: "" };
}

/**
 * Does the work of the first request with a key, and returns its answer to all later requests. The row is in the
 * database before the work begins. So if the process dies in between, work that is not repeatable is never done again,
 * and later requests get the error that its outcome is unknown. Keys belong to the project.
 * @throws ApiError BadRequest for a malformed key; Conflict for a key of another request (`x-should-retry: false`), for
 * a key whose first request runs longer than 30 seconds, and for a key whose outcome is unknown; and what `work` throws
 */
export async function answerOnce<T>(
  projectId: string,
  request: KeyedRequest,
  work: () => Promise<T>,
): Promise<KeyedAnswer<T>> {
  const rowKey = { ...placeOf(projectId, request), owner: request.logId };
  const name = `${projectId} ${rowKey.key}`;
  const flight = flights().get(name);
  if (flight && flight.fingerprint !== rowKey.fingerprint) throw differs();
  if (flight) {
    const { answer, startedAt } = await withinWait(flight.answer(), flight.logId);
    return { answer: answer as T, replayed: true, ...(startedAt && { startedAt }) };
  }
  const answer = memoize(() => settle(rowKey, request, work));
  flights().set(name, { fingerprint: rowKey.fingerprint, logId: request.logId, answer });
  try {
    return await answer();
  } finally {
    flights().delete(name);
  }
}

/** Whether work with this key was begun and has perhaps sent something; a key whose work sent nothing is free again. */
export const isKeyTaken = (projectId: string, key: string): Promise<boolean> => hasRow(projectId, hashToken(key));

async function withinWait<T>(work: Promise<T>, logId: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillRunning(logId)), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Takes the key, or waits for the answer of the request that has it. */
async function settle<T>(rowKey: RowKey, request: KeyedRequest, work: () => Promise<T>): Promise<KeyedAnswer<T>> {
  const ends = performance.now() + WAIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    if (await claimRow(rowKey, request)) return { answer: await run(rowKey, request, work), replayed: false };
    const row = await readRow(rowKey, request.on);
    if (row) {
      if (row.fingerprint !== rowKey.fingerprint) throw differs();
      if (row.state === "done") return { answer: answerOf<T>(row), replayed: true, startedAt: row.startedAt };
      if (row.state === "unknown" || (row.abandoned && !row.repeatable)) throw await closeLost(rowKey, request, row);
      if (performance.now() > ends) throw stillRunning(row.logId);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function answerOf<T>(row: KeyRow): T {
  const { ending } = row;
  if (!ending) throw unkept(row.logId);
  if ("error" in ending) throw new ApiError(ending.error.kind, ending.error.message, ending.error.details);
  return ending.answer as T;
}

async function closeLost(rowKey: RowKey, request: KeyedRequest, row: KeyRow): Promise<ApiError> {
  if (row.state === "running" && (await abandonRow(rowKey)))
    await request.onLost?.({ logId: row.logId, startedAt: row.startedAt });
  return unknownOutcome(row.logId);
}

/**
 * Does the work while the lease is renewed, and stores the outcome. If storing fails, this caller still gets the
 * answer.
 */
async function run<T>(rowKey: RowKey, request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  const quietly = (step: Promise<unknown>) =>
    step.catch((error: unknown) =>
      log.warn(request.on, "the state of an idempotency key could not be written", { error, log_id: request.logId }),
    );
  const lease = setInterval(() => {
    void quietly(renewRow(rowKey));
  }, LEASE_MS / 3);
  try {
    const answer = await work();
    await quietly(request.wasSent() ? finishRow(rowKey, { answer }) : releaseRow(rowKey));
    return answer;
  } catch (error) {
    if (!request.wasSent()) await quietly(releaseRow(rowKey));
    else if (error instanceof ApiError)
      await quietly(
        finishRow(rowKey, {
          error: { kind: error.kind, message: error.message, details: { ...error.details, cause: undefined } },
        }),
      );
    else await quietly(failRow(rowKey));
    throw error;
  } finally {
    clearInterval(lease);
  }
}
