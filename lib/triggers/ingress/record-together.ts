/**
 * Records the events of requests that arrive at the same time in one transaction, because a transaction costs more than
 * the rows that it writes. Each project has a queue of its own, so that none waits for the locks of another one.
 */
import { type Statements, inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { DatabaseBusy, DatabaseTimeout, DatabaseUnavailable, StorageFull } from "@/lib/kernel/database/db-errors";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { recordReports, type Report } from "../record-messages";

/**
 * Those of the triggers that still report: one can have been deleted or switched off while its request was proven. In
 * this order, so that two copies of the app never wait for each other; before the receivers, because whoever deletes a
 * project ends its triggers first.
 */
const LOCK = statement({
  name: "triggers.lock-counted",
  text: `SELECT id FROM trigger_instance WHERE project_id = $1 AND id = ANY ($2::text[]) AND disabled_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`,
  columns: { id: "text" },
});

const COUNT = statement({
  name: "triggers.count-events",
  text: `UPDATE trigger_instance SET events_count = events_count + counted.events, last_event_at = $4::timestamptz,
      last_error = NULL, updated_at = $4::timestamptz
    FROM unnest($2::text[], $3::int[]) AS counted(id, events)
    WHERE project_id = $1 AND trigger_instance.id = counted.id`,
});

/** The reports of one request. Its answer is the number of its events that were new. */
type Request = {
  reports: readonly Report[];
  events: number;
  bytes: number;
  resolve: (recorded: number) => void;
  reject: (error: unknown) => void;
};

type Size = Pick<Request, "events" | "bytes">;

/** The most of one transaction, and of what waits in a project. What has no room is written alone. */
const MOST_TOGETHER: Size = { events: 64, bytes: 1024 * 1024 };
const MOST_WAITING: Size = { events: 256, bytes: 4 * 1024 * 1024 };
/** Requests of a batch that are written alone at the same time. */
const ALONE_AT_ONCE = 4;

const fits = (size: Size, more: Size, most: Size): boolean =>
  size.events + more.events <= most.events && size.bytes + more.bytes <= most.bytes;

const sum = (requests: readonly Request[]): Size => ({
  events: requests.reduce((total, { events }) => total + events, 0),
  bytes: requests.reduce((total, { bytes }) => total + bytes, 0),
});

/** The requests that wait, by project. A project has a list while one of its transactions runs. */
const queues = new Map<string, Request[]>();

async function countAll(tx: Statements, projectId: string, recorded: ReadonlyMap<Report, number>): Promise<void> {
  const totals = new Map<string, number>();
  for (const [{ triggerId }, count] of recorded)
    if (count > 0) totals.set(triggerId, (totals.get(triggerId) ?? 0) + count);
  if (totals.size === 0) return;
  await changeIn(tx, COUNT, [projectId, [...totals.keys()], [...totals.values()], now()]);
}

/** Writes the events of requests, all of them or none. @returns the number of new events of each request */
const write = (projectId: string, requests: readonly Request[]): Promise<number[]> =>
  inHotTransaction(async (tx) => {
    const all = requests.flatMap((request) => request.reports);
    const rows = await rowsIn(tx, LOCK, [projectId, [...new Set(all.map(({ triggerId }) => triggerId))]]);
    const triggers = new Set(rows.map(({ id }) => id));
    const reports = all.filter(({ triggerId }) => triggers.has(triggerId));
    const counts = await recordReports(tx, projectId, reports);
    const recorded = new Map(reports.map((report, index) => [report, counts[index] ?? 0]));
    await countAll(tx, projectId, recorded);
    return requests.map((request) => request.reports.reduce((sum, report) => sum + (recorded.get(report) ?? 0), 0));
  });

/** Whether nothing of a transaction was done, so that it can be tried again. */
function isRefusal(error: unknown): boolean {
  if (error instanceof DatabaseTimeout || error instanceof StorageFull) return error.done === "nothing";
  return /^\d[0-9A-Z]{4}$/.test(sqlStateOf(error));
}

const sqlStateOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Two copies of the app that take the same events in another order can wait for each other: one of them is refused. */
const DEADLOCK = "40P01";

async function writeAlone(projectId: string, request: Request, isRepeated = false): Promise<void> {
  try {
    const [recorded = 0] = await write(projectId, [request]);
    request.resolve(recorded);
  } catch (error) {
    if (!isRepeated && sqlStateOf(error) === DEADLOCK) return writeAlone(projectId, request, true);
    request.reject(error);
  }
}

async function writeEach(projectId: string, requests: readonly Request[]): Promise<void> {
  const waiting = [...requests];
  const writeNext = async (): Promise<void> => {
    for (let request = waiting.shift(); request; request = waiting.shift()) await writeAlone(projectId, request);
  };
  await Promise.all(Array.from({ length: ALONE_AT_ONCE }, writeNext));
}

/**
 * Writes the first requests of a queue. If the database refuses them together, each is written alone, and the queue
 * does not wait: one that is bad, or whose trigger is locked, delays no other one. If the database is away, everything
 * that waits is refused at once.
 */
async function writeBatch(projectId: string, queue: Request[]): Promise<void> {
  const requests = takeBatch(queue);
  try {
    const recorded = await write(projectId, requests);
    for (const [index, { resolve }] of requests.entries()) resolve(recorded[index] ?? 0);
  } catch (error) {
    if (isRefusal(error)) return void writeEach(projectId, requests);
    const isAway = error instanceof DatabaseUnavailable || error instanceof DatabaseBusy;
    for (const { reject } of [...requests, ...(isAway ? queue.splice(0) : [])]) reject(error);
  }
}

/** Takes the first requests of a queue that fit into one transaction: at least one. */
function takeBatch(queue: Request[]): Request[] {
  let [size, count] = [{ events: 0, bytes: 0 }, 0];
  for (const request of queue) {
    if (count > 0 && !fits(size, request, MOST_TOGETHER)) break;
    size = { events: size.events + request.events, bytes: size.bytes + request.bytes };
    count++;
  }
  return queue.splice(0, count);
}

async function writeQueue(projectId: string, queue: Request[]): Promise<void> {
  while (queue.length > 0) await writeBatch(projectId, queue);
  queues.delete(projectId);
}

/**
 * Records the events of one request of a provider, all of them or none, together with those of others that wait.
 * @returns how many were new, after the commit
 */
export function recordTogether(projectId: string, reports: readonly Report[]): Promise<number> {
  const rows = reports.flatMap((report) => report.rows);
  const size = { events: rows.length, bytes: rows.reduce((total, { bytes }) => total + bytes, 0) };
  return new Promise((resolve, reject) => {
    const request = { reports, ...size, resolve, reject };
    const queue = queues.get(projectId);
    if (queue && fits(sum(queue), size, MOST_WAITING)) return void queue.push(request);
    if (queue) return void writeAlone(projectId, request);
    const started = [request];
    queues.set(projectId, started);
    void writeQueue(projectId, started);
  });
}
