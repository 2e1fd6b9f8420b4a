/** The catalogue in a real database: loading, versions, two loaders at once, and every question the API asks of it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/db";
import { forgetCatalogue } from "./catalogue";
import { findChangelog } from "./changelog";
import type { CompiledTool, CompiledToolkit } from "./compile/compiled-toolkit";
import { installCatalogue } from "./install-toolkit";
import { countCatalogue, findCountedCategories, findToolkits, requireToolkit } from "./toolkits";
import { findTools, findToolTexts } from "./list-tools";
import { findToolSlugs, findToolSlugsText, requireTool, requireToolOf } from "./tools";
import { diffVersions } from "./version-diff";
import { toTool, toToolkit, toToolkitDetail } from "./wire";
import { ToolItem, ToolkitDetail, ToolkitItem } from "./contract";

const PROJECT = "proj_catalogue";
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-catalogue-"));

const tool = (slug: string, more: Partial<CompiledTool> = {}): CompiledTool => ({
  slug,
  name: slug.toLowerCase().replaceAll("_", " "),
  description: `About ${slug}`,
  tags: ["readOnlyHint"],
  scopes: [],
  important: false,
  deprecated: false,
  aliases: [],
  inputSchema: { type: "object", properties: { q: { type: "string" } } },
  outputSchema: {
    type: "object",
    properties: { data: { type: "object" }, successful: { type: "boolean" } },
    required: ["data", "successful"],
  },
  run: { request: { method: "GET", baseUrl: "https://api.example.com", path: "/", parameters: [] } },
  ...more,
});

const toolkit = (slug: string, version: string, tools: CompiledTool[]): CompiledToolkit => ({
  slug,
  name: slug,
  description: `The ${slug} service`,
  categories: ["popular"],
  authSchemes: [],
  noAuth: true,
  version,
  tools,
  meta: { hosts: ["api.example.com"], headers: {}, attribution: [] },
});

let files = 0;
function compiled(made: CompiledToolkit): string {
  const file = path.join(folder, `${files++}.json`);
  const hash = (files.toString(16) + "0".repeat(64)).slice(0, 64);
  writeFileSync(file, JSON.stringify({ hash, toolCount: made.tools.length, toolkit: made }));
  return file;
}

const CATEGORIES = { popular: "popular" };
const weather = compiled(
  toolkit("weather", "20260101_00", [
    tool("WEATHER_NOW", { important: true, aliases: ["WEATHER_TODAY"] }),
    tool("WEATHER_WEEK", { deprecated: true }),
  ]),
);
const mailTools = [
  tool("MAIL_SEND", {
    important: true,
    tags: ["important"],
    scopes: ["mail.send"],
    description: "Sends a letter \\N to\tsomebody\r\nat once \0 \ud83d",
  }),
  ...Array.from({ length: 30 }, (_, at) => tool(`MAIL_LIST_${String(at).padStart(2, "0")}`)),
];
const mail = compiled(toolkit("mail", "20260101_00", mailTools));

async function load(...paths: string[]) {
  const report = await installCatalogue(paths, CATEGORIES);
  forgetCatalogue();
  return report;
}

beforeAll(async () => {
  await load(weather, mail);
});

describe("loading", () => {
  it("does nothing for the catalogue that is already there, and counts the tools that a list shows: no deprecated ones", async () => {
    expect(await load(weather, mail)).toMatchObject({ changed: 0, removed: 0, toolkits: 2, tools: 32 });
  });

  it("keeps every character that PostgreSQL takes, and drops NUL and half surrogate pairs", async () => {
    expect((await requireTool(PROJECT, "MAIL_SEND")).description).toBe("Sends a letter \\N to\tsomebody\r\nat once  ");
  });

  it("loads once when two processes start together", async () => {
    const other = compiled(toolkit("other", "20260101_00", [tool("OTHER_ONE")]));
    const reports = await Promise.all([
      installCatalogue([weather, mail, other], CATEGORIES),
      installCatalogue([weather, mail, other], CATEGORIES),
    ]);
    expect(reports.map((report) => report.changed).sort()).toEqual([0, 1]);
    await load(weather, mail);
    expect(await db.tool.count({ where: { toolkitSlug: "other" } })).toBe(0);
  });

  it("leaves the old catalogue in place when a file is broken", async () => {
    const broken = path.join(folder, "broken.json");
    writeFileSync(
      broken,
      `{"hash":"${"f".repeat(64)}","toolCount":1,"toolkit":{"slug":"broken","tools":[{"slug":null}]`,
    );
    await expect(installCatalogue([weather, mail, broken], CATEGORIES)).rejects.toThrow();
    forgetCatalogue();
    expect(await countCatalogue()).toMatchObject({ toolkits: 2, tools: 32 });
  });
});

describe("versions", () => {
  it("keeps the tools of an earlier version for pinned calls, and lists versions newest first", async () => {
    const newer = compiled(toolkit("weather", "20260201_00", [tool("WEATHER_NOW", { description: "Newer" })]));
    await load(newer, mail);
    expect((await requireTool(PROJECT, "WEATHER_NOW")).description).toBe("Newer");
    expect((await requireTool(PROJECT, "WEATHER_NOW", "20260101_00")).description).toBe("About WEATHER_NOW");
    expect((await requireToolOf(PROJECT, "WEATHER_NOW", { Weather: "20260101_00" })).version).toBe("20260101_00");
    expect((await requireToolkit(PROJECT, "weather")).availableVersions).toEqual(["20260201_00", "20260101_00"]);
    await expect(requireTool(PROJECT, "WEATHER_WEEK")).rejects.toMatchObject({ status: 404 });
    expect((await findChangelog()).find(({ slug }) => slug === "weather")?.versions).toEqual([
      { version: "20260201_00", changelog: "1 tool: 1 removed." },
      { version: "20260101_00", changelog: "First version, 2 tools." },
    ]);
  });

  it("tells what differs between two versions, and what breaks callers", async () => {
    const args = {
      type: "object" as const,
      properties: { q: { type: "string" as const }, at: { type: "string" as const } },
      required: ["at"],
    };
    await load(
      compiled(toolkit("weather", "20260301_00", [tool("WEATHER_NOW", { inputSchema: args }), tool("WEATHER_RADAR")])),
      mail,
    );
    expect(await diffVersions(PROJECT, "weather", {})).toEqual({
      toolkitSlug: "weather",
      from: "20260201_00",
      to: "20260301_00",
      breaking: true,
      added: [{ slug: "WEATHER_RADAR", name: "weather radar" }],
      removed: [],
      changed: [
        {
          slug: "WEATHER_NOW",
          name: "weather now",
          breaking: true,
          changes: [{ path: "input.at", text: "is new and required", breaking: true }],
        },
      ],
    });
    expect(
      (await diffVersions(PROJECT, "weather", { from: "20260301_00", to: "20260101_00" })).removed.map(
        ({ slug }) => slug,
      ),
    ).toEqual(["WEATHER_RADAR"]);
    await expect(diffVersions(PROJECT, "weather", { from: "19990101_00" })).rejects.toMatchObject({ status: 404 });
    await expect(diffVersions(PROJECT, "mail", {})).rejects.toMatchObject({ status: 400 });
    await db.tool.deleteMany({ where: { version: "20260301_00" } });
    await db.toolkit.update({ where: { id: "weather" }, data: { availableVersions: ["20260201_00", "20260101_00"] } });
  });

  it("replaces a version whose content was edited", async () => {
    await load(compiled(toolkit("weather", "20260201_00", [tool("WEATHER_NOW", { description: "Edited" })])), mail);
    expect((await requireTool(PROJECT, "WEATHER_NOW", "20260201_00")).description).toBe("Edited");
    expect(await db.tool.count({ where: { slug: "WEATHER_NOW" } })).toBe(2);
  });

  it("goes back to an older version without losing the newer one", async () => {
    await load(weather, mail);
    expect(await requireTool(PROJECT, "WEATHER_NOW")).toMatchObject({ version: "20260101_00", isLatest: true });
    expect((await requireTool(PROJECT, "WEATHER_NOW", "20260201_00")).description).toBe("Edited");
  });

  it("404: names the versions there are", async () => {
    await expect(requireTool(PROJECT, "MAIL_SEND", "19990101_00")).rejects.toMatchObject({
      status: 404,
      details: { suggestedFix: expect.stringContaining("20260101_00") as string },
    });
  });
});

describe("finding a tool", () => {
  it("takes aliases and small letters, and tells the tool's own slug", async () => {
    expect((await requireTool(PROJECT, "WEATHER_TODAY")).slug).toBe("WEATHER_NOW");
    expect((await requireTool(PROJECT, "weather_now")).slug).toBe("WEATHER_NOW");
  });

  it("404: names similar tools", async () => {
    await expect(requireTool(PROJECT, "MAIL_SENT")).rejects.toMatchObject({
      status: 404,
      details: { suggestedFix: expect.stringContaining("MAIL_SEND") as string },
    });
  });

  it("404: hides another project's own tool", async () => {
    await db.tool.create({
      data: {
        id: "own",
        projectId: "proj_other",
        slug: "OWN_TOOL",
        toolkitSlug: "own",
        version: "1",
        isLatest: true,
        name: "",
        description: "",
        inputSchema: {},
        outputSchema: {},
        run: {},
      },
    });
    expect((await requireTool("proj_other", "OWN_TOOL")).projectId).toBe("proj_other");
    await expect(requireTool(PROJECT, "OWN_TOOL")).rejects.toMatchObject({ status: 404 });
    expect(await findToolSlugs(PROJECT)).not.toContain("OWN_TOOL");
    for (const project of [PROJECT, "proj_other"])
      expect(JSON.parse(await findToolSlugsText(project))).toEqual(await findToolSlugs(project));
    expect((await findTools(PROJECT, { toolSlugs: ["OWN_TOOL"], limit: 5 })).items).toEqual([]);
  });
});

describe("listing tools", () => {
  it("pages through all of them, each once, with the right totals", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await findTools(PROJECT, { toolkitSlugs: ["mail"], limit: 7, cursor });
      expect(page).toMatchObject({ total_items: 31, total_pages: 5 });
      seen.push(...page.items.map((item) => item.slug));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([...mailTools.map((item) => item.slug)].sort());
  });

  it("pages through a search in order of fit", async () => {
    const first = await findTools(PROJECT, { search: "send mail letter", limit: 1 });
    expect(first.items.map((item) => item.slug)).toEqual(["MAIL_SEND"]);
    const all = await findTools(PROJECT, { search: "mail", limit: 20 });
    const rest = await findTools(PROJECT, { search: "mail", limit: 20, cursor: all.next_cursor ?? undefined });
    expect(new Set([...all.items, ...rest.items].map((item) => item.slug)).size).toBe(31);
  });

  it.each([
    ["important ones", { important: true, toolkitSlugs: ["mail"] }, ["MAIL_SEND"]],
    ["by scope", { scopes: ["mail.send"] }, ["MAIL_SEND"]],
    ["by tag", { tags: ["important"] }, ["MAIL_SEND"]],
    ["without deprecated ones", { toolkitSlugs: ["weather"] }, ["WEATHER_NOW"]],
    ["with deprecated ones", { toolkitSlugs: ["weather"], includeDeprecated: true }, ["WEATHER_NOW", "WEATHER_WEEK"]],
    ["by slugs and aliases", { toolSlugs: ["WEATHER_TODAY", "WEATHER_WEEK"] }, ["WEATHER_NOW", "WEATHER_WEEK"]],
    ["of a version that is not there", { toolkitSlugs: ["weather"], versions: { weather: "19990101_00" } }, []],
    ["of a pinned version", { toolkitSlugs: ["weather"], versions: { weather: "20260201_00" } }, ["WEATHER_NOW"]],
    ["for words with the signs of patterns", { search: "100%_\\" }, []],
  ])("finds %s", async (_, filter, slugs) => {
    expect((await findTools(PROJECT, { limit: 50, ...filter })).items.map((item) => item.slug)).toEqual(slugs);
  });

  it("gives the same tools as texts, and never an edited tool's old text", async () => {
    const toolkits = new Map((await findToolkits(PROJECT, { limit: 10 })).items.map((found) => [found.slug, found]));
    const objects = async () =>
      (await findTools(PROJECT, { limit: 50 })).items.map((found) =>
        JSON.stringify(toTool(found, toolkits.get(found.toolkitSlug) as never)),
      );
    expect((await findToolTexts(PROJECT, { limit: 50 })).items).toEqual(await objects());
    await load(
      weather,
      compiled(
        toolkit(
          "mail",
          "20260101_00",
          mailTools.map((one) => ({ ...one, description: "Edited" })),
        ),
      ),
    );
    expect((await findToolTexts(PROJECT, { limit: 50 })).items).toEqual(await objects());
    await load(weather, mail);
  });

  it("400: refuses a cursor that it did not issue", async () => {
    await expect(findTools(PROJECT, { limit: 5, cursor: "x" })).rejects.toMatchObject({ status: 400 });
  });
});

describe("listing toolkits", () => {
  it("sorts by name, pages, and searches", async () => {
    const first = await findToolkits(PROJECT, { limit: 1 });
    expect(first).toMatchObject({ total_items: 2, items: [{ slug: "mail" }] });
    expect(
      (await findToolkits(PROJECT, { limit: 1, cursor: first.next_cursor ?? undefined })).items.map(({ slug }) => slug),
    ).toEqual(["weather"]);
    expect((await findToolkits(PROJECT, { limit: 9, search: "WEA" })).items.map(({ slug }) => slug)).toEqual([
      "weather",
    ]);
    expect((await findToolkits(PROJECT, { limit: 9, category: "none" })).items).toEqual([]);
  });

  it("narrows by an auth scheme, which a toolkit must offer", async () => {
    const offered = (await requireToolkit(PROJECT, "mail")).authSchemes[0]?.mode ?? "NO_AUTH";
    const { items } = await findToolkits(PROJECT, { limit: 9, authScheme: offered });
    expect(items.map(({ slug }) => slug)).toContain("mail");
    expect((await findToolkits(PROJECT, { limit: 9, authScheme: "SAML" })).items).toEqual([]);
  });

  it("counts the toolkits of every category", async () => {
    const counted = await findCountedCategories(PROJECT);
    for (const { id, toolkitsCount } of counted)
      expect(toolkitsCount).toBe((await findToolkits(PROJECT, { limit: 9, category: id })).total_items);
    expect(counted.some(({ toolkitsCount }) => toolkitsCount > 0)).toBe(true);
  });

  it("404: names similar toolkits", async () => {
    await expect(requireToolkit(PROJECT, "wether")).rejects.toMatchObject({
      status: 404,
      details: { suggestedFix: "Use one of: weather." },
    });
  });

  it("answers in the shapes of the contract", async () => {
    const found = await requireToolkit(PROJECT, "weather");
    expect(ToolkitItem.safeParse(toToolkit(found, [])).error).toBeUndefined();
    expect(ToolkitDetail.safeParse(toToolkitDetail(found, [])).error).toBeUndefined();
    expect(ToolItem.safeParse(toTool(await requireTool(PROJECT, "WEATHER_NOW"), found)).error).toBeUndefined();
  });
});
