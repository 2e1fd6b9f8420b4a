/** The server's own state, cheap enough to be asked every second. */
import type { z } from "zod";
import { findLiveVersions, type LiveVersion } from "@/lib/kernel/database/announce-copy";
import { isDatabaseAway } from "@/lib/kernel/database/db";
import { findSealingProgress } from "@/lib/kernel/database/find-sealing-progress";
import { findQuiet, type Quiet } from "@/lib/kernel/database/quiet";
import { isStorageFull } from "@/lib/kernel/database/is-storage-full";
import { isQueueRunning } from "@/lib/kernel/jobs/queue";
import { processStates } from "@/lib/kernel/process/process-place";
import { isLeaving } from "@/lib/kernel/process/lifecycle";
import { stalledLoops } from "@/lib/kernel/process/watch-loop";
import { VERSION } from "@/lib/kernel/process/version";
import type { Health } from "./contract";

/** What the workbench says of itself without being waited for. */
type Workbench = {
  status: string;
  problems: { reason: string; fix: string }[];
  notes: string[];
  limits: z.infer<typeof Health>["workbench_limits"];
};

/** What the execution log says of its buffer; `isDropping`: rows were dropped in the last minute. */
type LogState = { waiting: number; dropped: number; isDropping: boolean };

const NOTHING_WAITS: LogState = { waiting: 0, dropped: 0, isDropping: false };

type CatalogCounts = { toolkits: number; tools: number; version: string };

const CHECKING = "The server is still finding out whether this machine can run sandboxes. Ask again in some seconds.";

/** Whoever asks waits two seconds at most, also for a database that hangs. */
const PATIENCE_MS = 1_500;

type Answer = { counts: CatalogCounts } & Pick<z.infer<typeof Health>, "sealing" | "quiet" | "live_versions">;

const toQuiet = (quiet: Quiet | null): Answer["quiet"] =>
  quiet && { since: quiet.since.toISOString(), backup_made_at: quiet.madeAt.toISOString() };

/** Names of machines are not for everybody who asks. */
const toLiveVersions = (versions: readonly LiveVersion[]): Answer["live_versions"] =>
  versions.map(({ version, build, copies }) => ({ version, build, copies: copies.length }));

/** What the database says, or undefined when it does not say it in time. */
async function askDatabase(countCatalog: () => Promise<CatalogCounts>): Promise<Answer | undefined> {
  if (isDatabaseAway()) return undefined;
  const answer = findSealingProgress().then(async ({ left, countedAt }) => ({
    counts: await countCatalog(),
    live_versions: toLiveVersions(await findLiveVersions()),
    sealing: { left, counted_at: countedAt?.toISOString() ?? null },
    quiet: toQuiet(await findQuiet()),
  }));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  // What is wrong with the database stands in the log, once an outage.
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/**
 * Whether calls should come here. A full disk alone is no reason against it: all copies share the database's, what is read and
 * executed goes on, and without any copy nothing would.
 */
export const isReady = ({ database, stalled, stopping }: z.infer<typeof Health>, { isDropping }: LogState): boolean =>
  database === "ok" && !isDropping && stalled.length === 0 && !stopping;

/** Answers "degraded" rather than failing, and within two seconds: whoever asks wants to know what is broken. */
export async function readHealth(
  countCatalog: () => Promise<CatalogCounts>,
  { status: bench, problems, notes, limits }: Workbench,
  { waiting, dropped, isDropping }: LogState = NOTHING_WAITS,
): Promise<z.infer<typeof Health>> {
  const [answer, isFull] = await Promise.all([askDatabase(countCatalog), isStorageFull()]);
  const stalled = stalledLoops();
  const processes = processStates();
  const areRunning = processes.every(({ state }) => state === "running");
  return {
    status: answer && !isDropping && !isFull && areRunning && stalled.length === 0 ? "ok" : "degraded",
    version: VERSION,
    live_versions: answer?.live_versions ?? [],
    database: answer ? "ok" : "unreachable",
    storage: isFull ? "full" : "ok",
    catalog: answer?.counts ?? { toolkits: 0, tools: 0, version: "" },
    worker: isQueueRunning() ? "running" : "stopped",
    stalled,
    stopping: isLeaving(),
    processes: processes.map(({ index, state, since, restarts }) => ({
      ...{ process: index, state, restarts },
      since: new Date(since).toISOString(),
    })),
    quiet: answer?.quiet ?? null,
    sealing: answer?.sealing ?? { left: null, counted_at: null },
    execution_log: { waiting, dropped },
    workbench: bench === "available" ? "available" : "unavailable",
    workbench_problems: bench === "checking" ? [CHECKING] : problems.map(({ reason, fix }) => `${reason} ${fix}`),
    workbench_notes: notes,
    workbench_limits: limits,
  };
}
