/**
 * The tools of the shipped catalog that MCP clients receive, from a session and from a server of GitHub. Part of the
 * tests of the real catalog, because loading it a second time would take as long as they do.
 */
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as sessionRoute from "@/app/tool_router/[session_id]/mcp/route";
import * as serverRoute from "@/app/v3/mcp/[id]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { createServer } from "@/lib/mcp/servers/servers";
import { createSession } from "@/lib/sessions/sessions";
import { connectFirst, connectSecond } from "@/test/mcp-fixture/clients";
import { serveRoutes, type Served } from "@/test/mcp-fixture/serve";
import { createTestOwner } from "@/test/builders/owners";

type ListedTool = { name: string; inputSchema: Values; annotations?: Values | undefined };
type Page = { tools: ListedTool[]; nextCursor?: string | undefined };
type Lister = { listTools: (params: { cursor?: string }) => Promise<Page>; close: () => Promise<void> };

let served: Served;
let headers: Record<string, string>;
/** Addresses by session or server. */
let addresses: Record<"session" | "github", string>;

async function open(): Promise<void> {
  const { projectId } = await createTestOwner();
  headers = { "x-api-key": (await createApiKey(projectId, { name: "tests" })).key };
  const session = await createSession(projectId, "ada", {});
  const targets = { toolkits: ["github"], authConfigIds: [], allowedTools: [] };
  const server = await createServer(projectId, { name: "GitHub", managedAuth: true, ...targets });
  served = await serveRoutes([sessionRoute.POST, sessionRoute.GET, serverRoute.POST, serverRoute.GET] as never);
  addresses = {
    session: `${served.url}/tool_router/${session.id}/mcp`,
    github: `${served.url}/v3/mcp/${server.id}?user_id=ada`,
  };
}

async function listAll(client: Lister): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  await client.close();
  return tools;
}

const typeOf = ({ type, enum: values, items }: Values): string => {
  if (Array.isArray(values)) return values.map(String).join("|").slice(0, 60);
  return `${[type].flat().join("|")}${isObject(items) ? `<${typeOf(items)}>` : ""}`;
};

/** A tool in one line, so that a change of a tool is one line in a diff. */
function toLine({ name, inputSchema, annotations = {} }: ListedTool): string {
  const required = new Set(inputSchema.required as string[] | undefined);
  const fields = Object.entries((inputSchema.properties ?? {}) as Record<string, Values>).map(
    ([field, schema]) => `${field}${required.has(field) ? "" : "?"}: ${typeOf(schema)}`,
  );
  const hints = Object.entries(annotations).flatMap(([hint, value]) =>
    value === true ? [hint.replace("Hint", "")] : [],
  );
  return `${name}(${fields.sort().join(", ")}) ${hints.sort().join(" ")}`.trimEnd();
}

/** Names of the tools to compare; GitHub has too many to compare them all. */
const EXPECTED_TOOLS = /^COMPOSIO_|_(ISSUES?|PULL_REQUESTS?|GISTS?)(_|$)/;

export function testToolsByMcp(): void {
  beforeAll(open);
  afterAll(() => served.close());

  it.each(["session", "github"] as const)("lists the same to clients of both generations: %s", async (kind) => {
    const [first, second] = [
      await listAll((await connectFirst(addresses[kind], { headers })) as Lister),
      await listAll((await connectSecond(addresses[kind], { headers })) as Lister),
    ];
    expect(second.map(({ name }) => name)).toEqual(first.map(({ name }) => name));
    const ajv = addFormats.default(new Ajv({ strict: false }));
    const invalid = first.filter(({ inputSchema }) => ajv.validateSchema(inputSchema) !== true);
    expect(invalid.map(({ name }) => name)).toEqual([]);
    const lines = first.filter(({ name }) => EXPECTED_TOOLS.test(name)).map(toLine);
    expect(lines.length).toBeGreaterThan(5);
    await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot(`surfaces/${kind}.txt`);
  });
}
