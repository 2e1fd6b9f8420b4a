/** The values that are read when metrics are asked for: the only place that knows both their names and their rooms. */
import { isDatabaseAway } from "@/lib/kernel/database/db";
import { findSealingProgress } from "@/lib/kernel/database/find-sealing-progress";
import { poolStates } from "@/lib/kernel/database/pools";
import { findQuiet } from "@/lib/kernel/database/quiet";
import { findQueueDepth } from "@/lib/kernel/jobs/find-queue-depth";
import { isQueueRunning } from "@/lib/kernel/jobs/queue";
import { cacheCounts } from "@/lib/kernel/metrics/counted-cache";
import type { Sample } from "@/lib/kernel/metrics/counter";
import { env } from "@/lib/kernel/process/env";
import { isFirstProcess, processStates } from "@/lib/kernel/process/process-place";
import { loopAges } from "@/lib/kernel/process/watch-loop";
import { VERSION } from "@/lib/kernel/process/version";
import { logState } from "@/lib/logs/record-execution";
import { type Gauge, rememberBriefly } from "@/lib/metrics/gauge";
import { findPollLag } from "@/lib/triggers/polling/find-poll-lag";
import { findDeliveryDepth } from "@/lib/webhooks/delivery/find-delivery-depth";
import { sandboxCounts } from "@/lib/workbench/sessions/capacity";

const single = (value: number): Sample[] => [{ values: [], value }];
const flag = (isTrue: boolean): Sample[] => single(isTrue ? 1 : 0);

/** A gauge of this copy without labels. */
const ofCopy = (name: string, help: string, read: () => readonly Sample[], type: Gauge["type"] = "gauge"): Gauge => ({
  name,
  help,
  labels: [],
  type,
  read,
});

/**
 * Gauges of one statement. Their values are those of the database, the same in all copies, so their names begin with
 * `patchbay_shared_`: to add them up over copies would be wrong.
 */
function shared<T extends object>(
  find: () => Promise<T>,
  gauges: readonly { name: string; help: string; labels?: readonly string[]; read: (value: T) => Sample[] }[],
): Gauge[] {
  const remember = rememberBriefly(find);
  return gauges.map(({ name, help, labels = [], read }) => ({
    name: `patchbay_shared_${name}`,
    help,
    labels,
    type: "gauge",
    read: async () => {
      const value = await remember();
      return value ? read(value) : [];
    },
  }));
}

const copy: Gauge[] = [
  {
    name: "patchbay_build_info",
    help: "Always 1; its labels are the version of the product and of Node.",
    labels: ["version", "node"],
    type: "gauge",
    read: () => [{ values: [VERSION, process.versions.node], value: 1 }],
  },
  {
    name: "patchbay_loop_age_seconds",
    help: "Time since a loop of this copy looked for work last; at 30 the copy is not ready.",
    labels: ["loop"],
    type: "gauge",
    read: () => loopAges().map(({ name, seconds }) => ({ values: [name], value: seconds })),
  },
  {
    name: "patchbay_process_running",
    help: "Whether a process of this copy runs; 0 while it is started again.",
    labels: ["process"],
    type: "gauge",
    read: () =>
      processStates().map(({ index, state }) => ({ values: [String(index)], value: Number(state === "running") })),
  },
  ofCopy("patchbay_worker_running", "Whether this copy takes jobs of every class.", () => flag(isQueueRunning())),
  {
    name: "patchbay_cache_requests_total",
    help: "Questions to the caches of this copy, by whether they had the answer.",
    labels: ["cache", "result"],
    type: "counter",
    read: () =>
      cacheCounts().flatMap(({ name, hits, misses }) => [
        { values: [name, "hit"], value: hits },
        { values: [name, "miss"], value: misses },
      ]),
  },
  ofCopy("patchbay_execution_log_waiting", "Rows of the execution log that wait for the database.", () =>
    single(logState().waiting),
  ),
  ofCopy(
    "patchbay_execution_log_dropped_total",
    "Rows of the execution log that were dropped since the start.",
    () => single(logState().dropped),
    "counter",
  ),
];

const database: Gauge[] = [
  ofCopy("patchbay_database_up", "Whether the database answers this copy.", () => flag(!isDatabaseAway())),
  {
    name: "patchbay_database_connections",
    help: "Connections of this copy's API thread to the database, by pool and state.",
    labels: ["pool", "state"],
    type: "gauge",
    read: () =>
      poolStates().flatMap(({ name, busy, idle }) => [
        { values: [name, "used"], value: busy },
        { values: [name, "idle"], value: idle },
      ]),
  },
  {
    name: "patchbay_database_connections_max",
    help: "The most connections that a pool opens.",
    labels: ["pool"],
    type: "gauge",
    read: () => poolStates().map(({ name, max }) => ({ values: [name], value: max })),
  },
  {
    name: "patchbay_database_waiting",
    help: "Callers that wait for a connection of a pool.",
    labels: ["pool"],
    type: "gauge",
    read: () => poolStates().map(({ name, waiting }) => ({ values: [name], value: waiting })),
  },
];

const sandboxes: Gauge[] = [
  {
    name: "patchbay_sandboxes",
    help: "Sandboxes of this copy: of sessions, ready for one, starting; and sessions that wait for theirs.",
    labels: ["state"],
    type: "gauge",
    read: () => Object.entries(sandboxCounts()).map(([state, value]) => ({ values: [state], value })),
  },
  ofCopy("patchbay_sandboxes_max", "Places for sandboxes in this copy.", () =>
    single(isFirstProcess() ? env().workbench.sandboxes : 0),
  ),
];

const queue = shared(findQueueDepth, [
  {
    name: "jobs",
    help: "Jobs in the database: due, running, or dead (given up), up to 100,000 in all.",
    labels: ["kind", "state"],
    read: (jobs) =>
      jobs.flatMap(({ name, due, running, dead }) => [
        { values: [name, "due"], value: due },
        { values: [name, "running"], value: running },
        { values: [name, "dead"], value: dead },
      ]),
  },
  {
    name: "jobs_oldest_due_seconds",
    help: "For how long the first due job has waited; 0 if no job is due.",
    read: (jobs) => single(Math.max(0, ...jobs.map(({ oldestSeconds }) => oldestSeconds))),
  },
]);

const deliveries = shared(findDeliveryDepth, [
  {
    name: "webhook_deliveries",
    help: "Deliveries of events that wait for an attempt; due ones could be sent now, sending ones are being sent.",
    labels: ["state"],
    read: ({ waiting, due, sending }) => [
      { values: ["waiting"], value: waiting },
      { values: ["due"], value: due },
      { values: ["sending"], value: sending },
    ],
  },
  {
    name: "webhook_oldest_due_seconds",
    help: "For how long the first due delivery has waited; 0 if none is due.",
    read: ({ oldestSeconds }) => single(oldestSeconds),
  },
]);

const polls = shared(findPollLag, [
  { name: "polls_due", help: "Polls of triggers whose time has come.", read: ({ due }) => single(due) },
  {
    name: "polls_oldest_due_seconds",
    help: "For how long the first due poll has waited or runs; 0 if none is due.",
    read: ({ oldestSeconds }) => single(oldestSeconds),
  },
]);

const sealing = shared(findSealingProgress, [
  {
    name: "sealed_values_left",
    help: "Stored values that are sealed with an earlier secret, as last counted; absent until then.",
    read: ({ left }) => (left === null ? [] : single(left)),
  },
]);

const quiet = shared(
  async () => ({ quiet: await findQuiet() }),
  [
    {
      name: "quiet",
      help: "Whether the server was restored and not woken since: it takes no jobs and delivers nothing.",
      read: ({ quiet }) => flag(quiet !== null),
    },
  ],
);

/** All of them, for one copy of the app. */
export const gauges: readonly Gauge[] = [
  ...copy,
  ...database,
  ...sandboxes,
  ...queue,
  ...deliveries,
  ...polls,
  ...sealing,
  ...quiet,
];
