/** Pages from memory are byte for byte the pages that are read for a request, for each project. */
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { compiled, load, mail, tool, toolkit, weather } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { deleteOverride, putOverride } from "../../change-overrides/put-override";
import { ownState } from "../own-state";
import { forgetSearch } from "../search-tools";
import { PINNED } from "../resolve-version";
import type { ToolFilter } from "../to-conditions";
import { prepareToolkit, prepareToolkits, readToolkits } from "./prepare-toolkits";
import { prepareTools, readTools, type Named } from "./prepare-tools";
import type { PreparedPage } from "./prepared-page";

const MANAGED = { state: "[]", modesOf: () => [] };
let [plain, other, owner] = ["", "", ""];

const ownRow = { projectId: "", name: "Own", description: "Own words", tags: [], aliases: [] };
const schema = { type: "object", properties: {} };
const schemas = { inputSchema: schema, outputSchema: schema, run: {} };

/** As another copy of the app does it: this copy does not learn of it, and still remembers what there was before. */
async function createElsewhere(projectId: string, slug: string): Promise<void> {
  const common = { ...ownRow, projectId };
  const versions = { version: "1", availableVersions: ["1"] };
  const { tags: _tags, aliases: _aliases, ...facts } = common;
  await db.toolkit.create({
    data: {
      ...{ ...facts, ...versions, id: `toolkit-${slug}`, slug, kind: "custom", categories: ["popular"], hash: "" },
      authSchemes: [],
      meta: { hosts: [], headers: {}, attribution: [] },
    },
  });
  await createToolRow(projectId, slug, `${slug.toUpperCase()}_DO`);
}

async function createOwnToolkit(projectId: string, slug: string): Promise<void> {
  await createElsewhere(projectId, slug);
  forgetSearch();
}

async function createToolRow(projectId: string, toolkitSlug: string, slug: string): Promise<void> {
  const data = { ...ownRow, projectId, ...schemas, id: `tool-${slug}`, slug, toolkitSlug, scopes: [] };
  await db.tool.create({ data: { ...data, version: "1", isLatest: true } });
}

async function createOwnTool(projectId: string, toolkitSlug: string, slug: string): Promise<void> {
  await createToolRow(projectId, toolkitSlug, slug);
  forgetSearch();
}

beforeAll(async () => {
  await load(compiled(toolkit("weather", "20250101_00", [tool("WEATHER_NOW"), tool("WEATHER_OLD")])), mail);
  await load(weather, mail);
  [plain, other, owner] = (await Promise.all([1, 2, 3].map(async () => (await createTestOwner()).projectId))) as [
    string,
    string,
    string,
  ];
  await createOwnToolkit(owner, "acme");
  await putOverride(owner, "MAIL_SEND", { hidden: false, arguments: {}, description: "Only of the owner." });
});

const textOf = ({ begin, rest }: PreparedPage): string =>
  `${begin.bytes.toString()}${rest ? `],${JSON.stringify(rest).slice(1)}` : ""}`;
const itemText = (item: unknown): string => (Buffer.isBuffer(item) ? item.toString() : JSON.stringify(item));
const plainText = ({ items, ...rest }: { items: readonly unknown[] }): string =>
  `{"items":[${items.map(itemText).join()}],${JSON.stringify(rest).slice(1)}`;

const NO_NAMES: Named = { tools: undefined, toolkits: undefined };

const TRIES = 5;

/** Reads until a page is from memory. A page that is made while a change is announced is not kept, but the next is. */
async function readKept(read: () => Promise<PreparedPage>): Promise<PreparedPage[]> {
  const pages = [await read()];
  do pages.push(await read());
  while (pages.at(-1) !== pages.at(-2) && pages.length < TRIES);
  expect(pages.at(-1)).toBe(pages.at(-2));
  return pages;
}

/** The page as it comes newly made and from memory; both must be the plain one. */
async function compareTools(projectId: string, filter: ToolFilter, named = NO_NAMES): Promise<PreparedPage> {
  const { page, warnings } = await readTools(projectId, filter, named);
  const pages = await readKept(() => prepareTools(projectId, filter, named));
  for (const prepared of pages) expect([textOf(prepared), prepared.warnings]).toEqual([plainText(page), warnings]);
  return pages.at(-1) as PreparedPage;
}

const VERSIONS: ToolFilter["versions"][] = [
  undefined,
  { omitted: "latest" },
  { omitted: PINNED, asOf: "2000-01-01T00:00:00Z" },
  { omitted: PINNED, asOf: "2999-01-01T00:00:00Z" },
  { asked: "20250101_00" },
  { asked: "20250101_00", strict: true },
  { asked: { weather: "20250101_00", mail: "29990101_00" } },
];
const FILTERS: Omit<ToolFilter, "limit">[] = [
  {},
  { toolkitSlugs: ["weather"] },
  { toolkitSlugs: ["mail", "weather"] },
  { toolkitSlugs: ["acme"] },
  { toolkitSlugs: [] },
  { toolSlugs: ["MAIL_SEND", "WEATHER_TODAY", "ACME_DO", "NO_SUCH"] },
  { tags: ["important"] },
  { scopes: ["mail.send"] },
  { important: true },
  { important: false, includeDeprecated: false },
];

it.each(FILTERS)("of tools with the filter %j, in all versions, limits and projects", async (filter) => {
  const named = { tools: filter.toolSlugs, toolkits: filter.toolkitSlugs };
  for (const versions of VERSIONS)
    for (const limit of [1, 5, 1_000])
      for (const projectId of [plain, owner, other])
        await compareTools(projectId, { ...filter, versions, limit }, named);
});

it("of tools behind each cursor", async () => {
  for (const projectId of [plain, owner, other]) {
    let cursor: string | undefined;
    do {
      const { rest } = await compareTools(projectId, { limit: 7, cursor });
      cursor = rest?.next_cursor ?? undefined;
    } while (cursor);
  }
});

it.each([
  {},
  { category: "popular" },
  { category: "none,popular" },
  { category: "none" },
  { kind: "custom" as const },
  { sortBy: "alphabetically" as const },
  { authScheme: "NO_AUTH" },
  { slugs: ["mail", "acme"] },
])("of toolkits with the filter %j", async (filter) => {
  for (const projectId of [plain, owner, other])
    for (const limit of [1, 20]) {
      const { page, warnings } = await readToolkits(projectId, { ...filter, limit }, MANAGED);
      for (const prepared of await readKept(() => prepareToolkits(projectId, { ...filter, limit }, MANAGED)))
        expect([textOf(prepared), prepared.warnings]).toEqual([plainText(page), warnings]);
    }
});

it("are shared by projects without own tools and overrides, and by no other project", async () => {
  const filter = { limit: 20 };
  const [shared] = (await readKept(() => prepareTools(plain, filter, NO_NAMES))).slice(-1) as [PreparedPage];
  expect(await prepareTools(other, filter, NO_NAMES)).toBe(shared);
  const ofOwner = await prepareTools(owner, filter, NO_NAMES);
  expect(textOf(ofOwner)).toContain("Only of the owner.");
  expect(textOf(shared)).not.toMatch(/Only of the owner\.|ACME_DO/);
  expect(textOf(await prepareTools(owner, { limit: 20, toolkitSlugs: ["acme"] }, NO_NAMES))).toContain("ACME_DO");
  await expect(prepareToolkit(plain, "acme", MANAGED)).rejects.toMatchObject({ status: 404 });
  expect(textOf(await prepareToolkit(owner, "acme", MANAGED))).toContain('"slug":"acme"');
});

it("are not kept from the moment before another copy's change is noticed", async () => {
  const filter = { limit: 3, toolkitSlugs: ["brief", "acme"] };
  const read = async () => textOf(await prepareTools(owner, filter, NO_NAMES));
  await ownState(owner);
  await createElsewhere(owner, "brief");
  expect(await read()).toContain("BRIEF_DO");
  await db.tool.deleteMany({ where: { projectId: owner, toolkitSlug: "brief" } });
  await db.toolkit.deleteMany({ where: { projectId: owner, slug: "brief" } });
  forgetSearch();
  // Now the project has the same tools as before, and the same key.
  expect(await read()).not.toContain("BRIEF_DO");
});

it("of a project's own toolkit are there as soon as another copy has made it", async () => {
  const { projectId } = await createTestOwner();
  await ownState(projectId);
  await createElsewhere(projectId, "fresh");
  expect(textOf(await prepareToolkit(projectId, "fresh", MANAGED))).toContain('"slug":"fresh"');
});

it("change with each change of an override, an own tool, the catalog and the operator's apps", async () => {
  const filter = { limit: 50 };
  const read = async () => textOf(await prepareTools(other, filter, NO_NAMES));
  const before = await read();
  await putOverride(other, "WEATHER_NOW", { hidden: true, arguments: {} });
  expect(await read()).not.toContain('"slug":"WEATHER_NOW"');
  await deleteOverride(other, "WEATHER_NOW");
  expect(await read()).toBe(before);
  await createOwnToolkit(other, "later");
  expect(await read()).toContain("LATER_DO");
  await createOwnTool(other, "later", "LATER_MORE");
  expect(await read()).toContain("LATER_MORE");
  await load(weather);
  expect(await read()).not.toContain("MAIL_SEND");
  const managed = { state: "app", modesOf: () => ["OAUTH2" as const] };
  expect(textOf(await prepareToolkits(other, filter, MANAGED))).toContain('"composio_managed_auth_schemes":[]');
  expect(textOf(await prepareToolkits(other, filter, managed))).toContain('"composio_managed_auth_schemes":["OAUTH2"]');
});
