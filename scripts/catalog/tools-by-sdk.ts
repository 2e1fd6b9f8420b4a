/**
 * The shipped catalog as the official SDKs receive it: order, several toolkits at once, and versions. Part of the tests
 * of the real catalog, because loading it a second time would take as long as they do.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Composio as CurrentComposio } from "@composio/core";
import { Composio as LegacyComposio } from "composio-core-legacy";
import { Composio as NextComposio } from "composio-core-next";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as toolRoute from "@/app/api/v3/tools/[tool_slug]/route";
import * as toolsRoute from "@/app/api/v3/tools/route";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createTestOwner } from "@/test/builders/owners";

let key = "";
let strictKey = "";
let server: Server;
let baseURL = "";

async function startDoor(): Promise<void> {
  const [{ projectId }, strict] = [await createTestOwner(), await createTestOwner()];
  await updateProjectConfig(strict.projectId, { strictVersions: true });
  ({ key } = await createApiKey(projectId, { name: "tests" }));
  ({ key: strictKey } = await createApiKey(strict.projectId, { name: "tests" }));
  const door = createApiRouter([toolsRoute.GET, toolRoute.GET]);
  server = createServer(getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Versions = Record<string, string>;
const options = (toolkitVersions?: Versions, apiKey = key) => ({
  apiKey,
  baseURL,
  allowTracking: false,
  disableVersionCheck: true,
  ...(toolkitVersions && { toolkitVersions }),
});
type Connect = (toolkitVersions?: Versions, apiKey?: string) => { tools: CurrentComposio["tools"] };
const SDKS: [string, Connect][] = [
  ["core 0.21.0", (...args) => new NextComposio(options(...args)) as never],
  ["core 0.19.0", (...args) => new CurrentComposio(options(...args))],
  ["core 0.5.4", (...args) => new LegacyComposio(options(...args)) as never],
];
const HEADLINES: Record<string, string[]> = {
  gmail: ["GMAIL_SEND_EMAIL", "GMAIL_FETCH_EMAILS"],
  slack: ["SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL"],
  github: ["GITHUB_CREATE_AN_ISSUE", "GITHUB_CREATE_A_PULL_REQUEST"],
  notion: ["NOTION_SEARCH_NOTION_PAGE"],
  googlecalendar: ["GOOGLECALENDAR_CREATE_EVENT"],
  hackernews: [],
};

function bySdks(): void {
  describe.each(SDKS)("%s", (_, connect) => {
    it.each<[string[], number | undefined]>([
      [["gmail"], undefined],
      [["github"], 20],
      [["slack"], 5],
      [["gmail", "slack", "github"], 20],
      [["gmail", "slack", "github"], undefined],
      [Object.keys(HEADLINES), 12],
      [Object.keys(HEADLINES), 1000],
    ])("tools.get of %j with limit %s has the headline tools, and every toolkit", async (toolkits, limit) => {
      const tools = await connect().tools.getRawComposioTools({ toolkits, ...(limit && { limit }) });
      expect(new Set(tools.map(({ toolkit }) => toolkit?.slug))).toEqual(new Set(toolkits));
      expect(tools.length).toBeLessThanOrEqual(limit ?? 1000);
      const headlines = toolkits.flatMap((slug) => HEADLINES[slug]?.slice(0, (limit ?? 20) >= 20 ? 2 : 1) ?? []);
      expect(tools.map(({ slug }) => slug)).toEqual(expect.arrayContaining(headlines));
    });

    it("tools.get of toolkits by their least number has one of each", async () => {
      const toolkits = Object.keys(HEADLINES);
      const tools = await connect().tools.getRawComposioTools({ toolkits, limit: toolkits.length });
      expect(tools.map(({ toolkit }) => toolkit?.slug).sort()).toEqual([...toolkits].sort());
    });

    it("runs with versions of the original, and with the project's own", async () => {
      const latest = (await connect().tools.getRawComposioToolBySlug("GMAIL_SEND_EMAIL")).version;
      for (const version of ["20250909_00", "20251023_00", "00000000_00"]) {
        const { tools } = connect({ gmail: version });
        const rawTools = await tools.getRawComposioTools({ toolkits: ["gmail"], limit: 5 });
        expect(rawTools.map(({ slug }) => slug)).toContain("GMAIL_SEND_EMAIL");
        expect((await tools.getRawComposioToolBySlug("GMAIL_SEND_EMAIL")).version).toBe(latest);
      }
    });

    it("404: a version of the original, where the project is strict", async () => {
      const { tools } = connect({ gmail: "20250909_00" }, strictKey);
      await expect(tools.getRawComposioToolBySlug("GMAIL_SEND_EMAIL")).rejects.toThrow();
      expect(await tools.getRawComposioTools({ toolkits: ["gmail"], limit: 5 })).toEqual([]);
    });
  });
}

/** The SDK's parser of each tool in a response; it throws for an unknown tool. */
type Reader = { transformToolCases: (tool: object) => { slug: string } };
const EMPTY_SCHEMA = { type: "object", properties: {} };

/**
 * The schema, or an empty one for each later schema of the same text: the parser reads a schema without the rest of its
 * tool, and a third of the catalog's text are schemas that several tools share.
 */
function onceEach(): (schema: object) => object {
  const texts = new Set<string>();
  return (schema) => {
    const before = texts.size;
    return texts.add(JSON.stringify(schema)).size > before ? schema : EMPTY_SCHEMA;
  };
}

function parseAll(toolkits: () => readonly CompiledToolkit[]): void {
  // This middle version parses tools as the newest does.
  it.each(SDKS.filter(([name]) => name !== "core 0.19.0"))("%s parses every tool", (_, connect) => {
    const reader = connect().tools as unknown as Reader;
    const firstOf = onceEach();
    let parsed = 0;
    for (const { slug, name, version, tools } of toolkits())
      for (const tool of tools) {
        const { inputSchema, outputSchema, description, tags } = tool;
        const body = {
          slug: tool.slug,
          name: tool.name,
          description,
          input_parameters: firstOf(inputSchema),
          output_parameters: firstOf(outputSchema),
          toolkit: { slug, name, logo: "" },
          tags,
          version,
          available_versions: [version],
          no_auth: false,
        };
        if (reader.transformToolCases(body).slug === tool.slug) parsed += 1;
      }
    expect(parsed).toBe(toolkits().reduce((sum, { tools }) => sum + tools.length, 0));
  });
}

function byHeader(): void {
  describe("the header", () => {
    const get = async (path: string, prefix = "v3"): Promise<string | null> =>
      (await fetch(`${baseURL}/api/${prefix}/tools${path}`, { headers: { "x-api-key": key } })).headers.get("warning");

    it("warning says which version stood in for which, and is absent otherwise", async () => {
      const warning = /^299 - "gmail has no version 20250909_00 on this server: its version \d{8}_\d{2} was used\."$/;
      expect(await get("/GMAIL_SEND_EMAIL?version=20250909_00")).toMatch(warning);
      expect(await get("?toolkit_slug=gmail&limit=2&toolkit_versions[gmail]=20250909_00", "v3.1")).toMatch(warning);
      expect(await get("?limit=20&toolkit_versions=20250909_00")).toMatch(/And 15 more toolkits\."$/);
      for (const path of ["/GMAIL_SEND_EMAIL", "?limit=5", "/GMAIL_SEND_EMAIL?version=00000000_00"])
        for (const prefix of ["v3", "v3.1"]) expect(await get(path, prefix)).toBeNull();
    });
  });
}

/** Call this after the catalog is installed. */
export function testToolsBySdk(toolkits: () => readonly CompiledToolkit[]): void {
  beforeAll(startDoor);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  parseAll(toolkits);
  bySdks();
  byHeader();
}
