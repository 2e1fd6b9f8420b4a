/** Holds each project to the space that its files may take together. */
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";

/** "1.5 GB"; from one megabyte on with one decimal at most. */
function inWords(bytes: number): string {
  const [unit, size] =
    bytes >= 1024 ** 3
      ? (["GB", 1024 ** 3] as const)
      : bytes >= 1024 ** 2
        ? (["MB", 1024 ** 2] as const)
        : (["bytes", 1] as const);
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
}

const full = (used: number, name: string, size: number | undefined): ApiError => {
  const { projectBytes, keepDays } = env().files;
  return new ApiError(
    "PayloadTooLarge",
    `The files of this project take ${inWords(used)} of the ${inWords(projectBytes)} that they may take together, so there is no room for ${name}${size === undefined ? "" : ` (${inWords(size)})`}.`,
    {
      slug: "FileQuotaExceeded",
      suggestedFix: `Wait until older files expire (uploads after ${keepDays} days, answers of tools after ${Math.min(7, keepDays)}; GET /api/v3/files/list tells when), or let the operator raise PATCHBAY_FILE_QUOTA_MB.`,
    },
  );
};

const USED = statement({
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

/** Bytes of all of a project's files, and of those that may still come to a bucket, one file left out. */
async function usedSpace(tx: Pick<Db, "$queryRawUnsafe">, projectId: string, except = ""): Promise<number> {
  const [row] = await rowsIn(tx, USED, [projectId, except]);
  return Number(row?.used ?? 0);
}

/**
 * For a content whose size nobody knows yet.
 * @throws ApiError PayloadTooLarge when nothing more fits
 */
export async function assertSpaceLeft(projectId: string, name: string): Promise<void> {
  const used = await usedSpace(db, projectId);
  if (used >= env().files.projectBytes) throw full(used, name, undefined);
}

/**
 * Keeps a file of a known size. `keep` writes the row's size; no other process adds to the project's files meanwhile, so
 * that the limit is never passed.
 * @throws ApiError PayloadTooLarge when it does not fit; then `keep` was not called
 */
export async function keepWithinQuota<T>(
  projectId: string,
  { id, name, size }: { id: string; name: string; size: number },
  keep: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.$transaction(
    async (tx) => {
      await changeIn(tx, LOCK, [projectId]);
      const used = await usedSpace(tx, projectId, id);
      if (used + size > env().files.projectBytes) throw full(used, name, size);
      return keep(tx);
    },
    { maxWait: 30_000, timeout: 30_000 },
  );
}
