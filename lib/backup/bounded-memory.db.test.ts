/** A backup and a restore of 200 MB hold a small part of it at a time, whatever is large: rows, or files. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, it } from "vitest";
import { createAnswerFile } from "@/lib/files/stored-files";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { createTestOwner } from "@/test/builders/owners";
import { backUp, newDatabase, restoreInto, runSql } from "@/test/servers/restored-server";
import { queryRows } from "@/test/setup/query-rows";

const MB = 1024 * 1024;
const ROWS = 1_500;
const ROW_BYTES = 100_000;
const FILE_BYTES = 50 * MB;
/** Far below what is written, and far above what streams of any kind hold. */
const MOST_MORE_BYTES = 100 * MB;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The largest heap and external memory while `work` runs, above what was held before it. */
async function measurePeak(work: () => Promise<unknown>): Promise<number> {
  const measure = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  collectGarbage();
  const before = measure();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, measure());
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return peak - before;
}

/** Texts that cost nothing to make; a backup reads all of their bytes. */
async function fill(): Promise<void> {
  const { projectId } = await createTestOwner();
  await queryRows(
    "test.large-rows",
    `INSERT INTO webhook_event (id, project_id, type, lane, content, bytes)
      SELECT 'msg_' || n, $1, 'composio.trigger.message', 'msg_' || n, repeat(md5(n::text), $2 / 32), $2
      FROM generate_series(1, $3) n`,
    [projectId, ROW_BYTES, ROWS],
  );
  const body = Array.from({ length: FILE_BYTES / MB }, (_, index) => Buffer.alloc(MB, index));
  await createAnswerFile(
    { projectId, toolkitSlug: "loopback", toolSlug: "LOOPBACK_READ" },
    { name: "large.bin", mimetype: "application/octet-stream", body },
  );
}

beforeAll(async () => {
  await checkSecret(findKeyIds);
  await fill();
});

it("holds less than 100 MB more while 200 MB are backed up and verified, and while they are restored", async () => {
  let file = "";
  const backupPeak = await measurePeak(async () => {
    const report = await backUp();
    expect(report).toMatchObject({ verified: true, files: 1 });
    ({ file } = report);
  });
  const url = await newDatabase("memory");
  const restorePeak = await measurePeak(async () => {
    const report = await restoreInto(url, file);
    expect(report).toMatchObject({ files: 1 });
  });
  const [row] = await runSql(url, "SELECT count(*)::int AS count, sum(length(content)) AS bytes FROM webhook_event");
  expect(row).toMatchObject({ count: ROWS });
  expect(backupPeak).toBeLessThan(MOST_MORE_BYTES);
  expect(restorePeak).toBeLessThan(MOST_MORE_BYTES);
});
