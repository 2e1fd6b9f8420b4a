/** The guide's examples, one of each kind, as they are written: published, connected, and called. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { connectKey, useCustomToolkits } from "@/test/clients/custom-toolkits";
import { type EverythingServer, startEverything } from "@/test/servers/everything-server";
import { type GraphqlService, startGraphqlService } from "@/test/servers/graphql-service";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const API = "/api/v3";
const DRAFTS = `${API}/internal/patchbay/own_toolkits`;
const KEY = "the-key-of-the-examples-0123456789";
const HOST = "https://post.example.net";

/** The code blocks of each section, in their order. */
const SECTIONS = new Map(
  readFileSync(inRoot("docs/own-toolkits/examples.md"), "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string[]] => [
      section.split("\n", 1)[0] ?? "",
      [...section.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, text = ""]) => text),
    ]),
);
const blocksOf = (name: string): string[] => SECTIONS.get(name) ?? [];
const read = <T>(text: string | undefined): T => JSON.parse(text ?? "") as T;
type Call = { tool_slug: string; arguments: Record<string, unknown> };

const stand = useCustomToolkits({});
let provider: Provider;
let service: GraphqlService;
let everything: EverythingServer;

beforeAll(async () => {
  await installConnectToolkits({});
  [provider, service, everything] = await Promise.all([
    startProvider(),
    startGraphqlService(KEY),
    startEverything("streamableHttp"),
  ]);
});
beforeEach(() => provider.reset());
afterAll(() => Promise.all([provider.close(), service.stop(), everything.stop()]));

async function publish(body: object): Promise<string> {
  const draft = await stand.call("POST", DRAFTS, body);
  expect([draft.status, draft.body]).toMatchObject([201, { summary: { problems: 0 } }]);
  const slug = String(draft.body.slug);
  expect((await stand.call("POST", `${DRAFTS}/${slug}/publish`)).body).toMatchObject({ changed: true });
  return slug;
}

const execute = async ({ tool_slug: slug, arguments: args }: Call) =>
  (await stand.call("POST", `${API}/tools/execute/${slug}`, { user_id: "ada", arguments: args, version: "latest" }))
    .body;

/** The last request as the guide writes requests: method and address, the key, the body. */
function lastRequest(): string {
  const { method = "", url = "", headers, body = "" } = provider.seen.at(-1) ?? {};
  const key = headers?.["x-key"] === KEY ? "X-Key: the key\n" : "";
  return `${method} ${url}\n${key}${body && `\n${body}\n`}`;
}

it.each(["OpenAPI", "Swagger 2.0", "Google Discovery", "Postman", "Tools by hand"])(
  "%s: the call sends what the guide says",
  async (name) => {
    const [document = "", call, request] = blocksOf(name);
    const local = document
      .replaceAll(HOST, provider.baseUrl)
      .replace('"post.example.net"', JSON.stringify(new URL(provider.baseUrl).host))
      .replace('"https"]', '"http"]');
    const slug = await publish({ document: local });
    if (request?.includes("X-Key")) await connectKey(stand, slug, "ada", KEY);
    expect(await execute(read<Call>(call))).toMatchObject({ successful: true });
    expect(lastRequest()).toBe(request);
  },
);

it("integration.yaml: the proxy sends what the guide says", async () => {
  const [document = "", call, request] = blocksOf("integration.yaml");
  const slug = await publish({ document: document.replaceAll(HOST, provider.baseUrl) });
  const account = await connectKey(stand, slug, "ada", KEY);
  const input = { ...read<object>(call), connected_account_id: account };
  expect((await stand.call("POST", `${API}/tools/execute/proxy`, input)).body).toMatchObject({ status: 200 });
  expect(lastRequest()).toBe(request);
});

it("GraphQL: the address becomes a toolkit, and the call answers", async () => {
  const [body, call] = blocksOf("GraphQL");
  await publish(read<object>(body?.replaceAll(HOST, service.url)));
  expect(await execute(read<Call>(call))).toMatchObject({
    ...{ successful: true, data: { data: { parcel: { id: "p1" } } } },
  });
});

it("MCP server: the registration is the toolkit, and the call answers", async () => {
  const [body, call] = blocksOf("MCP server");
  const registration = read<object>(body?.replace("https://mcp.example.com/mcp", everything.url));
  expect((await stand.call("POST", `${API}/custom/toolkits/upsert`, registration)).status).toBe(200);
  expect(await execute(read<Call>(call))).toMatchObject({ data: { content: [{ text: "Echo: hello" }] } });
});
