/** Tests the setup for MCP clients: each snippet parses, and contains the URL unchanged. */
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { CLIENTS, toClientName, toClientSetup, type ClientAuth, type ClientKey } from "./client-snippets";

const URL_OF_ADA = "https://patchbay.example.com/v3/mcp/5f0c?user_id=ada%40example.com&signature=a-b_c";
const setupOf = (client: ClientKey, url = URL_OF_ADA, auth: ClientAuth = "signed") =>
  toClientSetup(client, { name: "Support desk", url, auth });

const filesOf = (client: ClientKey, url?: string, auth?: ClientAuth) =>
  setupOf(client, url, auth).pieces.flatMap(({ language, code }) =>
    language === "json" ? [JSON.parse(code) as unknown] : language === "toml" ? [parse(code) as unknown] : [],
  );

describe("the files of clients", () => {
  const ofServers = (entry: object) => ({ mcpServers: { "support-desk": entry } });
  it.each<[ClientKey, object]>([
    ["claude-code", ofServers({ type: "http", url: URL_OF_ADA })],
    ["claude-desktop", ofServers({ command: "npx", args: ["-y", "mcp-remote", URL_OF_ADA] })],
    ["cursor", ofServers({ url: URL_OF_ADA })],
    ["vscode", { servers: { "support-desk": { type: "http", url: URL_OF_ADA } } }],
    ["windsurf", ofServers({ serverUrl: URL_OF_ADA })],
    ["gemini-cli", ofServers({ httpUrl: URL_OF_ADA })],
    ["codex", { mcp_servers: { "support-desk": { url: URL_OF_ADA } } }],
    ["other", ofServers({ type: "http", url: URL_OF_ADA })],
  ])("%s gets its own form", (client, file) => expect(filesOf(client)[0]).toEqual(file));

  it("allow the bridge plain http on another machine, but not on this one", () => {
    const argsOf = (url: string) => JSON.stringify(filesOf("claude-desktop", url));
    expect(argsOf("http://10.0.0.5:3000/v3/mcp/x")).toContain("--allow-http");
    expect(argsOf("http://localhost:3000/v3/mcp/x")).not.toContain("--allow-http");
  });
});

describe("install links", () => {
  it("the link of Cursor contains the transport as base64 of JSON", () => {
    const query = new URL(setupOf("cursor").install ?? "").searchParams;
    expect(query.get("name")).toBe("support-desk");
    expect(JSON.parse(Buffer.from(query.get("config") ?? "", "base64").toString())).toEqual({ url: URL_OF_ADA });
  });

  it("the link of VS Code contains the server as JSON", () => {
    const [scheme, text = ""] = (setupOf("vscode").install ?? "").split("?");
    expect(scheme).toBe("vscode:mcp/install");
    expect(JSON.parse(decodeURIComponent(text))).toEqual({ name: "support-desk", type: "http", url: URL_OF_ADA });
  });
});

describe("commands", () => {
  it.each<ClientKey>(["claude-code", "gemini-cli", "codex"])(
    "%s quotes the URL, because a shell would interpret its &",
    (client) => expect(setupOf(client).pieces[0]?.code).toContain(`'${URL_OF_ADA}'`),
  );
});

describe("a URL that needs a key", () => {
  const URL_OF_SESSION = "https://patchbay.example.com/tool_router/trs_1/mcp";
  const piecesOf = (client: ClientKey) => setupOf(client, URL_OF_SESSION, "key").pieces;

  it.each(Object.keys(CLIENTS) as ClientKey[])(
    "%s sends the key by a variable, or is told to use a server",
    (client) => {
      const { obstacle } = setupOf(client, URL_OF_SESSION, "key");
      if (piecesOf(client).length === 0) return expect(obstacle).toContain("Create an MCP server");
      for (const { code } of piecesOf(client)) expect(code).toMatch(/PATCHBAY_API_KEY|patchbay-key/);
    },
  );

  it("has VS Code ask for the key, and Codex read it from the environment", () => {
    expect(filesOf("vscode", URL_OF_SESSION, "key")[0]).toMatchObject({
      inputs: [{ id: "patchbay-key", password: true }],
      servers: { "support-desk": { headers: { "x-api-key": "${input:patchbay-key}" } } },
    });
    expect(filesOf("codex", URL_OF_SESSION, "key")[0]).toEqual({
      mcp_servers: { "support-desk": { url: URL_OF_SESSION, bearer_token_env_var: "PATCHBAY_API_KEY" } },
    });
  });
});

describe("a URL at which people sign in", () => {
  const codeOf = (client: ClientKey) => setupOf(client, URL_OF_ADA, "oauth");
  it("comes with the way to the sign-in where the client does not open it by itself", () => {
    expect(codeOf("codex").pieces[0]?.code).toContain("codex mcp login support-desk");
    expect(codeOf("claude-code").note).toContain("/mcp");
    expect(codeOf("gemini-cli").note).toContain("/mcp auth support-desk");
    expect(codeOf("chatgpt").steps?.join()).toContain("OAuth");
    expect(setupOf("chatgpt").steps?.join()).toContain("no authentication");
  });
});

it("every client has instructions, by steps or by a piece to copy", () => {
  for (const client of Object.keys(CLIENTS) as ClientKey[]) {
    const { steps = [], pieces } = setupOf(client);
    expect(steps.length + pieces.length, client).toBeGreaterThan(0);
  }
});

it("leads Claude Desktop to its file where a connector could not reach the URL", () => {
  const here = setupOf("claude-desktop", "http://localhost:3000/v3/mcp/x");
  expect(here.steps?.join()).toContain("Edit Config");
  expect(here.steps?.join()).not.toContain("Connectors");
  const publicOne = setupOf("claude-desktop");
  expect(publicOne.steps?.join()).toContain("Connectors");
  expect(publicOne.note).toContain("reachable from the internet");
});

it.each<ClientKey>(["chatgpt", "claude-web"])(
  "%s comes with a first warning that it cannot reach this machine or network",
  (client) => {
    for (const host of ["http://localhost:3000", "https://10.0.0.7", "https://172.20.1.1", "https://patchbay.internal"])
      expect(setupOf(client, `${host}/v3/mcp/x`).obstacle, host).toContain("PATCHBAY_PUBLIC_URL");
    expect(setupOf(client, "http://localhost:3000/v3/mcp/x").obstacle).toContain("cannot reach localhost:");
    expect(setupOf(client).obstacle).toBeUndefined();
  },
);

it.each([
  ["Support desk", "support-desk"],
  ["--A  b--", "a-b"],
  ["---", "patchbay"],
])("calls the server %s %s", (name, clientName) => expect(toClientName(name)).toBe(clientName));
