/** Lists of tools and toolkits. */
import { beforeAll, describe, expect, it } from "vitest";
import { findCountedCategories, findToolkits, requireToolkit } from "./find-toolkits";
import { toCursor } from "@/lib/kernel/database/cursor";
import { findTools, findToolTexts } from "./find-tools";
import type { ToolFilter } from "./to-conditions";
import { requireTool } from "./find-tool";
import { toTool, toToolkit, toToolkitDetail } from "./wire";
import { ToolItem, ToolkitDetail, ToolkitItem } from "../contract";
import { PROJECT, tool, toolkit, compiled, weather, mailTools, mail, load } from "@/test/builders/catalog";

/** A version that was the latest once; what is installed now is the older one again. */
beforeAll(async () => {
  await load(compiled(toolkit("weather", "20260201_00", [tool("WEATHER_NOW", { description: "Edited" })])), mail);
  await load(weather, mail);
});

describe("listing tools", () => {
  it("pages through all of them, each once, with the right totals", async () => {
    const slugs: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await findTools(PROJECT, { toolkitSlugs: ["mail"], limit: 7, cursor });
      expect(page).toMatchObject({ total_items: 31, total_pages: 5 });
      slugs.push(...page.items.map((item) => item.slug));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(slugs).toEqual(mailTools.map((item) => item.slug));
  });

  const walk = async (filter: Omit<ToolFilter, "cursor">): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await findTools(PROJECT, { ...filter, cursor });
      pages.push(page.items.map(({ slug }) => slug));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return pages;
  };

  it("gives every toolkit asked for a tool before the others, the most used toolkit first, each tool once", async () => {
    await load(
      compiled({ ...toolkit("weather", "20260101_00", [tool("WEATHER_NOW"), tool("WEATHER_WEEK")]), popularity: 7 }),
      compiled({ ...toolkit("mail", "20260101_00", mailTools), popularity: 3 }),
      compiled({ ...toolkit("news", "20260101_00", [tool("NEWS_ALL", { deprecated: true })]), popularity: 1 }),
    );
    const toolkitSlugs = ["weather", "mail", "news"];
    for (const limit of [1, 2, 3, 5, 20]) {
      const pages = await walk({ toolkitSlugs, limit });
      expect(pages.flat().slice(0, 5)).toEqual([
        "MAIL_SEND",
        "WEATHER_NOW",
        "NEWS_ALL",
        "MAIL_LIST_00",
        "WEATHER_WEEK",
      ]);
      expect(pages.flat()).toHaveLength(34);
      expect(new Set(pages.flat()).size).toBe(34);
    }
    const read = { toolkitSlugs, tags: ["readOnlyHint"], limit: 3 };
    expect((await findTools(PROJECT, read)).items.map(({ toolkitSlug }) => toolkitSlug)).toEqual([
      "weather",
      "mail",
      "news",
    ]);
    expect((await walk({ limit: 3 })).flat().slice(0, 4)).toEqual([
      "MAIL_SEND",
      "WEATHER_NOW",
      "MAIL_LIST_00",
      "WEATHER_WEEK",
    ]);
    await load(weather, mail);
  });

  it("goes on behind a cursor where another catalog has come, without skipping what is still there", async () => {
    const first = await findTools(PROJECT, { toolkitSlugs: ["mail"], limit: 10 });
    const [firstTool, ...lists] = mailTools;
    await load(
      weather,
      compiled(
        toolkit("mail", "20260201_00", [...(firstTool ? [firstTool] : []), tool("MAIL_NEW"), ...lists.slice(2)]),
      ),
    );
    const rest = await findTools(PROJECT, {
      toolkitSlugs: ["mail"],
      limit: 50,
      cursor: first.next_cursor ?? undefined,
    });
    const slugs = [...first.items, ...rest.items].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(mailTools.filter(({ slug }) => !slugs.includes(slug)).length).toBeLessThanOrEqual(1);
    await load(weather, mail);
  });

  it("400: refuses a cursor from before tools had a rank", async () => {
    const cursor = toCursor({ time: "0 MAIL_SEND", id: "MAIL_SEND@20260101_00", page: 2 });
    await expect(findTools(PROJECT, { limit: 5, cursor })).rejects.toMatchObject({ status: 400 });
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
    ["without deprecated ones", { toolkitSlugs: ["weather"], includeDeprecated: false }, ["WEATHER_NOW"]],
    [
      "with deprecated ones unless told otherwise, last",
      { toolkitSlugs: ["weather"] },
      ["WEATHER_NOW", "WEATHER_WEEK"],
    ],
    [
      "by slugs, whatever else is asked",
      {
        toolSlugs: ["WEATHER_WEEK", "MAIL_SEND"],
        toolkitSlugs: ["weather"],
        tags: ["x"],
        scopes: ["x"],
        search: "nothing",
        important: false,
        includeDeprecated: false,
      },
      ["MAIL_SEND", "WEATHER_WEEK"],
    ],
    ["by slugs and aliases", { toolSlugs: ["WEATHER_TODAY", "WEATHER_WEEK"] }, ["WEATHER_NOW", "WEATHER_WEEK"]],
    [
      "none of a version that is not there, where the project is strict",
      { toolkitSlugs: ["weather"], versions: { asked: { weather: "19990101_00" }, strict: true } },
      [],
    ],
    [
      "of a pinned version",
      { toolkitSlugs: ["weather"], versions: { asked: { weather: "20260201_00" } } },
      ["WEATHER_NOW"],
    ],
    ["for words with the signs of patterns", { search: "100%_\\" }, []],
  ])("finds %s", async (_, filter, slugs) => {
    expect((await findTools(PROJECT, { limit: 50, ...filter })).items.map((item) => item.slug)).toEqual(slugs);
  });

  it("gives the same tools as texts, and never an edited tool's old text", async () => {
    const toolkits = new Map(
      (await findToolkits(PROJECT, { limit: 10 })).items.map((toolkit) => [toolkit.slug, toolkit]),
    );
    const objects = async () =>
      (await findTools(PROJECT, { limit: 50 })).items.map((tool) =>
        JSON.stringify(toTool(tool, toolkits.get(tool.toolkitSlug) as never)),
      );
    const texts = async () => (await findToolTexts(PROJECT, { limit: 50 })).page.items.map(String);
    expect(await texts()).toEqual(await objects());
    await load(
      weather,
      compiled(
        toolkit(
          "mail",
          "20260101_00",
          mailTools.map((tool) => ({ ...tool, description: "Edited" })),
        ),
      ),
    );
    expect(await texts()).toEqual(await objects());
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

  it("sorts by importance, by what the project used, or by name; toolkits without tools are last", async () => {
    const compiledToolkit = (
      slug: string,
      name: string,
      popularity: number,
      tools = [tool(`${slug.toUpperCase()}_GO`)],
    ) => compiled({ ...toolkit(slug, "20260101_00", tools), name, popularity, baseUrl: "https://api.example.com" });
    await load(
      compiledToolkit("aaa", "Zebra", 5),
      compiledToolkit("bbb", "Yak", 2),
      compiledToolkit("ccc", "Ape", 0, []),
      compiledToolkit("ddd", "Bee", 5),
    );
    const order = async (filter: object): Promise<string[]> => {
      const slugs: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await findToolkits(PROJECT, { limit: 2, cursor, ...filter });
        slugs.push(...page.items.map(({ slug }) => slug));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return slugs;
    };
    const uses = new Map([
      ["aaa", 9],
      ["ddd", 10],
      ["ccc", 1],
    ]);
    expect(await order({})).toEqual(["bbb", "ddd", "aaa", "ccc"]);
    expect(await order({ sortBy: "usage", uses })).toEqual(["ddd", "aaa", "ccc", "bbb"]);
    expect(await order({ sortBy: "usage" })).toEqual(["bbb", "ddd", "aaa", "ccc"]);
    expect(await order({ sortBy: "alphabetically" })).toEqual(["ccc", "ddd", "bbb", "aaa"]);
    const only = async (slug: string) => toToolkit(await requireToolkit(PROJECT, slug), []).meta.proxy_only;
    expect([await only("ccc"), await only("bbb")]).toEqual([true, false]);
    const cursor = toCursor({ time: "zebra", id: "aaa", page: 2 });
    await expect(findToolkits(PROJECT, { limit: 2, cursor })).rejects.toMatchObject({ status: 400 });
    await load(weather, mail);
  });

  it("narrows by an auth scheme, which a toolkit must offer", async () => {
    const mode = (await requireToolkit(PROJECT, "mail")).authSchemes[0]?.mode ?? "NO_AUTH";
    const { items } = await findToolkits(PROJECT, { limit: 9, authScheme: mode });
    expect(items.map(({ slug }) => slug)).toContain("mail");
    expect((await findToolkits(PROJECT, { limit: 9, authScheme: "SAML" })).items).toEqual([]);
  });

  it("counts the toolkits of every category", async () => {
    const categories = await findCountedCategories(PROJECT);
    for (const { id, toolkitsCount } of categories)
      expect(toolkitsCount).toBe((await findToolkits(PROJECT, { limit: 9, category: id })).total_items);
    expect(categories.some(({ toolkitsCount }) => toolkitsCount > 0)).toBe(true);
  });

  it("404: names similar toolkits", async () => {
    await expect(requireToolkit(PROJECT, "wether")).rejects.toMatchObject({
      status: 404,
      details: { suggestedFix: "Did you mean weather?" },
    });
  });

  it("answers in the shapes of the contract", async () => {
    const toolkit = await requireToolkit(PROJECT, "weather");
    expect(ToolkitItem.safeParse(toToolkit(toolkit, [])).error).toBeUndefined();
    expect(ToolkitDetail.safeParse(toToolkitDetail(toolkit, [])).error).toBeUndefined();
    expect(ToolItem.safeParse(toTool(await requireTool(PROJECT, "WEATHER_NOW"), toolkit)).error).toBeUndefined();
  });
});
