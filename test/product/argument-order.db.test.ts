/**
 * Arguments reach people and models in the order in which a tool was written, through every door and every official
 * SDK.
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
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { installLoopbackToolkit } from "../servers/loopback-provider";
import { newMcpOwner, newMcpServer, type McpOwner } from "../clients/mcp-api";
import { connectMcp } from "../clients/mcp-client";

/** Neither by the alphabet nor by length, as jsonb would have them. */
const ORDER = ["subject", "to", "body_text", "cc", "attachments"];
const string = { type: "string" };
const properties = () => Object.fromEntries(ORDER.map((name) => [name, string]));
const SLUG = "LOOPBACK_CREATE_ISSUE";

type Properties = Record<string, { properties?: Properties }>;
type Schema = { properties?: Properties } | undefined;
const namesOf = (schema: Schema): string[] => Object.keys(schema?.properties ?? {});

/** The order of a tool's arguments, of those inside one of them, and of its answer's fields. */
const ordersOf = (input: Schema, output: Schema): string[][] => [
  namesOf(input),
  namesOf(input?.properties?.subject),
  namesOf(output?.properties?.data),
];

let owner: McpOwner;
let server: Server;
let baseURL = "";

beforeAll(async () => {
  await installLoopbackToolkit("http://127.0.0.1:9", [
    {
      slug: SLUG,
      input: { type: "object", properties: { ...properties(), subject: { type: "object", properties: properties() } } },
      output: { type: "object", properties: { data: { type: "object", properties: properties() } } },
      request: { method: "POST", path: "/", parameters: [] },
    },
  ]);
  owner = await newMcpOwner();
  const door = createApiRouter([toolsRoute.GET, toolRoute.GET]);
  server = createServer(getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Item = { slug: string; input_parameters: Schema; output_parameters: Schema };
const get = async (path: string): Promise<unknown> =>
  (await fetch(`${baseURL}/api/v3/tools${path}`, { headers: { "x-api-key": owner.key } })).json();

describe("the written order of arguments", () => {
  it("is kept in the list and in a single tool", async () => {
    const { items } = (await get("?toolkit_slug=loopback")) as { items: Item[] };
    for (const item of [...items, (await get(`/${SLUG}`)) as Item])
      expect([item.slug, ...ordersOf(item.input_parameters, item.output_parameters)]).toEqual([
        SLUG,
        ORDER,
        ORDER,
        ORDER,
      ]);
    expect(items).toHaveLength(1);
  });

  it("is kept by an MCP server", async () => {
    const { id } = await newMcpServer(owner);
    const { tools } = await (await connectMcp(`${id}?user_id=ada`, { "x-api-key": owner.key })).listTools();
    const tool = tools.find(({ name }) => name === SLUG);
    expect(namesOf(tool?.inputSchema as Schema)).toEqual(ORDER);
    expect(namesOf((tool?.inputSchema as Schema)?.properties?.subject)).toEqual(ORDER);
  });

  const options = () => ({ apiKey: owner.key, baseURL, allowTracking: false, disableVersionCheck: true });
  it.each([
    ["core 0.21.0", () => new NextComposio(options())],
    ["core 0.19.0", () => new CurrentComposio(options())],
    ["core 0.5.4", () => new LegacyComposio(options())],
  ])("is kept by %s", async (_, connect) => {
    const sdk = connect() as { tools: CurrentComposio["tools"] };
    const { inputParameters, outputParameters } = await sdk.tools.getRawComposioToolBySlug(SLUG);
    expect(ordersOf(inputParameters as Schema, outputParameters as Schema)).toEqual([ORDER, ORDER, ORDER]);
  });
});
