/** The catalog in a real database: loading, versions, two loaders at once, and every question the API asks of it. */
import { truncateSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { catalog, forgetCatalog } from "./catalog";
import { findChangelog } from "./find-changelog";
import { readContents } from "../load/read-contents";
import { installCatalog } from "../load/install-catalog";
import { countCatalog, requireToolkit } from "./find-toolkits";
import { requireChosenTool } from "./chosen-tool";
import { findTools } from "./find-tools";
import { findToolSlugs, findToolSlugsText, requireTool } from "./find-tool";
import { diffVersions } from "./version-diff";
import { installCompiled, writeCompiled } from "@/test/catalog/install-compiled";
import { PROJECT, folder, tool, toolkit, compiled, CATEGORIES, weather, mail, load } from "@/test/builders/catalog";

describe("loading", () => {
  it("does nothing for the catalog that is already there, and counts the tools that a list shows: no deprecated ones", async () => {
    expect(await load(weather, mail)).toMatchObject({ changed: 0, removed: 0, toolkits: 2, tools: 32 });
  });

  it("keeps every character that PostgreSQL takes, and drops NUL and half surrogate pairs", async () => {
    expect((await requireTool(PROJECT, "MAIL_SEND")).description).toBe("Sends a letter \\N to\tsomebody\r\nat once  ");
  });

  it("keeps the tools that were asked for, counted by the length of their text", async () => {
    forgetCatalog();
    const requested = await requireTool(PROJECT, "MAIL_SEND");
    expect(await requireTool(PROJECT, "MAIL_SEND")).toBe(requested);
    const { tools } = await catalog();
    expect(tools.calculatedSize).toBe(JSON.stringify(requested).length);
    expect(tools.maxSize).toBe(16 * 1024 * 1024);
  });

  it("loads once when two processes start together", async () => {
    const other = compiled(toolkit("other", "20260101_00", [tool("OTHER_ONE")]));
    const reports = await Promise.all([
      installCompiled([weather, mail, other], CATEGORIES),
      installCompiled([weather, mail, other], CATEGORIES),
    ]);
    expect(reports.map((report) => report.changed).sort()).toEqual([0, 1]);
    await load(weather, mail);
    expect(await db.tool.count({ where: { toolkitSlug: "other" } })).toBe(0);
  });

  it("leaves the catalog of a newer generation in place, and loads one of the same or a newer one", async () => {
    const other = compiled(toolkit("other", "20260101_00", [tool("OTHER_ONE")]));
    const install = (files: string[], generation?: string) =>
      installCompiled(files, CATEGORIES, generation === undefined ? {} : { generation });
    expect(await install([weather, mail, other], "0002_b 20260102_00")).toMatchObject({ changed: 1, toolkits: 3 });
    for (const older of ["0001_a 20260301_00", "0002_b 20260101_09"])
      expect(await install([weather, mail], older)).toMatchObject({ changed: 0, removed: 0, newer: true, toolkits: 3 });
    expect(await install([weather, mail], "0002_b 20260102_00")).toMatchObject({ removed: 1, toolkits: 2 });
    expect(await install([weather, mail, other], "0003_c 20260101_00")).toMatchObject({ changed: 1 });
    expect(await install([weather, mail])).toMatchObject({ removed: 1 });
    forgetCatalog();
  });

  it("leaves the old catalog in place when a file is broken", async () => {
    const other = compiled(toolkit("other", "20260101_00", [tool("OTHER_ONE")]));
    const broken = await writeCompiled(path.join(folder, "broken"), [weather, mail, other], CATEGORIES);
    const { toolkits } = await readContents(broken);
    truncateSync(path.join(broken, toolkits[2]?.file ?? ""), 100);
    await expect(installCatalog(broken)).rejects.toThrow("unexpected end of file");
    forgetCatalog();
    expect(await countCatalog()).toMatchObject({ toolkits: 2, tools: 32 });
  });
});

describe("versions", () => {
  it("keeps the tools of an earlier version for pinned calls, and lists versions newest first", async () => {
    const newer = compiled(toolkit("weather", "20260201_00", [tool("WEATHER_NOW", { description: "Newer" })]));
    await load(newer, mail);
    expect((await requireTool(PROJECT, "WEATHER_NOW")).description).toBe("Newer");
    expect((await requireTool(PROJECT, "WEATHER_NOW", "20260101_00")).description).toBe("About WEATHER_NOW");
    expect((await requireChosenTool(PROJECT, "WEATHER_NOW", { asked: { Weather: "20260101_00" } })).tool.version).toBe(
      "20260101_00",
    );
    expect((await requireToolkit(PROJECT, "weather")).availableVersions).toEqual(["20260201_00", "20260101_00"]);
    await expect(requireTool(PROJECT, "WEATHER_WEEK")).rejects.toMatchObject({ status: 404 });
    expect((await findChangelog()).find(({ slug }) => slug === "weather")?.versions).toEqual([
      { version: "20260201_00", changelog: "1 tool: 1 removed." },
      { version: "20260101_00", changelog: "First version, 2 tools (1 deprecated)." },
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

  it("counts a tool whose arguments stand in another order as unchanged", async () => {
    const reordered = tool("WEATHER_NOW", {
      description: "Newer",
      outputSchema: {
        required: ["data", "successful"],
        properties: { successful: { type: "boolean" }, data: { type: "object" } },
        type: "object",
      },
    });
    await load(compiled(toolkit("weather", "20260202_00", [reordered])), mail);
    expect((await findChangelog()).find(({ slug }) => slug === "weather")?.versions[0]).toEqual({
      version: "20260202_00",
      changelog: "1 tool, the same as before.",
    });
    await db.tool.deleteMany({ where: { version: "20260202_00" } });
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
