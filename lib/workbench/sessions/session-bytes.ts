/** Files of sessions count in the project's quota of files: of how many sessions they are makes no difference. */
import { countInQuota, keepWithinQuota } from "@/lib/files/quota";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { Owner } from "../run-answer";

const OTHERS = statement({
  name: "workbench.bytes-of-sessions",
  text: `SELECT sum(bytes)::bigint AS used FROM workbench_holder WHERE project_id = $1 AND session_id <> $2`,
  columns: { used: "int8?" },
});
const NOTE = statement({
  name: "workbench.note-bytes",
  text: "UPDATE workbench_holder SET bytes = $3::bigint WHERE project_id = $1 AND session_id = $2",
});

countInQuota("workbench", async (tx, projectId, except) => {
  const [row] = await rowsIn(tx, OTHERS, [projectId, except]);
  return Number(row?.used ?? 0);
});

/**
 * Reserves the bytes of a session's files, if the project's quota allows it. Concurrent uploads of one project do not
 * reserve the same bytes.
 * @param bytes of all files of the session
 * @throws ApiError PayloadTooLarge
 */
export const reserveBytes = ({ projectId, sessionId }: Owner, name: string, bytes: number): Promise<void> =>
  keepWithinQuota(projectId, { id: sessionId, name, size: bytes }, (tx) =>
    changeIn(tx, NOTE, [projectId, sessionId, bytes]).then(() => undefined),
  );

/** Notes what the files of a session take. */
export async function noteBytes({ projectId, sessionId }: Owner, bytes: number): Promise<void> {
  await rowsOf(NOTE, [projectId, sessionId, bytes]);
}
