/** Versions that projects stay at, and versions that this server does not have. */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { catalogApi } from "../contract";
import { VERSIONS_KEPT } from "../load/kept-versions";
import { catalog } from "./catalog";
import { requireChosenTool } from "./chosen-tool";
import { findToolTexts, findTools } from "./find-tools";
import { PINNED, type VersionChoice } from "./resolve-version";
import { requireToolkit } from "./find-toolkits";
import { compiled, load, mail, PROJECT, tool, toolkit } from "@/test/builders/catalog";

const [first, second] = ["20260401_00", "20260501_00"];
let before: VersionChoice;
let after: VersionChoice;

/** The first version has NEWS_NOW and NEWS_OLD, the second one NEWS_NOW and NEWS_LIVE. */
beforeAll(async () => {
  await load(
    mail,
    compiled(
      toolkit("news", first, [
        tool("NEWS_NOW", { description: "First" }),
        tool("NEWS_OLD", { aliases: ["NEWS_AGED"] }),
      ]),
    ),
  );
  await load(mail, compiled(toolkit("news", second, [tool("NEWS_NOW", { description: "Second" }), tool("NEWS_LIVE")])));
  const [then, now] = (await requireToolkit(PROJECT, "news")).versionsSince;
  before = { omitted: PINNED, asOf: then?.since };
  after = { omitted: PINNED, asOf: now?.since };
});

const slugsOf = async (versions: VersionChoice, more = {}): Promise<string[]> =>
  (await findTools(PROJECT, { toolkitSlugs: ["news"], versions, limit: 20, ...more })).items.map(({ slug }) => slug);

describe("a project", () => {
  it("stays at the versions that were the latest when it was made, in lists and for single tools", async () => {
    expect(await slugsOf(before)).toEqual(["NEWS_NOW", "NEWS_OLD"]);
    expect(await slugsOf(before, { toolkitSlugs: ["news", "mail"], limit: 2 })).toEqual(["MAIL_SEND", "NEWS_NOW"]);
    expect(
      await slugsOf(before, { toolkitSlugs: undefined, toolSlugs: ["NEWS_NOW", "NEWS_OLD", "NEWS_LIVE"] }),
    ).toEqual(["NEWS_NOW", "NEWS_OLD"]);
    expect((await requireChosenTool(PROJECT, "NEWS_NOW", before)).tool.description).toBe("First");
    for (const name of ["NEWS_OLD", "NEWS_AGED", "news_old"])
      expect((await requireChosenTool(PROJECT, name, before)).tool).toMatchObject({ slug: "NEWS_OLD", version: first });
  });

  it("gets the latest versions where it was made later, or asks for them", async () => {
    for (const versions of [after, { ...before, asked: "latest" }, {}]) {
      expect(await slugsOf(versions)).toEqual(["NEWS_NOW", "NEWS_LIVE"]);
      expect((await requireChosenTool(PROJECT, "NEWS_NOW", versions)).tool.description).toBe("Second");
      await expect(requireChosenTool(PROJECT, "NEWS_OLD", versions)).rejects.toMatchObject({ status: 404 });
    }
    expect((await requireChosenTool(PROJECT, "NEWS_NOW", { asked: PINNED, asOf: before.asOf })).tool.version).toBe(
      first,
    );
  });

  it("can call a tool that is newer than its version, and is told; 404 where it is strict", async () => {
    const { tool: live, missing } = await requireChosenTool(PROJECT, "NEWS_LIVE", before);
    expect([live.version, missing]).toEqual([second, { name: "NEWS_LIVE", asked: first, used: second }]);
    await expect(requireChosenTool(PROJECT, "NEWS_LIVE", { ...before, strict: true })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("a version that is not there", () => {
  const foreign = { asked: "20250909_00" };

  it("is answered with the latest, and named", async () => {
    const missing = { name: "news", asked: "20250909_00", used: second };
    expect(await requireChosenTool(PROJECT, "NEWS_NOW", foreign)).toMatchObject({ tool: { version: second }, missing });
    const texts = await findToolTexts(PROJECT, { toolkitSlugs: ["news"], versions: foreign, limit: 20 });
    expect([texts.page.total_items, texts.missing]).toEqual([2, [missing]]);
    const map = { asked: { news: "20250909_00" } };
    expect((await findToolTexts(PROJECT, { versions: map, limit: 50 })).missing).toEqual([missing]);
    expect((await findToolTexts(PROJECT, { toolkitSlugs: ["mail"], versions: map, limit: 50 })).missing).toEqual([]);
  });

  it("404: is refused where the project is strict, or where it is no version at all", async () => {
    for (const choice of [{ ...foreign, strict: true }, { asked: "lastest" }]) {
      await expect(requireChosenTool(PROJECT, "NEWS_NOW", choice)).rejects.toMatchObject({
        status: 404,
        details: { suggestedFix: expect.stringContaining(second) as string },
      });
      expect(await slugsOf(choice)).toEqual([]);
    }
  });
});

describe("an own toolkit", () => {
  it("stays at a version as those of the catalog do", async () => {
    const ownToolkit = {
      projectId: PROJECT,
      toolkitSlug: "ownnews",
      slug: "OWNNEWS_GET",
      name: "",
      description: "",
      inputSchema: { type: "object", properties: {} },
      outputSchema: {},
      run: {},
    };
    const versionsSince = [
      { version: first, since: "2026-04-01T00:00:00.000Z" },
      { version: second, since: "2026-05-01T00:00:00.000Z" },
    ];
    await db.toolkit.create({
      data: {
        id: "ownnews_id",
        projectId: PROJECT,
        slug: "ownnews",
        name: "Own",
        description: "",
        authSchemes: [],
        version: second,
        availableVersions: [second, first],
        hash: "",
        versionsSince,
      },
    });
    await db.tool.create({ data: { ...ownToolkit, id: "own1", version: first, isLatest: false } });
    await db.tool.create({ data: { ...ownToolkit, id: "own2", version: second, isLatest: true } });
    const april = { omitted: PINNED, asOf: "2026-04-10T00:00:00Z" } as const;
    expect((await requireChosenTool(PROJECT, "OWNNEWS_GET", april)).tool.version).toBe(first);
    expect((await requireChosenTool(PROJECT, "OWNNEWS_GET", {})).tool.version).toBe(second);
    const { items } = await findTools(PROJECT, { toolkitSlugs: ["ownnews"], versions: april, limit: 5 });
    expect(items.map(({ version }) => version)).toEqual([first]);
    await expect(requireChosenTool("proj_other", "OWNNEWS_GET", april)).rejects.toMatchObject({ status: 404 });
    await db.tool.deleteMany({ where: { projectId: PROJECT } });
    await db.toolkit.deleteMany({ where: { projectId: PROJECT } });
  });
});

it("remembers how many tools fit under a short name, whatever a caller wrote as a version", async () => {
  const longVersion = "a version of no toolkit ".repeat(400);
  expect((await findTools(PROJECT, { versions: { asked: longVersion }, limit: 1 })).total_items).toBe(0);
  const keys = [...((await catalog()).counts?.keys() ?? [])];
  expect(keys.length).toBeGreaterThan(0);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100);
  expect(catalogApi.listTools.query?.safeParse({ toolkit_versions: longVersion }).success).toBe(false);
  expect(catalogApi.listTools.query?.safeParse({ toolkit_versions: { news: longVersion } }).success).toBe(false);
});

describe("earlier versions", () => {
  it("have an end: the last ones are kept, and who stayed at another gets the latest", async () => {
    for (let index = 1; index <= VERSIONS_KEPT; index += 1)
      await load(mail, compiled(toolkit("news", `202606${String(index).padStart(2, "0")}_00`, [tool("NEWS_NOW")])));
    const { availableVersions, versionsSince } = await requireToolkit(PROJECT, "news");
    expect(availableVersions).toHaveLength(VERSIONS_KEPT);
    expect(versionsSince.map(({ version }) => version)).toEqual([...availableVersions].reverse());
    expect(await db.tool.count({ where: { toolkitSlug: "news", version: { in: [first, second] } } })).toBe(0);
    expect((await requireChosenTool(PROJECT, "NEWS_NOW", before)).tool.version).toBe("20260610_00");
  });
});

it("an earlier version of a tool also has the names that the latest one has, so that rules with either are about both", async () => {
  await load(mail, compiled(toolkit("polls", first, [tool("POLLS_GET_V1_ITEMS")])));
  await load(mail, compiled(toolkit("polls", second, [tool("POLLS_LIST", { aliases: ["POLLS_GET_V1_ITEMS"] })])));
  for (const name of ["POLLS_GET_V1_ITEMS", "POLLS_LIST"])
    expect((await requireChosenTool(PROJECT, name, { asked: first })).tool).toMatchObject({
      slug: "POLLS_GET_V1_ITEMS",
      version: first,
      aliases: ["POLLS_LIST"],
    });
});
