/** The first catalog of a database is copied by two connections, and is as whole as one that replaces another. */
import { truncateSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { writeCompiled } from "@/test/catalog/install-compiled";
import { CATEGORIES, compiled, folder, tool, toolkit } from "@/test/builders/catalog";
import { installCatalog } from "./install-catalog";
import { readContents } from "./read-contents";

const TOOLKITS = 12;
const TOOLS = 5;
const slugsOf = (name: string): string[] =>
  Array.from({ length: TOOLS }, (_, place) => `${name.toUpperCase()}_${place}`);
const names = Array.from({ length: TOOLKITS }, (_, place) => `first${place}`);
const files = (version: string): string[] =>
  names.map((name) =>
    compiled(
      toolkit(
        name,
        version,
        slugsOf(name).map((slug) => tool(slug)),
      ),
    ),
  );

beforeEach(async () => {
  await db.tool.deleteMany();
  await db.toolkit.deleteMany();
  await db.catalogState.deleteMany();
});

const storedTools = async (): Promise<string[]> =>
  (await db.tool.findMany({ select: { slug: true }, where: { isLatest: true } })).map(({ slug }) => slug).sort();

it("has each tool of each toolkit once", async () => {
  const whole = await writeCompiled(path.join(folder, "whole"), files("20260101_00"), CATEGORIES);
  expect(await installCatalog(whole)).toMatchObject({ changed: TOOLKITS, toolkits: TOOLKITS, tools: TOOLKITS * TOOLS });
  expect(await storedTools()).toEqual(names.flatMap(slugsOf).sort());
});

it("is loaded after a load that failed, also in another version", async () => {
  const broken = await writeCompiled(path.join(folder, "broken-first"), files("20260101_00"), CATEGORIES);
  const { toolkits } = await readContents(broken);
  truncateSync(path.join(broken, toolkits[7]?.file ?? ""), 100);
  await expect(installCatalog(broken)).rejects.toThrow("unexpected end of file");
  expect(await db.catalogState.count()).toBe(0);
  const mended = await writeCompiled(path.join(folder, "mended"), files("20260201_00"), CATEGORIES);
  expect(await installCatalog(mended)).toMatchObject({ toolkits: TOOLKITS, tools: TOOLKITS * TOOLS });
  expect(await storedTools()).toEqual(names.flatMap(slugsOf).sort());
});

it("replaces tools that a load left whose second connection was done", async () => {
  const whole = await writeCompiled(path.join(folder, "left"), files("20260101_00"), CATEGORIES);
  await installCatalog(whole);
  await db.toolkit.deleteMany();
  await db.catalogState.deleteMany();
  await db.tool.deleteMany({ where: { toolkitSlug: { in: names.slice(5) } } });
  expect(await installCatalog(whole)).toMatchObject({ changed: TOOLKITS, tools: TOOLKITS * TOOLS });
  expect(await storedTools()).toEqual(names.flatMap(slugsOf).sort());
});
