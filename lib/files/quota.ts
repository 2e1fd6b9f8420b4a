/** Limits the size of all files of a project together. */
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";

/** A size for people, such as "1.5 GB". */
function inWords(bytes: number): string {
  const [unit, size] =
    bytes >= 1024 ** 3
      ? (["GB", 1024 ** 3] as const)
      : bytes >= 1024 ** 2
        ? (["MB", 1024 ** 2] as const)
        : (["bytes", 1] as const);
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
}

const full = (usedBytes: number, name: string, size: number | undefined): ApiError => {
  const { projectBytes, keepDays } = env().files;
  return new ApiError(
    "PayloadTooLarge",
    `The files of this project take ${inWords(usedBytes)} of the ${inWords(projectBytes)} ` +
      `that they may take together, so there is no room for ${name}${size === undefined ? "" : ` (${inWords(size)})`}.`,
    {
      slug: "FileQuotaExceeded",
      suggestedFix:
        `Wait until older files expire (uploads after ${keepDays} days, ` +
        `answers of tools after ${Math.min(7, keepDays)}; ` +
        "GET /api/v3/files/list tells when), or let the operator raise PATCHBAY_FILE_QUOTA_MB.",
    },
  );
};

const USED_BYTES = statement({
  name: "files.used-space",
  text: `SELECT sum(GREATEST(coalesce(size, 0), coalesce(reserved, 0)))::bigint AS used FROM file
    WHERE project_id = $1 AND id <> $2`,
  columns: { used: "int8?" },
});
const LOCK = statement({
  name: "files.lock-quota",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.files:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

type Reader = Pick<Db, "$queryRawUnsafe">;
/** Counts the bytes that another room stores for a project, except those under one id. */
type Counter = (tx: Reader, projectId: string, except: string) => Promise<number>;

const counters = new Map<string, Counter>();

/** Has what another room keeps count in the quota of files, too. */
export const countInQuota = (name: string, counter: Counter): void => void counters.set(name, counter);

/** The bytes of all files of a project, including uploads that can still arrive in a bucket, except one file. */
async function usedSpace(tx: Reader, projectId: string, except = ""): Promise<number> {
  const [row] = await rowsIn(tx, USED_BYTES, [projectId, except]);
  let usedBytes = Number(row?.used ?? 0);
  for (const counter of counters.values()) usedBytes += await counter(tx, projectId, except);
  return usedBytes;
}

/**
 * The check for a content of unknown size.
 * @throws ApiError PayloadTooLarge if no space is left
 */
export async function assertSpaceLeft(projectId: string, name: string): Promise<void> {
  const usedBytes = await usedSpace(db, projectId);
  if (usedBytes >= env().files.projectBytes) throw full(usedBytes, name, undefined);
}

/**
 * Stores the size of a file with `keep`, if the project has enough space. No other process can add files of the project
 * meanwhile, so the limit is exact.
 * @throws ApiError PayloadTooLarge if there is not enough space; then `keep` was not called
 */
export async function keepWithinQuota<T>(
  projectId: string,
  { id, name, size }: { id: string; name: string; size: number },
  keep: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.$transaction(
    async (tx) => {
      await changeIn(tx, LOCK, [projectId]);
      const usedBytes = await usedSpace(tx, projectId, id);
      if (usedBytes + size > env().files.projectBytes) throw full(usedBytes, name, size);
      return keep(tx);
    },
    { maxWait: 30_000, timeout: 30_000 },
  );
}
