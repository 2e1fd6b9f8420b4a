/** The shipped catalog: every schema fits every client, every handler exists, and it loads and answers quickly. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { modelProblems, schemaProblems } from "@/lib/catalog/compile/checks/schema-problems";
import { byAnyName } from "@/lib/catalog/compile/names/tool-slug";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import { installCatalog } from "@/lib/catalog/load/install-catalog";
import { requireProvider } from "@/lib/catalog/read/require-provider";
import { countCatalog } from "@/lib/catalog/read/find-toolkits";
import { findTools } from "@/lib/catalog/read/find-tools";
import { toConditions } from "@/lib/catalog/read/to-conditions";
import { pool } from "@/lib/kernel/database/db";
import { requireTool } from "@/lib/catalog/read/find-tool";
import { catalogDir, inRoot } from "../paths.mjs";
import { buildCatalog, type BuildReport } from "./build-catalog";
import { testCallsOfPrograms } from "./calls-of-programs";
import { findCatalogFaults, loadCompiled } from "./compare-catalog";
import type { LoadedToolkit } from "./loaded-toolkit";
import { testMostUsed } from "./most-used";
import { compileCatalog } from "../start/set-up.mjs";
import { testSchemasForModels } from "./schemas-for-models";
import { testToolsByMcp } from "./tools-by-mcp";
import { testToolsBySdk } from "./tools-by-sdk";

const PROJECT = "proj_real";
const silent = (): void => undefined;
let built: BuildReport;
let loaded: LoadedToolkit[];
let toolkits: CompiledFile["toolkit"][];

beforeAll(async () => {
  // Nothing is written if nothing changed: a release can be collected from the same files at this moment.
  await compileCatalog();
  built = await buildCatalog(inRoot(), inRoot(".cache/catalog"), silent);
  loaded = loadCompiled(built);
  toolkits = loaded.map(({ toolkit }) => toolkit);
  await installCatalog(catalogDir);
  forgetCatalog();
}, 300_000);

describe("every toolkit", () => {
  it("compiles from the cache without doing anything the second time", async () => {
    expect((await buildCatalog(inRoot(), inRoot(".cache/catalog"), silent)).compiled).toBe(0);
  });

  it("has only schemas that every client accepts", () => {
    const problems = toolkits.flatMap(({ tools }) =>
      tools.flatMap((tool) =>
        [tool.inputSchema, tool.outputSchema].flatMap((schema) =>
          schemaProblems(schema).map((problem) => `${tool.slug}: ${problem}`),
        ),
      ),
    );
    expect(problems).toEqual([]);
  });

  it("has slugs, aliases and descriptions within their limits, each slug once", () => {
    const tools = toolkits.flatMap((toolkit) => toolkit.tools);
    const names = tools.flatMap((tool) => [tool.slug, ...tool.aliases]);
    expect(names.filter((name) => !/^[A-Z0-9_]{3,64}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(
      tools.filter((tool) => tool.description === "" || tool.description.length > 1024).map((tool) => tool.slug),
    ).toEqual([]);
  });

  it("declares a file for every tool whose answer is bytes, where clients look along the properties", () => {
    const files = toolkits.flatMap(({ tools }) => tools).filter(({ run }) => run.request?.binary);
    const silent = files.filter(({ outputSchema }) => {
      const { data } = outputSchema.properties;
      return data?.type !== "object" || data.properties?.response_data?.file_downloadable !== true;
    });
    expect(silent.map(({ slug }) => slug)).toEqual([]);
    expect(files.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(["OPENAI_DOWNLOAD_FILE", "BOX_DOWNLOAD_FILE", "GITHUB_DOWNLOAD_A_REPOSITORY_ARCHIVE_ZIP"]),
    );
  });

  it.each([
    ["GMAIL_GET_ATTACHMENT", "file"],
    ["GOOGLEDRIVE_DOWNLOAD_FILE", "downloaded_file_content"],
    ["GOOGLEDOCS_EXPORT_DOCUMENT", "file"],
    ["DROPBOX_READ_FILE", "file"],
  ])("declares the file that the handler of %s returns", (slug, name) => {
    const tool = toolkits.flatMap(({ tools }) => tools).find((tool) => tool.slug === slug);
    expect(tool?.outputSchema.properties.data?.properties?.[name]?.file_downloadable).toBe(true);
  });

  it("offers nothing that the function calls of OpenAI, Anthropic and Gemini refuse", () => {
    expect(
      toolkits.flatMap(({ tools }) =>
        tools.flatMap((tool) => modelProblems(tool).map((problem) => `${tool.slug}: ${problem}`)),
      ),
    ).toEqual([]);
  });

  it("is broad: 500 toolkits with tools or a proxy, 60 of them curated, and 15,000 runnable tools", () => {
    const usable = toolkits.filter(({ tools, baseUrl }) => tools.length > 0 || baseUrl);
    const executable = toolkits.flatMap(({ tools }) => tools).filter(({ run }) => run.request?.baseUrl || run.handler);
    expect([
      usable.length >= 500,
      built.toolkits.filter(({ curated }) => curated).length >= 60,
      executable.length >= 15_000,
    ]).toEqual([true, true, true]);
  });

  it("has no broken tool, and no more tools with a fault of a class than its bound", () => {
    expect(findCatalogFaults(loaded)).toEqual([]);
  });

  it("has the size that the README, the guide and a first start name", () => {
    const tools = toolkits.flatMap((toolkit) => toolkit.tools.filter(({ deprecated }) => !deprecated));
    const curated = built.toolkits.filter((toolkit) => toolkit.curated).length;
    const size = `${toolkits.length} toolkits with ${tools.length.toLocaleString("en-US")} tools`;
    const text = (file: string): string => readFileSync(inRoot(file), "utf8");
    expect(text("README.md")).toContain(size);
    expect(text("docs/own-toolkits/catalog.md")).toContain(`${size}, ${curated} of the toolkits curated`);
  });

  it("marks one in ten tools as important, and at least five if there are as many", () => {
    const few = toolkits.filter(
      ({ tools }) =>
        tools.filter((tool) => tool.important).length <
        Math.min(tools.filter((tool) => !tool.deprecated).length, Math.max(5, Math.floor(tools.length / 10))),
    );
    expect(few.map(({ slug }) => slug)).toEqual([]);
  });

  it("describes the effect of each tool by one hint, right for 99 in 100 of the labeled ones", () => {
    const hints = ["readOnlyHint", "createHint", "updateHint", "destructiveHint"];
    const tools = byAnyName(toolkits.flatMap((toolkit) => toolkit.tools));
    const hintOf = (tool?: { tags: string[] }) => hints.filter((hint) => tool?.tags.includes(hint)).join();
    expect([...tools.values()].filter((tool) => !hints.includes(hintOf(tool))).map(({ slug }) => slug)).toEqual([]);
    const labels = readFileSync(inRoot("lib/catalog/compile/effects/hints.gold.tsv"), "utf8")
      .trim()
      .split("\n")
      .slice(1);
    const agreed = labels.map((line) => line.split("\t")).filter((row) => row[7] === row[9]);
    const expected: Record<string, string> = { read: "readOnlyHint", create: "createHint", update: "updateHint" };
    const wrong = agreed.filter(
      ([, slug = "", , , , , , label = ""]) => hintOf(tools.get(slug)) !== (expected[label] ?? "destructiveHint"),
    );
    expect(wrong.length / agreed.length, wrong.map((row) => row[1]).join()).toBeLessThanOrEqual(0.01);
  });

  it("names only handlers that exist, and uses all that do", async () => {
    for (const { slug, tools } of toolkits) {
      // Handlers of other toolkits ("gmail/sendEmail") are also named by their own toolkit.
      const named = new Set(tools.flatMap((tool) => tool.run.handler ?? []).filter((name) => !name.includes("/")));
      if (named.size === 0) continue;
      const { handlers } = (await import(`../../toolkits/${slug}/handlers.ts`)) as {
        handlers: Record<string, unknown>;
      };
      expect([slug, Object.keys(handlers).sort()]).toEqual([slug, [...named].sort()]);
    }
  });

  it("has complete auth schemes, with OAuth facts where they are needed", () => {
    for (const { slug, authSchemes } of toolkits)
      for (const scheme of authSchemes) {
        expect([slug, ToolkitAuthScheme.safeParse(scheme).success]).toEqual([slug, true]);
        const needsToken = scheme.mode === "OAUTH2" || scheme.grant?.kind === "client_credentials";
        expect([slug, scheme.mode, scheme.oauth !== undefined]).toEqual([slug, scheme.mode, needsToken]);
      }
  });

  it("puts every argument of a request into its input schema, except the sent-only ones", () => {
    const problems = toolkits.flatMap(({ tools }) =>
      tools.filter(({ run, inputSchema }) => {
        const { parameters = [], body } = run.request ?? {};
        const parts = [...parameters, ...(body?.mode === "flat" ? body.fields : [])];
        const unlisted = parts.filter((part) => part.unlisted).map(({ key }) => key);
        if (unlisted.some((key) => Object.hasOwn(inputSchema.properties, key))) return true;
        const listedKeys = parts.filter((part) => !part.unlisted).map(({ key }) => key);
        const keys = [...listedKeys, ...(body && body.mode !== "flat" ? [body.key] : [])];
        return (
          run.request &&
          (keys.length !== Object.keys(inputSchema.properties).length ||
            keys.some((key) => !Object.hasOwn(inputSchema.properties, key)))
        );
      }),
    );
    expect(problems.map((tool) => tool.slug)).toEqual([]);
  });
});

describe("well-known tools", () => {
  it.each([
    ["GITHUB_GET_THE_AUTHENTICATED_USER", [], []],
    [
      "GITHUB_CREATE_AN_ISSUE",
      ["assignee", "assignees", "body", "issue_field_values", "labels", "milestone", "owner", "repo", "title", "type"],
      ["owner", "repo", "title"],
    ],
    [
      "GMAIL_SEND_EMAIL",
      ["attachment", "bcc", "body", "cc", "extra_recipients", "is_html", "recipient_email", "subject", "user_id"],
      [],
    ],
    ["HACKERNEWS_GET_USER", ["username"], ["username"]],
  ])("%s accepts what clients send", async (slug, names, required) => {
    const { inputSchema } = await requireTool(PROJECT, slug);
    expect([Object.keys(inputSchema.properties).sort(), [...(inputSchema.required ?? [])].sort()]).toEqual([
      names,
      required,
    ]);
  });

  it.each([
    ["GMAIL_GET_EMAIL", "GMAIL_FETCH_MESSAGE_BY_MESSAGE_ID"],
    ["SLACK_SEND_MESSAGE", "SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL"],
    ["GITHUB_CREATE_ISSUE", "GITHUB_CREATE_AN_ISSUE"],
  ])("%s means %s", async (alias, slug) => {
    expect((await requireTool(PROJECT, alias)).slug).toBe(slug);
  });

  it("are the first hits of a search", async () => {
    expect((await findTools(PROJECT, { search: "send an email", limit: 3 })).items.map(({ slug }) => slug)).toContain(
      "GMAIL_SEND_EMAIL",
    );
  });

  it("share the facts of one provider", async () => {
    expect(await requireProvider(PROJECT, "gmail")).toEqual(await requireProvider(PROJECT, "googledrive"));
    await expect(requireProvider(PROJECT, "hackernews")).rejects.toMatchObject({ status: 400 });
  });
});

describe("the first page of 20", () => {
  it.each([
    [["gmail"], ["GMAIL_SEND_EMAIL", "GMAIL_FETCH_EMAILS"]],
    [["slack"], ["SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL", "SLACK_FETCH_CONVERSATION_HISTORY"]],
    [["github"], ["GITHUB_CREATE_AN_ISSUE", "GITHUB_CREATE_A_PULL_REQUEST", "GITHUB_LIST_REPOSITORY_ISSUES"]],
    [["notion"], ["NOTION_SEARCH_NOTION_PAGE", "NOTION_CREATE_NOTION_PAGE"]],
    [["googlecalendar"], ["GOOGLECALENDAR_CREATE_EVENT", "GOOGLECALENDAR_FIND_EVENT"]],
    [["slackbot"], ["SLACKBOT_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL"]],
    [
      ["github", "hackernews", "slack", "gmail"],
      ["GMAIL_SEND_EMAIL", "GMAIL_FETCH_EMAILS", "GITHUB_CREATE_AN_ISSUE", "SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL"],
    ],
    [undefined, ["GMAIL_SEND_EMAIL", "GITHUB_CREATE_AN_ISSUE", "SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL"]],
  ])("contains what people use most of %s", async (toolkitSlugs, headlines) => {
    for (const important of [undefined, true]) {
      const { items } = await findTools(PROJECT, { toolkitSlugs, important, limit: 20 });
      expect(items.map(({ slug }) => slug)).toEqual(expect.arrayContaining(headlines));
      const slugs = new Set(items.map(({ toolkitSlug }) => toolkitSlug));
      expect((toolkitSlugs ?? []).filter((slug) => !slugs.has(slug))).toEqual([]);
    }
  });

  it("contains a tool of each of 18 toolkits, whatever their size", async () => {
    const toolkitSlugs = toolkits
      .filter(({ tools }) => tools.length > 0)
      .map(({ slug }) => slug)
      .slice(0, 18);
    const { items } = await findTools(PROJECT, { toolkitSlugs, limit: 20 });
    expect(new Set(items.map(({ toolkitSlug }) => toolkitSlug)).size).toBe(18);
  });
});

describe("cost", () => {
  it.each([
    ["everything", {}],
    ["one toolkit", { toolkitSlugs: ["github"] }],
  ])("reads a page of %s from an index, without sorting", async (_, filter) => {
    const { where, values } = await toConditions(PROJECT, { ...filter, limit: 20 });
    const { rows } = await pool().query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT tool.id FROM tool ${where("both")} ORDER BY tool.rank, tool.slug, tool.id LIMIT 21`,
      values,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index.* using tool_(toolkit_slug_is_latest_)?rank_slug_idx/);
    expect(plan).not.toMatch(/->  Sort/);
  });

  it("finds a tool that was used before without reading it again", async () => {
    const first = await requireTool(PROJECT, "GITHUB_CREATE_AN_ISSUE");
    expect(await requireTool(PROJECT, "GITHUB_CREATE_AN_ISSUE")).toBe(first);
  });

  it("counts what it holds", async () => {
    const tools = toolkits.reduce((sum, toolkit) => sum + toolkit.tools.filter((tool) => !tool.deprecated).length, 0);
    expect(await countCatalog()).toEqual({
      toolkits: toolkits.length,
      tools,
      version: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    });
  });
});

describe("the most used toolkits", () => testMostUsed(() => toolkits));
describe("the catalog for the official SDKs", () => testToolsBySdk(() => toolkits));
describe("the catalog for MCP clients", testToolsByMcp);
describe("the catalog for programs for another list", () => testCallsOfPrograms(() => toolkits));
describe("the catalog's schemas for model providers", () => testSchemasForModels(() => toolkits));
