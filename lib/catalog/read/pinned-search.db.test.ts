/** Searches of projects that stay at older versions. The index knows only the latest version. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { findTools } from "./find-tools";
import type { VersionChoice } from "./resolve-version";
import { compiled, load, mail, PROJECT, tool, toolkit } from "@/test/builders/catalog";

const [first, second, third] = ["20260401_00", "20260501_00", "20260601_00"];
const crows = (version: string, ...tools: ReturnType<typeof tool>[]) =>
  load(mail, compiled(toolkit("crows", version, tools)));

async function search(version: string | undefined, includeDeprecated?: boolean): Promise<string[]> {
  const versions: VersionChoice = version === undefined ? {} : { asked: { crows: version } };
  const { items, total_items: total } = await findTools(PROJECT, {
    search: "count crows",
    toolkitSlugs: ["crows"],
    includeDeprecated,
    versions,
    limit: 5,
  });
  expect(total).toBe(items.length);
  return items.map((item) => `${item.slug} ${item.version}`).sort();
}

it("find what is deprecated in the latest version only, where an earlier one without deprecated tools is asked for", async () => {
  await crows(first, tool("CROWS_COUNT"), tool("CROWS_RING"));
  await crows(second, tool("CROWS_COUNT", { deprecated: true }), tool("CROWS_RING"));
  expect(await search(first, false)).toEqual([`CROWS_COUNT ${first}`, `CROWS_RING ${first}`]);
  expect(await search(first)).toHaveLength(2);
  for (const version of [undefined, second]) {
    expect(await search(version, false)).toEqual([`CROWS_RING ${second}`]);
    expect(await search(version)).toHaveLength(2);
  }
  await crows(third, tool("CROWS_COUNT", { deprecated: true }));
  expect(await search(third, false)).toEqual([]);
  expect(await search(first, false)).toEqual([`CROWS_COUNT ${first}`]);
});

it("goes on behind the page where the index still knows a tool that is gone", async () => {
  const gulls = [1, 2, 3, 4].map((index) => tool(`GULLS_COUNT_${index}`, { name: "Count gulls" }));
  await load(mail, compiled(toolkit("gulls", first, gulls)));
  await db.tool.deleteMany({ where: { slug: "GULLS_COUNT_2" } });
  const slugs: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 5; page += 1) {
    const list = await findTools(PROJECT, { search: "count gulls", toolkitSlugs: ["gulls"], limit: 1, cursor });
    slugs.push(...list.items.map(({ slug }) => slug));
    if (!list.next_cursor) break;
    cursor = list.next_cursor;
  }
  expect(slugs).toEqual(["GULLS_COUNT_1", "GULLS_COUNT_3", "GULLS_COUNT_4"]);
});
