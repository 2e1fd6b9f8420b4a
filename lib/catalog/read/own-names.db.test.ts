/** One rule for names that both the catalog and a project have: the answers do not depend on earlier requests. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { compiled, load, mail, tool, toolkit, weather } from "@/test/builders/catalog";
import { forgetCatalog } from "./catalog";
import { findKnownTools, findToolkitSlugs } from "./find-known-tools";
import { requireChosenTool } from "./chosen-tool";
import { findTools, findToolTexts } from "./find-tools";
import { findToolScopes } from "./find-tool-scopes";
import { findCountedCategories, findToolkit, findToolkits, requireToolkit } from "./find-toolkits";
import { findTool, findToolSlugs, findToolSlugsText, requireTool } from "./find-tool";
import { diffVersions } from "./version-diff";

const [OWNER, OTHER] = ["proj_owner", "proj_stranger"];
let counter = 0;

const ownToolkit = (slug: string, versions = ["1"]) =>
  db.toolkit.create({
    data: {
      id: `own-toolkit-${String(counter++)}`,
      projectId: OWNER,
      slug,
      name: `Own ${slug}`,
      description: "",
      kind: "custom",
      categories: ["popular"],
      authSchemes: [],
      version: versions[0] ?? "1",
      availableVersions: versions,
      meta: { hosts: [], headers: {}, attribution: [] },
      hash: "",
    },
  });

const ownTool = (toolkitSlug: string, slug: string, more: object = {}) =>
  db.tool.create({
    data: {
      id: `own-tool-${String(counter++)}`,
      projectId: OWNER,
      slug,
      toolkitSlug,
      version: "1",
      isLatest: true,
      name: "Own",
      description: "Own words",
      scopes: ["own.scope"],
      tags: [],
      aliases: [],
      inputSchema: { type: "object", properties: {} },
      outputSchema: { type: "object", properties: {} },
      run: {},
      ...more,
    },
  });

beforeAll(async () => {
  await load(compiled(toolkit("weather", "20250101_00", [tool("WEATHER_NOW"), tool("WEATHER_OLD")])), mail);
  await load(weather, mail);
  await ownToolkit("mail");
  await ownTool("mail", "MAIL_OF_MINE");
  await ownToolkit("acme", ["2", "1"]);
  await ownTool("acme", "ACME_DO", { version: "2", aliases: ["ACME_OLD_NAME"] });
  await ownTool("acme", "ACME_DO", { isLatest: false });
  // Names of the catalog: a slug, an alias, a slug of an earlier version, and a slug as an alias of an own tool.
  for (const slug of ["WEATHER_NOW", "WEATHER_TODAY", "WEATHER_OLD"]) await ownTool("acme", slug);
  await ownTool("acme", "ACME_FORECAST", { aliases: ["WEATHER_WEEK"] });
});

const whose = (row: { projectId: string | null; slug: string } | null) => (row ? [row.projectId, row.slug] : null);
const errorOf = <T>(answer: Promise<T>) => answer.catch((error: unknown) => error);
const notFound = { status: 404 };

/** Each question with its answer to the owner of the toolkits and to another project. */
const QUESTIONS: [string, (project: string) => Promise<unknown>, owner: unknown, other: unknown][] = [
  ["a toolkit of both", async (p) => whose(await findToolkit(p, "Mail")), [null, "mail"], [null, "mail"]],
  ["an own toolkit", async (p) => whose(await findToolkit(p, "ACME")), [OWNER, "acme"], null],
  [
    "all toolkits",
    async (p) => (await findToolkits(p, { limit: 10 })).items.map(whose),
    [
      [null, "mail"],
      [null, "weather"],
      [OWNER, "acme"],
    ],
    [
      [null, "mail"],
      [null, "weather"],
    ],
  ],
  [
    "the numbers of the categories",
    findCountedCategories,
    [expect.objectContaining({ toolkitsCount: 3 })],
    [expect.objectContaining({ toolkitsCount: 2 })],
  ],
  [
    "a tool of both",
    async (p) => whose(await findTool(p, "WEATHER_NOW")),
    [null, "WEATHER_NOW"],
    [null, "WEATHER_NOW"],
  ],
  [
    "a tool of both in small letters",
    async (p) => whose(await requireTool(p, "weather_now")),
    [null, "WEATHER_NOW"],
    [null, "WEATHER_NOW"],
  ],
  [
    "an alias of everybody's",
    async (p) => whose(await requireTool(p, "WEATHER_TODAY")),
    [null, "WEATHER_NOW"],
    [null, "WEATHER_NOW"],
  ],
  [
    "a slug of everybody's that is an own alias",
    async (p) => whose(await requireTool(p, "WEATHER_WEEK")),
    [null, "WEATHER_WEEK"],
    [null, "WEATHER_WEEK"],
  ],
  ["a tool with such an alias", (p) => findTool(p, "ACME_FORECAST"), null, null],
  ["a name that everybody's had in an earlier version", (p) => findTool(p, "WEATHER_OLD"), null, null],
  ["a version that only the own one has", (p) => findTool(p, "WEATHER_NOW", "1"), null, null],
  [
    "a version of everybody's",
    async (p) => whose((await requireChosenTool(p, "WEATHER_NOW", { asked: { Weather: "20250101_00" } })).tool),
    [null, "WEATHER_NOW"],
    [null, "WEATHER_NOW"],
  ],
  ["an own tool", async (p) => whose(await findTool(p, "acme_do")), [OWNER, "ACME_DO"], null],
  ["an own tool by its alias", async (p) => whose(await findTool(p, "ACME_OLD_NAME")), [OWNER, "ACME_DO"], null],
  ["an own version", async (p) => (await findTool(p, "ACME_DO", "1"))?.version ?? null, "1", null],
  ["a tool of a hidden toolkit", (p) => findTool(p, "MAIL_OF_MINE"), null, null],
  [
    "the key under which a process might hold another project's tool",
    async (p) => {
      await findTool(OWNER, "ACME_DO");
      return errorOf(requireTool(p, `${OWNER}/ACME_DO`));
    },
    expect.objectContaining(notFound),
    expect.objectContaining(notFound),
  ],
  [
    "names like a mistyped one",
    (p) => errorOf(requireTool(p, "ACME_DOO")),
    expect.objectContaining({ details: { suggestedFix: "Did you mean ACME_DO?" } }),
    expect.objectContaining({ details: { suggestedFix: expect.not.stringContaining("ACME") as string } }),
  ],
  [
    "toolkits like a mistyped one",
    (p) => errorOf(requireToolkit(p, "acmee")),
    expect.objectContaining({ details: { suggestedFix: "Did you mean acme?" } }),
    expect.objectContaining({ details: { suggestedFix: expect.not.stringContaining("acme") as string } }),
  ],
  [
    "versions of an own tool",
    (p) => errorOf(requireTool(p, "ACME_DO", "9")),
    expect.objectContaining({ details: { suggestedFix: "Use latest or one of: 2, 1." } }),
    expect.objectContaining(notFound),
  ],
  [
    "many tools by their names",
    async (p) => (await findKnownTools(p, ["ACME_DO", "WEATHER_TODAY", "MAIL_OF_MINE", "WEATHER_WEEK"])).map(whose),
    [
      [OWNER, "ACME_DO"],
      [null, "WEATHER_NOW"],
      [null, "WEATHER_WEEK"],
    ],
    [
      [null, "WEATHER_NOW"],
      [null, "WEATHER_WEEK"],
    ],
  ],
  [
    "slugs of toolkits' tools",
    (p) => findToolkitSlugs(p, ["weather", "acme"]),
    ["WEATHER_NOW", "ACME_DO"],
    ["WEATHER_NOW"],
  ],
  [
    "a list of named tools",
    async (p) => {
      const toolSlugs = ["WEATHER_NOW", "WEATHER_WEEK", "ACME_DO", "ACME_FORECAST", "MAIL_OF_MINE"];
      const { items, total_items } = await findTools(p, { toolSlugs, limit: 20 });
      return [total_items, ...items.map(({ slug }) => slug)];
    },
    [3, "WEATHER_NOW", "ACME_DO", "WEATHER_WEEK"],
    [2, "WEATHER_NOW", "WEATHER_WEEK"],
  ],
  [
    "a list of a hidden toolkit's tools",
    async (p) => (await findTools(p, { toolkitSlugs: ["mail"], limit: 1 })).total_items,
    31,
    31,
  ],
  [
    "a list as texts",
    async (p) =>
      (
        await findToolTexts(p, { toolkitSlugs: ["weather", "acme"], includeDeprecated: false, limit: 20 })
      ).page.items.map((text) => (JSON.parse(String(text)) as { slug: string }).slug),
    ["WEATHER_NOW", "ACME_DO"],
    ["WEATHER_NOW"],
  ],
  [
    "a search",
    async (p) => (await findTools(p, { search: "weather", limit: 20 })).items.map(({ slug }) => slug),
    ["WEATHER_NOW", "WEATHER_WEEK"],
    ["WEATHER_NOW", "WEATHER_WEEK"],
  ],
  [
    "a search for an own tool",
    async (p) => (await findTools(p, { search: "tools of acme", limit: 20 })).items.map(({ slug }) => slug),
    ["ACME_DO"],
    [],
  ],
  [
    "all slugs",
    async (p) => {
      const slugs = await findToolSlugs(p);
      expect(JSON.parse(await findToolSlugsText(p))).toEqual(slugs);
      return slugs.filter((slug) => !slug.startsWith("MAIL_LIST"));
    },
    ["MAIL_SEND", "WEATHER_NOW", "WEATHER_WEEK", "ACME_DO"],
    ["MAIL_SEND", "WEATHER_NOW", "WEATHER_WEEK"],
  ],
  ["scopes", async (p) => [...(await findToolScopes(p, "acme")).keys()], ["ACME_DO"], []],
  [
    "scopes of a hidden toolkit",
    async (p) => [...(await findToolScopes(p, "mail")).keys()],
    ["MAIL_SEND"],
    ["MAIL_SEND"],
  ],
  [
    "what a version changed",
    (p) => errorOf(diffVersions(p, "acme", {})),
    expect.objectContaining({ from: "1", to: "2", added: [], removed: [] }),
    expect.objectContaining(notFound),
  ],
];

describe.each([
  ["the owner of the same names asks first", [OWNER, OTHER]],
  ["the owner of the same names asks second", [OTHER, OWNER]],
])("when %s", (_, projects) => {
  beforeEach(forgetCatalog);

  it.each(QUESTIONS)(
    "answers each project by the one rule, from the database and from memory: %s",
    async (__, ask, owner, other) => {
      for (const project of [...projects, ...projects])
        expect(await ask(project), project).toEqual(project === OWNER ? owner : other);
    },
  );
});

it("answers the same after every other question was asked by both projects", async () => {
  forgetCatalog();
  for (const [, ask] of QUESTIONS) for (const project of [OTHER, OWNER]) await ask(project);
  for (const [name, ask, owner, other] of QUESTIONS) {
    expect(await ask(OWNER), name).toEqual(owner);
    expect(await ask(OTHER), name).toEqual(other);
  }
});

it("pages through own and everybody's tools, each once, in the order of their ranks", async () => {
  const slugs: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await findTools(OWNER, {
      toolkitSlugs: ["weather", "acme"],
      limit: 1,
      cursor,
      includeDeprecated: true,
    });
    slugs.push(...page.items.map(({ slug }) => slug));
    cursor = page.next_cursor ?? undefined;
  }
  expect(slugs).toEqual(["WEATHER_NOW", "ACME_DO", "WEATHER_WEEK"]);
});

it("sees at once that a project's own tool changed or went, though it was used before", async () => {
  const { id } = await ownTool("acme", "ACME_SHORT");
  expect((await requireTool(OWNER, "ACME_SHORT")).description).toBe("Own words");
  expect(await findKnownTools(OWNER, ["ACME_SHORT"])).toHaveLength(1);
  await db.tool.update({ where: { id }, data: { description: "Other words" } });
  expect((await requireTool(OWNER, "ACME_SHORT")).description).toBe("Other words");
  expect((await findKnownTools(OWNER, ["ACME_SHORT"]))[0]?.description).toBe("Other words");
  await db.tool.delete({ where: { id } });
  expect(await findTool(OWNER, "ACME_SHORT")).toBeNull();
  expect(await findKnownTools(OWNER, ["ACME_SHORT"])).toEqual([]);
});

it("gives a project its own toolkit when the catalog no longer has one of that name, and hides it when it comes", async () => {
  await load(weather);
  expect(whose(await findToolkit(OWNER, "mail"))).toEqual([OWNER, "mail"]);
  expect(whose(await findTool(OWNER, "MAIL_OF_MINE"))).toEqual([OWNER, "MAIL_OF_MINE"]);
  await load(weather, mail);
  expect(whose(await findToolkit(OWNER, "mail"))).toEqual([null, "mail"]);
  expect(await findTool(OWNER, "MAIL_OF_MINE")).toBeNull();
});
