/** The way from the embedded PostgreSQL to one of another major version, and back: all rows, and they open. */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { db } from "@/lib/kernel/database/db";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { debianPostgres, startDebianPostgres } from "@/test/servers/debian-postgres";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import {
  backUp,
  FILE_CONTENT,
  KEY,
  newDatabase,
  newFolder,
  plant,
  restoreInto,
  runOn,
  runSql,
  type Planted,
} from "@/test/servers/restored-server";
import { readArchive } from "./archive/read-archive";
import { filePlace } from "./places/place";

const WITHOUT = "not run: no PostgreSQL of Debian's packages with another major version is installed";

const sumsOf = async (file: string) => {
  const { manifest } = await readArchive(filePlace(file).read(), KEY);
  // Which rows come first is the server's own matter.
  return { tables: manifest.tables.map(({ name, rows, bytes }) => ({ name, rows, bytes })), jobs: manifest.jobs.rows };
};

describe.skipIf(!debianPostgres)(debianPostgres ? `PostgreSQL ${debianPostgres.major}` : WITHOUT, () => {
  let provider: Provider;
  let planted: Planted;
  let other: Awaited<ReturnType<typeof startDebianPostgres>>;
  beforeAll(async () => {
    [provider, other] = [await startProvider(), await startDebianPostgres()];
    await checkSecret(findKeyIds);
    planted = await plant(provider);
    await db.$transaction((tx) => enqueue(tx, { name: "tests.wait", work: "cleaning" }, { n: 1 }, { key: "a job" }));
  });
  afterAll(() => Promise.all([provider.close(), other.stop()]));

  it("takes a backup of the embedded one, whose accounts open there, and gives one back with the same rows", async () => {
    const first = await backUp();
    await restoreInto(other.url, first.file);
    const [row] = await runSql<{ version: number }>(
      other.url,
      "SELECT current_setting('server_version_num')::int / 10000 AS version",
    );
    expect(row?.version).toBe(debianPostgres?.major);
    const second = path.join(newFolder(), "second.backup");
    const report = await runOn(other.url, "backup-child", [second]);
    expect(report).toMatchObject({ verified: true, rows: first.rows, files: 1 });
    expect(await sumsOf(second)).toEqual(await sumsOf(first.file));
    const back = await newDatabase("back");
    expect(await restoreInto(back, second)).toMatchObject({ rows: first.rows });
    for (const url of [other.url, back])
      expect(await runOn(url, "restored-child", [provider.baseUrl, JSON.stringify(planted)])).toMatchObject({
        opened: await db.connectedAccount.count(),
        account: "ACTIVE",
        execution: true,
        mcp: 200,
        secret: planted.secret,
        file: FILE_CONTENT.length,
        quiet: true,
      });
  });
});
