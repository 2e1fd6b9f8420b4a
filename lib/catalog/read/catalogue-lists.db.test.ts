/** Lists of tools and toolkits. */
import { beforeAll, describe, expect, it } from "vitest";
import { findCountedCategories, findToolkits, requireToolkit } from "./toolkits";
import { findTools, findToolTexts } from "./list-tools";
import { requireTool } from "./tools";
import { toTool, toToolkit, toToolkitDetail } from "./wire";
import { ToolItem, ToolkitDetail, ToolkitItem } from "../contract";
import { PROJECT, tool, toolkit, compiled, weather, mailTools, mail, load } from "@/test/catalogue";

/** A version that was the latest once; what is installed now is the older one again. */
beforeAll(async () => {
  await load(compiled(toolkit("weather", "20260201_00", [tool("WEATHER_NOW", { description: "Edited" })])), mail);
  await load(weather, mail);
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
