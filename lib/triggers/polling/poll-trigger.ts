/** Polls one trigger: in one process at a time, its events and its cursor stored together. */
import { z } from "zod";
import { MissingValue } from "@/lib/catalog/event-value";
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { Poll, TriggerRun, TriggerType } from "@/lib/catalog/trigger-type";
import { resolveAccount } from "@/lib/connected-accounts/accounts/accounts";
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { toKnownError } from "@/lib/kernel/database/to-known-error";
import { declareCounter } from "@/lib/kernel/metrics/counter";
import { declareHistogram } from "@/lib/kernel/metrics/histogram";
import { CLASSES } from "@/lib/kernel/jobs/classes";
import { freeSlot, tryTakeSlot } from "@/lib/kernel/concurrency/slots";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { log, type Origin } from "@/lib/kernel/process/log";
import { cutText, storableJson } from "@/lib/kernel/text/storable";
import { now } from "@/lib/kernel/time/clock";
import { disableFor, type DisabledReason } from "../instances/switch-trigger";
import { configOf, type Trigger } from "../instances/require-trigger";
import { isReported, slowed } from "../renewal/plan-hook-renewal";
import { openAsking, ProviderRefusal } from "../provider/open-asking";
import { recordMessages } from "../record-messages";
import { tracePoll } from "./trace-poll";
import { look, type Step } from "./look";
import type { PollCursor } from "./next-page";
import { pollIn, putOff, type PollJob } from "./schedule-polls";
import { intervalOf, pauseOf, restOf, SIGNALED_SECONDS } from "./poll-times";

/** Between two steps a poll takes less; each step makes its lease longer. */
const LEASE_SECONDS = 240;
const POLL_MS = 120_000;
/** After so many failures in a row, about three days with the longest pauses, a trigger is switched off. */
const MAX_FAILURES = 80;
/** Answers that the token has ended, which a new one did not help. */
const MAX_REFUSED = 3;
const MAX_WORDS = 500;

const Payload = z.object({ projectId: z.string(), id: z.string() });

const TAKE = statement({
  name: "triggers.take-lease",
  text: `UPDATE trigger_instance SET lease_owner = $3, lease_until = now() + interval '${LEASE_SECONDS} seconds'
    WHERE project_id = $1 AND id = $2 AND disabled_at IS NULL AND (lease_until IS NULL OR lease_until < now())
    RETURNING id, clock_timestamp() AS "startedAt"`,
  columns: { id: "text", startedAt: "timestamptz" },
});
const STORE = statement({
  name: "triggers.store-step",
  text: `UPDATE trigger_instance SET cursor = $4::text::jsonb, events_count = events_count + $5::int,
      last_event_at = CASE WHEN $5::int > 0 THEN now() ELSE last_event_at END,
      lease_until = now() + interval '${LEASE_SECONDS} seconds'
    WHERE project_id = $1 AND id = $2 AND lease_owner = $3 AND lease_until > now()`,
});
/**
 * Events that no report announced show that reports do not come: the trigger is polled at its own interval until the
 * next one.
 */
const END = statement({
  name: "triggers.end-poll",
  text: `UPDATE trigger_instance SET lease_owner = NULL, lease_until = NULL, polled_at = now(), failures = $4::int, last_error = $5,
      hook_heard_at = CASE WHEN $6::int > 0 AND coalesce(signaled_at, created_at) < polled_at - interval '1 minute' THEN NULL
        ELSE hook_heard_at END
    WHERE project_id = $1 AND id = $2 AND lease_owner = $3
    RETURNING coalesce(signaled_at >= $7::timestamptz, false) AS "isSignaled", hook_ends_at AS "hookEndsAt",
      hook_heard_at AS "hookHeardAt", poll_minutes AS "pollMinutes"`,
  columns: { isSignaled: "bool", hookEndsAt: "timestamptz?", hookHeardAt: "timestamptz?", pollMinutes: "float8?" },
});

/**
 * Of this copy of the app. A project may have as many as stay free: one whose provider hangs leaves room for others.
 */
const GATE = { name: "polls", room: { total: CLASSES.polling.concurrency, share: "free" } } as const;

const polls = declareCounter({
  name: "patchbay_polls_total",
  help: "Polls of triggers in this copy; put_off: the project had reached the limit of running polls.",
  labels: ["outcome"],
});
const delays = declareHistogram(
  {
    name: "patchbay_poll_delay_seconds",
    help: "Time between the moment at which a poll was due and its start.",
    labels: [],
  },
  [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600],
);

const OWN_FAULT = "The server could not carry out the poll with what the provider answered; its log says why.";

/** Another process has the lease, or the trigger is gone: nothing of this poll counts. */
class LeaseLost extends Error {}

/** Words of others as the database takes them. */
const toError = (text: string): string => cutText(text, MAX_WORDS);

/** Stores a step: its events, and the cursor behind them. Returns the number of events. */
async function storeStep(trigger: Trigger, lease: string, step: Step, on: Origin): Promise<number> {
  const { found: events, cursor } = step;
  const { projectId, id } = trigger;
  return db.$transaction(
    async (tx) => {
      const recorded = await recordMessages(tx, trigger, events, on);
      const rowCount = await changeIn(tx, STORE, [projectId, id, lease, storableJson(cursor), recorded]);
      if (rowCount === 0) throw new LeaseLost();
      return recorded;
    },
    { timeout: 30_000 },
  );
}

/** How a poll has ended. */
type Ending = {
  failed: boolean;
  error: string | null;
  rest: number;
  refused?: boolean;
  disable?: DisabledReason;
  /** The number of its events. */
  events?: number;
  /** Whether it left something for the next poll. */
  hasMore?: boolean;
};

function toEnding(error: unknown, words: (text: string) => string): Ending {
  if (error instanceof ProviderRefusal)
    return {
      failed: true,
      error: toError(`The provider returned ${words(error.message)}`),
      rest: restOf(error.headers, now().getTime()),
      refused: error.hasTokenEnded,
    };
  if (error instanceof OutboundError) return { failed: true, error: toError(words(error.message)), rest: 0 };
  if (error instanceof MissingValue) return { failed: true, error: toError(`${error.way} has no value.`), rest: 0 };
  if (error instanceof ApiError)
    return {
      failed: true,
      error: toError(error.message),
      rest: 0,
      ...((error.details.code === 1803 || error.kind === "NotFound") && { disable: "connection_expired" as const }),
    };
  throw error;
}

const isPolled = (type: TriggerType | undefined): type is TriggerType & { run: TriggerRun & { poll: Poll } } =>
  type?.run.poll !== undefined;

async function pollOnce(trigger: Trigger, lease: string, on: Origin): Promise<Ending> {
  const type = await findTriggerType(trigger.slug, trigger.version);
  if (!isPolled(type))
    return {
      failed: true,
      error: `There is no trigger type ${trigger.slug} any more.`,
      rest: 0,
      disable: "polling_failure",
    };
  let words = (text: string): string => text;
  try {
    const account = await resolveAccount(trigger.projectId, { connectedAccountId: trigger.accountId });
    const providerClient = await openAsking(trigger.projectId, account, on);
    words = providerClient.withoutSecrets;
    const looking = {
      run: type.run,
      config: configOf(trigger),
      connection: providerClient.values,
      ask: providerClient.ask,
      nowMs: () => now().getTime(),
      untilMs: now().getTime() + POLL_MS,
    };
    let note: string | undefined;
    let [events, hasMore] = [0, false];
    for await (const step of look(looking, trigger.cursor as PollCursor | null)) {
      events += await storeStep(trigger, lease, step, on);
      note = step.note ?? note;
      hasMore = step.hasMore ?? false;
    }
    return { failed: false, error: note ?? null, rest: 0, events, hasMore };
  } catch (error) {
    return toEnding(error, words);
  }
}

/** A poll that has the lease of its trigger. */
type Lease = { lease: string; startedAt: Date };

/** Whether a poll was for a report, and found nothing of it: providers can report before their lists have an item. */
const wasInVain = ({ signaledAt, polledAt }: Trigger, { events }: Ending): boolean =>
  !events && signaledAt !== null && (polledAt === null || signaledAt > polledAt);

/** Seconds until the next poll: soon if the provider has reported something meanwhile. */
function secondsToNext(trigger: Trigger, ending: Ending, failures: number, row: StatementRow<typeof END>): number {
  if (row.isSignaled && failures === 0) return SIGNALED_SECONDS;
  // A caller can have changed it while the poll ran.
  const interval = intervalOf({ ...trigger, pollMinutes: row.pollMinutes });
  const isDone = failures === 0 && !ending.hasMore && !wasInVain(trigger, ending);
  return pauseOf(isDone && isReported(row, now()) ? slowed(interval) : interval, failures, ending.rest);
}

/** Writes how the poll ended, and when the next one is. */
async function endPoll(tx: Db, trigger: Trigger, { lease, startedAt }: Lease, ending: Ending): Promise<void> {
  const { projectId, id } = trigger;
  const failures = ending.failed ? trigger.failures + 1 : 0;
  const [row] = await rowsIn(tx, END, [projectId, id, lease, failures, ending.error, ending.events ?? 0, startedAt]);
  if (!row) return;
  const reason =
    ending.disable ??
    (ending.refused && failures >= MAX_REFUSED
      ? "subscription_auth_failure"
      : failures >= MAX_FAILURES
        ? "polling_failure"
        : undefined);
  if (reason) return disableFor(tx, trigger, reason, ending.error);
  await pollIn(tx, projectId, id, secondsToNext(trigger, ending, failures, row));
}

/** The job of one poll. It is put off while its project has reached the limit of running polls. */
export async function pollTrigger(payload: unknown, on: Origin): Promise<void> {
  const job = Payload.parse(payload);
  if (!tryTakeSlot(GATE.name, job.projectId, GATE.room)) {
    polls.add(["put_off"]);
    return putOff(job);
  }
  try {
    await pollInTurn(job, on);
  } finally {
    freeSlot(GATE.name, job.projectId);
  }
}

/** One that meets another poll of its trigger does nothing: the other writes the next job. */
async function pollInTurn({ projectId, id }: PollJob, on: Origin): Promise<void> {
  const lease = newToken("lease_");
  const [claim] = await rowsOf(TAKE, [projectId, id, lease]);
  if (!claim) return;
  const trigger = await db.triggerInstance.findFirst({ where: { projectId, id } });
  if (!trigger) return;
  if (trigger.pollAt) delays.observe([], Math.max(0, now().getTime() - trigger.pollAt.getTime()) / 1000);
  try {
    const work = () => pollOnce(trigger, lease, on).catch((error: unknown) => ofOwnFault(error, trigger, on));
    const ending = await tracePoll(trigger, on, work);
    await db.$transaction((tx) => endPoll(tx, trigger, { lease, startedAt: claim.startedAt }, ending));
    polls.add([ending.failed ? "failed" : "success"]);
    if (ending.failed) log.info(on, "a poll failed", { trigger: id, error: ending.error });
  } catch (error) {
    if (error instanceof LeaseLost) return log.info(on, "a poll lost its lease", { trigger: id });
    throw error;
  }
}

/**
 * Records a poll that this server could not finish: the trigger reports it, and is polled again later.
 * @throws LeaseLost, and errors of an unavailable database: nothing can be written then, and the job is tried again
 */
function ofOwnFault(error: unknown, { id }: Trigger, on: Origin): Ending {
  if (error instanceof LeaseLost || toKnownError(error)) throw error;
  log.error(on, "a poll could not be carried out", { trigger: id, error });
  return { failed: true, error: OWN_FAULT, rest: 0 };
}
