/** Polls that compare each look with the look before, among them those of Airtable and Google Sheets. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTriggers } from "@/lib/catalog/triggers/read-triggers";
import { Poll, type TriggerRun } from "@/lib/catalog/trigger-type";
import type { ProviderAnswer } from "../provider/open-asking";
import { inRoot } from "@/scripts/paths.mjs";
import { look } from "./look";
import type { PollCursor } from "./next-page";

const { triggers } = readTriggers(inRoot(), new Set(readdirSync(inRoot("toolkits"))));

const requireRun = (slug: string): TriggerRun & { poll: Poll } => {
  const run = triggers.find((type) => type.slug === slug)?.run;
  if (!run?.poll) throw new Error(`${slug} is not polled`);
  return run as TriggerRun & { poll: Poll };
};

/** A trigger that looks again and again; each look gives its events. */
function lookAt(run: TriggerRun & { poll: Poll }, config: Record<string, unknown> = {}) {
  let cursor: PollCursor | null = null;
  return async (data: unknown): Promise<{ id: string; payload: Record<string, unknown> }[]> => {
    const ask = (): Promise<ProviderAnswer> => Promise.resolve({ status: 200, headers: {}, data });
    const events: { id: string; payload: Record<string, unknown> }[] = [];
    const looking = { run, config, connection: {}, ask, nowMs: () => 1_764_590_400_000, untilMs: Infinity };
    for await (const step of look(looking, cursor)) {
      events.push(...step.found);
      cursor = JSON.parse(JSON.stringify(step.cursor)) as PollCursor;
    }
    return events;
  };
}

const plain = (diff: object, more: object = {}) =>
  lookAt({
    when: [],
    hookEvents: [],
    payload: [
      { name: "what", from: "{change}" },
      { name: "id", from: "id" },
    ],
    poll: Poll.parse({ request: { path: "/" }, items: "items", all: true, id: "{item.form}", diff, ...more }),
  });

const payloadsOf = (events: { payload: Record<string, unknown> }[]) => events.map(({ payload }) => payload);

const EVERY = { of: "{item.id}", events: ["added", "modified", "deleted"] };

describe("a poll that compares", () => {
  it("says what was added, modified and deleted since the last look, and nothing of the first one", async () => {
    const find = plain(EVERY);
    expect(await find({ items: [{ id: "a", form: 1 }, { id: "b" }] })).toEqual([]);
    expect(payloadsOf(await find({ items: [{ id: "a", form: 2 }, { id: "c" }] }))).toEqual([
      { what: "modified", id: "a" },
      { what: "added", id: "c" },
      { what: "deleted", id: "b" },
    ]);
    expect(await find({ items: [{ id: "c" }, { id: "a", form: 2 }] })).toEqual([]);
  });

  it("reports a change back, and each under an id of its own", async () => {
    const find = plain({ ...EVERY, words: { modified: "renamed" } });
    const ids: string[] = [];
    await find({ items: [{ id: "a", form: 1 }] });
    for (const items of [[{ id: "a", form: 2 }], [{ id: "a", form: 1 }], [], [{ id: "a", form: 1 }], []])
      ids.push(...(await find({ items })).map(({ id }) => id));
    expect(new Set(ids).size).toBe(5);
    expect(payloadsOf(await plain({ ...EVERY })({ items: [] }))).toEqual([]);
  });

  it("leaves out kinds that nobody wants, and remembers them all the same", async () => {
    const find = plain({ of: "{item.id}", events: ["modified"] });
    await find({ items: [] });
    expect(await find({ items: [{ id: "a", form: 1 }] })).toEqual([]);
    expect(payloadsOf(await find({ items: [{ id: "a", form: 2 }] }))).toEqual([{ what: "modified", id: "a" }]);
  });

  it("knows nothing of deleted items of a list that was not read to its end", async () => {
    const find = plain(EVERY);
    const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => ({ id: `i${from + n}` }));
    await find({ items: many(0, 10) });
    expect((await find({ items: many(5, 20_001) })).some(({ payload }) => payload.what === "deleted")).toBe(false);
  });

  it("reports a thousand changes at a time, each once", async () => {
    const find = plain(EVERY);
    const items = Array.from({ length: 2500 }, (_, id) => ({ id: `i${id}` }));
    await find({ items: [] });
    const counts = [];
    for (let looks = 0; looks < 4; looks++) counts.push((await find({ items })).length);
    expect(counts).toEqual([1000, 1000, 500, 0]);
    expect((await find({ items: items.slice(2000) })).length).toBe(1000);
    expect((await find({ items: items.slice(2000) })).length).toBe(1000);
    expect(await find({ items: items.slice(2000) })).toEqual([]);
  });
});

const TABLE = { id: "tbl1", name: "People", fields: [], views: [{ id: "viw1", name: "Grid", type: "grid" }] };

describe("shipped triggers", () => {
  it("Airtable: views, tables and bases", async () => {
    const config = { baseId: "app1" };
    const slugs = ["VIEW_CREATED", "VIEW_DELETED", "VIEW_METADATA_CHANGED", "BASE_SCHEMA_CHANGED"];
    const looks = slugs.map((slug) => lookAt(requireRun(`AIRTABLE_${slug}_TRIGGER`), config));
    const views = [
      { id: "viw1", name: "All", type: "grid" },
      { id: "viw2", name: "Kanban", type: "kanban" },
    ];
    const all = async (tables: unknown[]) => {
      const payloads = [];
      for (const find of looks) payloads.push(payloadsOf(await find({ tables })));
      return payloads;
    };
    expect(await all([TABLE])).toEqual([[], [], [], []]);
    const [created, deleted, changed, schema] = await all([{ ...TABLE, views }]);
    expect(created).toEqual([expect.objectContaining({ base_id: "app1", view: views[1] })]);
    expect(deleted).toEqual([]);
    expect(changed).toEqual([expect.objectContaining({ view_id: "viw1", new_metadata: views[0] })]);
    expect(schema).toEqual([expect.objectContaining({ change_type: "table_modified", table_name: "People" })]);
    const [, deletedViews, , deletedTables] = await all([]);
    expect(deletedViews?.map(({ view }) => view)).toEqual([{ id: "viw1" }, { id: "viw2" }]);
    expect(deletedTables).toEqual([expect.objectContaining({ change_type: "table_deleted", table_id: "tbl1" })]);
  });

  it("Airtable: only views of one table", async () => {
    const find = lookAt(requireRun("AIRTABLE_VIEW_CREATED_TRIGGER"), { baseId: "app1", tableId: "tbl2" });
    const other = { ...TABLE, id: "tbl2", views: [{ id: "viw9", name: "Mine", type: "grid" }] };
    await find({ tables: [] });
    expect((await find({ tables: [TABLE, other] })).map(({ payload }) => payload.view)).toEqual([other.views[0]]);
  });

  it("Google Sheets: values that change and change back, and a row that is searched", async () => {
    const range = lookAt(requireRun("GOOGLESHEETS_CELL_RANGE_VALUES_CHANGED_TRIGGER"), { range: "A1:B2" });
    expect(await range({ range: "Sheet1!A1:B2" })).toEqual([]);
    for (const values of [[["1"]], [["2"]], [["1"]]])
      expect(payloadsOf(await range({ values }))).toEqual([expect.objectContaining({ current_values: values })]);
    expect(await range({ values: [["1"]] })).toEqual([]);
    const row = lookAt(requireRun("GOOGLESHEETS_SPREADSHEET_ROW_CHANGED_TRIGGER"), { query: "Total", range: "A:ZZ" });
    const words = async (values: string[][]) => (await row({ values })).map(({ payload }) => payload.change_type);
    expect(await words([["Name"]])).toEqual([]);
    expect(await words([["Name"], ["Total", "1"], ["Total", "9"]])).toEqual(["created"]);
    expect(await words([["Name"], ["Total", "1"], ["Total", "8"]])).toEqual([]);
    expect(await words([["Name"], ["Ada"], ["Total", "2"]])).toEqual(["updated"]);
    expect(await words([["Name"]])).toEqual(["deleted"]);
  });

  it("Google Sheets: rows above the first one that counts are no events", async () => {
    const find = lookAt(requireRun("GOOGLESHEETS_NEW_ROWS_TRIGGER"), { sheet_name: "Sheet1", start_row: 2 });
    expect(await find({})).toEqual([]);
    expect(await find({ values: [["Name"]] })).toEqual([]);
    expect((await find({ values: [["Name"], ["Ada"]] })).map(({ payload }) => payload.row_number)).toEqual([2]);
  });
});
