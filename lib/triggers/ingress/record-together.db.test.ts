/** Events of requests that arrive at the same time, on a real database: each once, in order, whatever the others do. */
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { background } from "@/lib/kernel/process/log";
import { newId } from "@/lib/kernel/ids";
import { queryRows } from "@/test/setup/query-rows";
import { toRows } from "../record-messages";
import { recordTogether } from "./record-together";

const ON = background("test");
let projectId: string;
type Place = { id: string; projectId: string };

const listener = (place: Place) => ({
  ...{ ...place, slug: "LOOPBACK_PARCEL_ARRIVED", version: "1", toolkitSlug: "loopback", userId: "ada" },
  ...{ accountId: "ca_1", authConfigId: "ac_1", ownerKey: null, egressUrl: null, config: {} },
});

async function newTrigger(project = projectId): Promise<Place> {
  const place = { id: newId("trigger"), projectId: project };
  const { ownerKey: _, ...row } = listener(place);
  await db.triggerInstance.create({ data: { ...row, configHash: place.id } });
  return place;
}

/** The report of a request with these numbers as events of a trigger; the number is the id of the event. */
const toReport = async (place: Place, numbers: readonly number[]) => ({
  triggerId: place.id,
  rows: await toRows(
    listener(place),
    numbers.map((number) => ({ id: String(number), payload: { number }, original: { number } })),
  ),
  on: ON,
});

const send = async (place: Place, ...numbers: number[]) =>
  recordTogether(place.projectId, [await toReport(place, numbers)]);

const eventsOf = ({ id }: Place): Promise<{ id: string }[]> =>
  queryRows<{ id: string }>(
    "test.together",
    "SELECT id FROM webhook_event WHERE project_id = $1 AND trigger_id = $2 ORDER BY seq",
    [projectId, id],
  );

const countOf = async ({ id }: Place): Promise<number> =>
  (await db.triggerInstance.findUniqueOrThrow({ where: { id } })).eventsCount;

beforeEach(() => {
  projectId = newId("project");
});

describe("requests that arrive at the same time", () => {
  it("are each answered with their own number of new events", async () => {
    const [first, second] = [await newTrigger(), await newTrigger()];
    const answers = await Promise.all([
      send(first, 1),
      send(first, 2, 3),
      send(second, 1),
      send(first, 2),
      send(first, 1),
    ]);
    expect(answers).toEqual([1, 2, 1, 0, 0]);
    expect([await countOf(first), await countOf(second)]).toEqual([3, 1]);
    expect([(await eventsOf(first)).length, (await eventsOf(second)).length]).toEqual([3, 1]);
  });

  it("keep their order in a lane", async () => {
    const trigger = await newTrigger();
    const reports = await Promise.all(Array.from({ length: 60 }, (_, number) => toReport(trigger, [number])));
    await Promise.all(reports.map((report) => recordTogether(projectId, [report])));
    expect((await eventsOf(trigger)).map(({ id }) => id)).toEqual(
      reports.flatMap(({ rows }) => rows.map(({ id }) => id)),
    );
  });

  it("are all written where more wait than a queue holds, and large ones too", async () => {
    const trigger = await newTrigger();
    const numbers = Array.from({ length: 600 }, (_, number) => number);
    const large = Array.from({ length: 200 }, (_, number) => 1_000 + number);
    const answers = await Promise.all([...numbers.map((number) => send(trigger, number)), send(trigger, ...large)]);
    expect(answers.slice(0, 600).every((recorded) => recorded === 1)).toBe(true);
    expect(answers.at(-1)).toBe(200);
    expect([await countOf(trigger), (await eventsOf(trigger)).length]).toEqual([800, 800]);
  });

  it("are written although another one of them is refused", async () => {
    const trigger = await newTrigger();
    const bad = await toReport(trigger, [9]);
    const [row] = bad.rows;
    const broken = { ...bad, rows: row ? [{ ...row, type: null as unknown as string }] : [] };
    const results = await Promise.allSettled([
      send(trigger, 0),
      send(trigger, 1),
      recordTogether(projectId, [broken]),
      send(trigger, 2),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect([await countOf(trigger), (await eventsOf(trigger)).length]).toEqual([3, 3]);
    expect(await send(trigger, 3)).toBe(1);
  });

  it("are not written for a trigger that was switched off or deleted while they were proven", async () => {
    const [working, disabled, deleted] = [await newTrigger(), await newTrigger(), await newTrigger()];
    await db.triggerInstance.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    await db.triggerInstance.delete({ where: { id: deleted.id } });
    const reports = await Promise.all([disabled, working, deleted].map((place) => toReport(place, [1, 2])));
    expect(await Promise.all([recordTogether(projectId, reports), send(disabled, 3), send(working, 3)])).toEqual([
      2, 0, 1,
    ]);
    expect(
      await Promise.all([disabled, working, deleted].map(async (place) => (await eventsOf(place)).length)),
    ).toEqual([0, 3, 0]);
  });

  it("do not wait for those of another project", async () => {
    const [locked, free] = [await newTrigger(), await newTrigger(newId("project"))];
    const other = new pg.Client(process.env.DATABASE_URL);
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT id FROM trigger_instance WHERE id = $1 FOR UPDATE", [locked.id]);
    const waiting = send(locked, 1);
    expect(await send(free, 1)).toBe(1);
    await other.end();
    expect([await waiting, await countOf(locked), await countOf(free)]).toEqual([1, 1, 1]);
  });
});
