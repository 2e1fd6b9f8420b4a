/**
 * Which interpreter at the gateway belongs to a session. This is stored in the database, because all copies of the app
 * use the gateway: after starting one, a copy checks there whether it was the first.
 */
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { db } from "@/lib/kernel/database/db";
import type { LostVariables, Owner } from "../run-answer";

export type KernelRow = {
  owner: Owner;
  kernelId: string;
  names: string[];
  startedAt: Date;
  usedAt: Date;
  runningUntil: Date | null;
};

const OF_SESSION = statement({
  name: "workbench.kernel",
  text: `UPDATE workbench_kernel SET used_at = clock_timestamp()
    WHERE project_id = $1 AND session_id = $2 AND kernel_id IS NOT NULL RETURNING kernel_id`,
  columns: { kernel_id: "text?" },
});

/** The session's interpreter, which is in use now; undefined where it has none. */
export async function findKernel({ projectId, sessionId }: Owner): Promise<string | undefined> {
  const [row] = await rowsOf(OF_SESSION, [projectId, sessionId]);
  return row?.kernel_id ?? undefined;
}

const CLAIM = statement({
  name: "workbench.claim-kernel",
  text: `INSERT INTO workbench_kernel (project_id, session_id, kernel_id, names, lost_names) VALUES ($1, $2, $3, '{}', '{}')
    ON CONFLICT (project_id, session_id) DO UPDATE SET kernel_id = $3, names = '{}',
      started_at = clock_timestamp(), used_at = clock_timestamp(), running_until = NULL
    WHERE workbench_kernel.kernel_id IS NULL RETURNING kernel_id`,
  columns: { kernel_id: "text?" },
});

/** Makes an interpreter the session's. False where another copy of the app was first. */
export const claimKernel = ({ projectId, sessionId }: Owner, kernelId: string): Promise<boolean> =>
  db.$transaction(async (tx) => (await rowsIn(tx, CLAIM, [projectId, sessionId, kernelId])).length > 0);

const LOSE = statement({
  name: "workbench.lose-kernel",
  text: `UPDATE workbench_kernel SET kernel_id = NULL, names = '{}', running_until = NULL,
      lost_reason = CASE WHEN cardinality(names) > 0 THEN $4 ELSE lost_reason END,
      lost_names = CASE WHEN cardinality(names) > 0 THEN names ELSE lost_names END,
      lost_at = CASE WHEN cardinality(names) > 0 THEN clock_timestamp() ELSE lost_at END
    WHERE project_id = $1 AND session_id = $2 AND kernel_id = $3 RETURNING kernel_id`,
  columns: { kernel_id: "text?" },
});

/** Takes an interpreter from its session, and notes what is gone with it. False where somebody else has done so. */
export const loseKernel = ({ projectId, sessionId }: Owner, kernelId: string, reason: string): Promise<boolean> =>
  db.$transaction(async (tx) => (await rowsIn(tx, LOSE, [projectId, sessionId, kernelId, reason])).length > 0);

const FORGET_NAMES = statement({
  name: "workbench.lose-variables",
  text: `UPDATE workbench_kernel SET names = '{}', lost_reason = $4, lost_names = names, lost_at = clock_timestamp()
    WHERE project_id = $1 AND session_id = $2 AND kernel_id = $3 AND cardinality(names) > 0 RETURNING kernel_id`,
  columns: { kernel_id: "text?" },
});

/** Records that an interpreter was restarted and has lost its variables. */
export async function loseVariables(owner: Owner, kernelId: string, reason: string): Promise<void> {
  const { projectId, sessionId } = owner;
  await db.$transaction((tx) => rowsIn(tx, FORGET_NAMES, [projectId, sessionId, kernelId, reason]));
}

const TAKE_LOSS = statement({
  name: "workbench.take-loss",
  text: `WITH before AS (SELECT lost_reason, lost_names, lost_at FROM workbench_kernel WHERE project_id = $1 AND session_id = $2 FOR UPDATE)
    UPDATE workbench_kernel SET lost_reason = NULL, lost_names = '{}', lost_at = NULL FROM before
    WHERE project_id = $1 AND session_id = $2 AND before.lost_reason IS NOT NULL
    RETURNING before.lost_reason, before.lost_names, before.lost_at`,
  columns: { lost_reason: "text?", lost_names: "text[]?", lost_at: "timestamptz?" },
});

/** The loss that the next answer reports; returned once. */
export async function takeLoss({ projectId, sessionId }: Owner): Promise<LostVariables | null> {
  const [row] = await db.$transaction((tx) => rowsIn(tx, TAKE_LOSS, [projectId, sessionId]));
  if (!row?.lost_reason) return null;
  return { reason: row.lost_reason, variables: row.lost_names ?? [], at: row.lost_at ?? new Date(0) };
}

/** The loss that no answer has reported yet. */
export async function findLossAtGateway({ projectId, sessionId }: Owner): Promise<LostVariables | null> {
  const row = await db.workbenchKernel.findUnique({ where: { projectId_sessionId: { projectId, sessionId } } });
  if (!row?.lostReason) return null;
  return { reason: row.lostReason, variables: row.lostNames, at: row.lostAt ?? new Date(0) };
}

const BEGIN = statement({
  name: "workbench.kernel-begins",
  text: `UPDATE workbench_kernel SET used_at = clock_timestamp(),
      running_until = greatest(running_until, clock_timestamp() + make_interval(secs => $4))
    WHERE project_id = $1 AND session_id = $2 AND kernel_id = $3 RETURNING kernel_id`,
  columns: { kernel_id: "text?" },
});

/** Notes that something runs in it, so that no copy of the app puts it away meanwhile. */
export async function noteRun({ projectId, sessionId }: Owner, kernelId: string, seconds: number): Promise<void> {
  await db.$transaction((tx) => rowsIn(tx, BEGIN, [projectId, sessionId, kernelId, seconds]));
}

const END = statement({
  name: "workbench.kernel-ends",
  text: `UPDATE workbench_kernel SET used_at = clock_timestamp(), running_until = NULL, names = coalesce($4, names)
    WHERE project_id = $1 AND session_id = $2 AND kernel_id = $3 RETURNING kernel_id`,
  columns: { kernel_id: "text?" },
});

/** Notes the end of a run. @param names its variables then; null where nobody knows them */
export async function noteEnd(
  { projectId, sessionId }: Owner,
  kernelId: string,
  names: readonly string[] | null,
): Promise<void> {
  await db.$transaction((tx) => rowsIn(tx, END, [projectId, sessionId, kernelId, names]));
}

const LIST = statement({
  name: "workbench.kernels",
  text: `SELECT project_id, session_id, kernel_id, names, started_at, used_at,
      CASE WHEN running_until > clock_timestamp() THEN running_until END AS running_until
    FROM workbench_kernel WHERE kernel_id IS NOT NULL AND ($1::text IS NULL OR project_id = $1) ORDER BY used_at DESC LIMIT 1000`,
  columns: {
    project_id: "text",
    session_id: "text",
    kernel_id: "text?",
    names: "text[]?",
    started_at: "timestamptz",
    used_at: "timestamptz",
    running_until: "timestamptz?",
  },
});

/** The interpreters of all copies of the app: one project's, or all. */
export const listKernels = async (projectId: string | null): Promise<KernelRow[]> =>
  (await rowsOf(LIST, [projectId])).map((row) => ({
    owner: { projectId: row.project_id, sessionId: row.session_id },
    kernelId: row.kernel_id ?? "",
    names: row.names ?? [],
    startedAt: row.started_at,
    usedAt: row.used_at,
    runningUntil: row.running_until,
  }));

const LIST_OWNERS = statement({
  name: "workbench.known-sessions",
  text: `SELECT project_id, session_id FROM workbench_kernel
    WHERE used_at < clock_timestamp() - make_interval(secs => $1) ORDER BY used_at LIMIT 500`,
  columns: { project_id: "text", session_id: "text" },
});

/** Sessions that have something at the gateway, and were not used for a time. */
export const listKnown = async (unusedMs: number): Promise<Owner[]> =>
  (await rowsOf(LIST_OWNERS, [unusedMs / 1000])).map((row) => ({
    projectId: row.project_id,
    sessionId: row.session_id,
  }));

/** At most `most` sessions of a project that can have an interpreter or files at the gateway. */
export const listOwners = (projectId: string, most: number): Promise<Owner[]> =>
  db.workbenchKernel.findMany({ where: { projectId }, select: { projectId: true, sessionId: true }, take: most });

/** Forgets a session. */
export const dropKernelRow = ({ projectId, sessionId }: Owner): Promise<unknown> =>
  db.workbenchKernel.deleteMany({ where: { projectId, sessionId } });
