/** What people learn of a toolkit of an MCP server: its picture, where its user connects, and why it was not read. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { png } from "@/test/builders/images";
import { type Body, useCustomToolkits } from "@/test/clients/custom-toolkits";
import { answer } from "@/test/servers/hostile-mcp";

let tools: object[] = [];
let status = 200;
const stand = useCustomToolkits({
  mcp: ({ id, method }, response) => {
    if (status !== 200) return response.writeHead(status).end();
    return method === "tools/list" ? (answer(response, id, { tools }), true) : undefined;
  },
});
const { call, register } = stand;
const KEYED = { auth_schemes: [{ mode: "API_KEY", headers: { "X-Key": "{{generic_api_key}}" } }] };
const toLogo = (size: number) => ({ content: Buffer.from(png(size, size)).toString("base64"), mime_type: "image/png" });
const readingOf = async (slug: string, key?: string) => {
  const path = `/api/v3/internal/patchbay/own_toolkits/${slug}/mcp_tools`;
  return (await call("GET", path, undefined, key)).body.reading as Body;
};
const logoOf = async (slug: string) => {
  const { body } = await call("GET", `/api/v3.1/toolkits/${slug}`);
  return (body.meta as { logo: string }).logo;
};
const fetchLogo = (url: string) => fetch(`${stand.url}${new URL(url).pathname}`);

it("a picture is served at an address of its own, as the image that it is and as nothing else", async () => {
  await register("pictured", { logo_file: toLogo(256) });
  const first = await logoOf("custom_pictured");
  const response = await fetchLogo(first);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(png(256, 256)))).toBe(true);

  await register("pictured", { logo_file: toLogo(512) });
  const second = await logoOf("custom_pictured");
  expect(second).not.toBe(first);
  expect([(await fetchLogo(first)).status, (await fetchLogo(second)).status]).toEqual([404, 200]);
  // The picture stays when only the name changes, and goes with the toolkit.
  await call("PATCH", "/api/v3/custom/toolkits/CUSTOM_PICTURED", { toolkit_config: { name: "Renamed" } });
  expect(await logoOf("custom_pictured")).toBe(second);
  await call("DELETE", "/api/v3/custom/toolkits/CUSTOM_PICTURED");
  expect((await fetchLogo(second)).status).toBe(404);
});

it("no other type is ever served", async () => {
  await register("drawn", { logo_file: toLogo(256) });
  const logo = await logoOf("custom_drawn");
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const file = { content: svg.toString("base64"), mime_type: "image/svg+xml" };
  expect((await register("drawn", { logo_file: file })).status).toBe(400);
  await db.ownMcpServer.updateMany({
    where: { projectId: stand.projectId, slug: "custom_drawn" },
    data: { logo: svg, logoType: "image/svg+xml" },
  });
  expect((await fetchLogo(logo)).status).toBe(404);
});

it("a toolkit for one user comes with the link where this user connects", async () => {
  const { body } = await register("linked", KEYED, "", { user_id: "ada" });
  expect(body).toEqual({ slug: "CUSTOM_LINKED", connect_link: expect.stringMatching(/\/connect\/ln_/) });
  const account = await db.connectedAccount.findFirstOrThrow({
    where: { projectId: stand.projectId, userId: "ada", toolkitSlug: "custom_linked" },
  });
  expect(account.status).toBe("INITIALIZING");
  expect((await fetch(`${stand.url}${new URL(body.connect_link as string).pathname}`)).status).toBe(200);
  expect((await register("everybodys", KEYED, "", { user_id: "all" })).body).toEqual({ slug: "CUSTOM_EVERYBODYS" });
  expect((await register("unsigned", {}, "", { user_id: "ada" })).body).toEqual({ slug: "CUSTOM_UNSIGNED" });
});

it("says why a server was not read and what to do, and which of its tools cannot be used", async () => {
  tools = [{ name: "add", inputSchema: { type: "object" } }, { name: "" }, { name: "long", description: 5 }];
  await register("troubled");
  const problems = [
    { name: "(no name)", problem: "it has no name" },
    { name: "long", problem: "its description is not a text" },
  ];
  expect(await readingOf("custom_troubled")).toMatchObject({ error: null, problems });
  for (const [code, fix] of [
    [401, /connect it again/],
    [500, /the URL is that of the server's MCP endpoint/],
  ] as const) {
    status = code;
    expect((await call("POST", "/api/v3/custom/toolkits/sync", { slug: "CUSTOM_TROUBLED" })).status).toBe(422);
    const error = { message: `The MCP server answered ${code}.`, fix: expect.stringMatching(fix) as string };
    expect(await readingOf("custom_troubled")).toMatchObject({ error, problems });
  }
  status = 200;
  tools = [];
  await call("POST", "/api/v3/custom/toolkits/sync", { slug: "CUSTOM_TROUBLED" });
  expect(await readingOf("custom_troubled")).toMatchObject({ error: null, problems: [] });
  expect(await readingOf("custom_troubled", stand.keys.stranger)).toBeUndefined();
});

it("asks each user for a declared value beside the key, and sends it where its header says", async () => {
  tools = [{ name: "add", description: "Adds.", inputSchema: { type: "object" } }];
  const scheme = {
    ...{ mode: "API_KEY", headers: { "X-Key": "{{generic_api_key}}", "X-Org": "org {{generic_id}}" } },
    additional_fields: { generic_id: { display_name: "Organization" } },
  };
  const { additional_fields: _, ...undeclared } = scheme;
  const unused = { ...scheme, headers: { "X-Key": "{{generic_api_key}}" } };
  for (const wrong of [undeclared, unused])
    expect((await register("organized", { auth_schemes: [wrong] })).status).toBe(400);
  expect((await register("organized", { auth_schemes: [scheme] })).status).toBe(200);
  // Its words can change, what is sent cannot.
  const renamed = { ...scheme, additional_fields: { generic_id: { display_name: "Org", description: "Its ID" } } };
  expect((await register("organized", { auth_schemes: [renamed] })).status).toBe(200);
  expect((await register("organized", { auth_schemes: [unused] })).status).toBe(409);
  const { body: toolkit } = await call("GET", "/api/v3.1/toolkits/custom_organized");
  expect(JSON.stringify(toolkit.auth_config_details)).toContain('"displayName":"Org"');
  const { body: config } = await call("POST", "/api/v3/auth_configs", {
    toolkit: { slug: "custom_organized" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
  });
  const connect = (val: object) =>
    call("POST", "/api/v3/connected_accounts", {
      auth_config: { id: (config.auth_config as { id: string }).id },
      connection: { user_id: "ada", state: { authScheme: "API_KEY", val } },
    });
  const key = "key-of-ada-0123456789";
  const { body: account } = await connect({ generic_api_key: key, generic_id: "acme\r\nX-Evil: 1" });
  const sync = () =>
    call("POST", "/api/v3/custom/toolkits/sync", { slug: "CUSTOM_ORGANIZED", connected_account_id: account.id });
  expect((await sync()).status).not.toBe(200);
  expect(stand.server.requests.filter(({ headers }) => headers["x-evil"])).toEqual([]);
  const { body: usable } = await connect({ generic_api_key: key, generic_id: "acme" });
  const input = { slug: "CUSTOM_ORGANIZED", connected_account_id: usable.id };
  expect((await call("POST", "/api/v3/custom/toolkits/sync", input)).status).toBe(200);
  expect(stand.server.requests.at(-1)?.headers).toMatchObject({ "x-key": key, "x-org": "org acme" });
});
