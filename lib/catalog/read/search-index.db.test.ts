/** The search index in a process's memory: read again after a failure, and always from the loaded catalog. */
import { expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { load, mail, PROJECT, tool, toolkit, weather, compiled } from "@/test/builders/catalog";
import { findTools } from "./find-tools";
import { readSearchBytes } from "./read-search-bytes";
import { forgetSearch, searchTools } from "./search-tools";
import { findToolSlugs } from "./find-tool";

const findSlugs = async (search: string) =>
  (await searchTools(PROJECT, search, { limit: 10 })).hits.map(({ slug }) => slug);

it("reads the index again after a read that failed", async () => {
  forgetSearch();
  await pool().query("ALTER TABLE catalogue_search RENAME TO catalogue_search_away");
  await expect(findSlugs("mail send")).rejects.toThrow(/catalogue_search/);
  await pool().query("ALTER TABLE catalogue_search_away RENAME TO catalogue_search");
  expect((await findSlugs("mail send"))[0]).toBe("MAIL_SEND");
});

it("answers with the index before while a new one cannot be read", async () => {
  expect((await findSlugs("mail send"))[0]).toBe("MAIL_SEND");
  await load(weather, mail, compiled(toolkit("birds", "20260101_00", [tool("BIRDS_COUNT_GULLS")])));
  await pool().query("ALTER TABLE catalogue_search RENAME TO catalogue_search_away");
  expect((await findSlugs("mail send"))[0]).toBe("MAIL_SEND");
  await pool().query("ALTER TABLE catalogue_search_away RENAME TO catalogue_search");
  expect(await findSlugs("count gulls")).toContain("BIRDS_COUNT_GULLS");
  await load(weather, mail);
});

it("lists what fits best first, in pages, and nothing for words that no tool has", async () => {
  const first = await findTools(PROJECT, { search: "mail list", limit: 3 });
  expect(first.items).toHaveLength(3);
  const second = await findTools(PROJECT, { search: "mail list", limit: 3, cursor: first.next_cursor ?? "" });
  expect(second.items.map(({ slug }) => slug)).not.toContain(first.items[0]?.slug);
  expect((await findTools(PROJECT, { search: "qqqqqqqq", limit: 3 })).items).toEqual([]);
});

it("knows the slugs of all tools", async () => {
  expect(await findToolSlugs(PROJECT)).toContain("MAIL_SEND");
});

it("reads the bytes in parts, of one state even if they change meanwhile", async () => {
  const whole = await readSearchBytes();
  expect(await readSearchBytes(1_000)).toEqual(whole);
  const fill = (byte: number) => pool().query("UPDATE catalogue_search SET bytes = $1", [Buffer.alloc(9_999, byte)]);
  await fill(1);
  const reading = readSearchBytes(100);
  await fill(2);
  const bytes = await reading;
  expect(bytes).toHaveLength(9_999);
  expect(new Set(bytes).size).toBe(1);
  await pool().query("UPDATE catalogue_search SET bytes = $1", [whole]);
});
