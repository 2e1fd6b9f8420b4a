/**
 * Records the events of requests that arrive at the same time in one transaction, because a transaction costs more than
 * the rows that it writes. Each project has a queue of its own, so that none waits for the locks of another one.
 */
import { type Statements, inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { recordReports, type Report } from "../record-messages";

/** In this order, so that two copies of the app never wait for each other. */
const LOCK = statement({
  name: "triggers.lock-counted",
  text: `SELECT id FROM trigger_instance WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR NO KEY UPDATE`,
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
  resolve: (recorded: number) => void;
  reject: (error: unknown) => void;
};

/** Events and bytes of one transaction. A single request can have more. */
const MOST_EVENTS = 64;
const MOST_BYTES = 1024 * 1024;

const rowsOf = ({ reports }: Request) => reports.flatMap(({ rows }) => rows);

/** The requests that wait, by project. A project has a list while one of its transactions runs. */
const queues = new Map<string, Request[]>();

async function countAll(
  tx: Statements,
  projectId: string,
  reports: readonly Report[],
  recorded: readonly number[],
): Promise<void> {
  const totals = new Map<string, number>();
  for (const [index, { triggerId }] of reports.entries()) {
    const count = recorded[index] ?? 0;
    if (count > 0) totals.set(triggerId, (totals.get(triggerId) ?? 0) + count);
  }
  if (totals.size === 0) return;
  const ids = [...totals.keys()];
  if (ids.length > 1) await rowsIn(tx, LOCK, [projectId, ids]);
  await changeIn(tx, COUNT, [projectId, ids, [...totals.values()], now()]);
}

/** Writes the events of requests, all of them or none. @returns the number of new events of each request */
const write = (projectId: string, requests: readonly Request[]): Promise<number[]> =>
  inHotTransaction(async (tx) => {
    const reports = requests.flatMap((request) => request.reports);
    const recorded = await recordReports(tx, projectId, reports);
    await countAll(tx, projectId, reports, recorded);
    let next = 0;
    return requests.map((request) => request.reports.reduce((total) => total + (recorded[next++] ?? 0), 0));
  });

/** Whether the database refused a statement: nothing of its transaction was done. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^[0-9A-Z]{5}$/.test(String(error.code));

async function writeAlone(projectId: string, request: Request): Promise<void> {
  try {
    const [recorded = 0] = await write(projectId, [request]);
    request.resolve(recorded);
  } catch (error) {
    request.reject(error);
  }
}

/** If the database refuses several requests together, each is written alone: one that is bad fails no other one. */
async function writeBatch(projectId: string, requests: readonly Request[]): Promise<void> {
  const [first] = requests;
  if (first && requests.length === 1) return writeAlone(projectId, first);
  try {
    const recorded = await write(projectId, requests);
    for (const [index, { resolve }] of requests.entries()) resolve(recorded[index] ?? 0);
  } catch (error) {
    if (isRefusal(error)) for (const request of requests) await writeAlone(projectId, request);
    else for (const { reject } of requests) reject(error);
  }
}

/** Takes the first requests of a queue that fit into one transaction: at least one. */
function takeBatch(queue: Request[]): Request[] {
  let [events, bytes, count] = [0, 0, 0];
  for (const request of queue) {
    const rows = rowsOf(request);
    events += rows.length;
    bytes = rows.reduce((total, row) => total + row.bytes, bytes);
    if (count > 0 && (events > MOST_EVENTS || bytes > MOST_BYTES)) break;
    count++;
  }
  return queue.splice(0, count);
}

async function writeQueue(projectId: string, queue: Request[]): Promise<void> {
  while (queue.length > 0) await writeBatch(projectId, takeBatch(queue));
  queues.delete(projectId);
}

/**
 * Records the events of one request of a provider, all of them or none, together with those of others that wait.
 * @returns how many were new, after the commit
 */
export function recordTogether(projectId: string, reports: readonly Report[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = { reports, resolve, reject };
    const queue = queues.get(projectId);
    if (queue) return void queue.push(request);
    const started = [request];
    queues.set(projectId, started);
    void writeQueue(projectId, started);
  });
}
