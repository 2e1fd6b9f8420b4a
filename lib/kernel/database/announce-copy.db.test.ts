/** Copies of several versions on one database: health lists them, and one warning follows if none of them leaves. */
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { runStops } from "../process/lifecycle";
import { log } from "../process/log";
import { VERSION } from "../process/version";
import { announceCopy, copyTimes, findLiveVersions } from "./announce-copy";
import { rowsOf, statement } from "./statement";
import { PATIENT } from "@/test/setup/patience";

const ADD = statement({
  name: "test.add-copy",
  text: `INSERT INTO app_copy (id, name, version, build, alive_until)
    VALUES ($1, $1, '0.0.9', 'older', clock_timestamp() + make_interval(secs => $2))`,
});
const END = statement({ name: "test.end-copy", text: "DELETE FROM app_copy WHERE id = $1" });
const NAMES = statement({ name: "test.names-of-copies", text: "SELECT name FROM app_copy", columns: { name: "text" } });
const ALIVE = statement({
  name: "test.alive-until",
  text: "SELECT alive_until FROM app_copy WHERE build = 'this-build'",
  columns: { alive_until: "timestamptz" },
});
/** Waits until the copy has looked at the versions at least twice, once from beginning to end. */
async function looks(): Promise<void> {
  for (const times = new Set<number>(); times.size < 4; await setTimeout(5))
    for (const row of await rowsOf(ALIVE, [])) times.add(row.alive_until.getTime());
}
const warnings = vi.spyOn(log, "warn");
const countWarnings = () => warnings.mock.calls.filter(([, text]) => text.startsWith("copies of different")).length;

afterAll(() => warnings.mockRestore());

it("a copy announces its version, and a copy that is gone is not listed", async () => {
  await rowsOf(ADD, ["gone:1", -1]);
  await rowsOf(ADD, ["killed:1", -7200]);
  copyTimes().beat = 20;
  copyTimes().differ = 0;
  await announceCopy("this-build");
  expect(await findLiveVersions()).toEqual([
    { version: VERSION, build: "this-build", copies: [expect.stringMatching(/:\d+$/)] },
  ]);
  expect(countWarnings()).toBe(0);
  const rows = await rowsOf(NAMES, []);
  expect(rows.map(({ name }) => name)).not.toContain("killed:1");
});

it("warns once of another version, and again only after it had left", async () => {
  for (const times of [1, 2]) {
    await rowsOf(ADD, ["older:1", 60]);
    await vi.waitFor(() => expect(countWarnings()).toBe(times), PATIENT);
    expect(warnings.mock.lastCall?.[2]).toMatchObject({
      versions: ["0.0.9 (older): older:1", expect.stringMatching(/ \(this-build\): .+:\d+$/)],
    });
    await looks();
    expect(countWarnings()).toBe(times);
    await rowsOf(END, ["older:1"]);
    await looks();
  }
});

it("a copy that stops takes its row along", async () => {
  await runStops(() => undefined);
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("SELECT name FROM app_copy WHERE alive_until > clock_timestamp()");
  await client.end();
  expect(rows).toEqual([]);
});
