/**
 * Later features of sessions, through the newer official SDKs over HTTP: execute, search, update, delete, custom tools.
 */
import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod/v3";
import { toSandboxSnippet } from "@/components/sessions/session-snippets";
import {
  account,
  ALL,
  allow,
  ask,
  requests,
  CURRENT,
  forgetAsked,
  META,
  names,
  NEXT,
  origin,
  projectKey,
  provider,
  send,
  setServices,
} from "../clients/session-sdks";

describe.each([NEXT, CURRENT])("$name", ({ connect, tool, toolkit }) => {
  const wrap = tool("wrap", {
    name: "Wrap",
    description: "Wraps a parcel",
    inputParams: z.object({ parcel: z.string(), paper: z.string().optional() }),
    execute: (input: { parcel: string }) => Promise.resolve({ wrapped: input.parcel }),
  } as never);
  const label = tool("label", {
    name: "Label",
    description: "Labels a parcel",
    extendsToolkit: "loopback",
    preload: true,
    inputParams: z.object({ parcel: z.string() }),
    execute: (
      input: { parcel: string },
      context: { execute: (slug: string, args: object) => Promise<{ successful: boolean }> },
    ) => context.execute("LOOPBACK_GET_PARCEL", { parcel_id: input.parcel }),
  } as never);
  const ribbons = toolkit("ribbons", {
    name: "Ribbons",
    description: "Ribbons for parcels",
    tools: [
      tool("cut", {
        name: "Cut",
        description: "Cuts a ribbon",
        inputParams: z.object({ length: z.number() }),
        execute: (input: { length: number }) => Promise.resolve({ cut: input.length }),
      } as never),
    ],
  } as never);
  const ownTools = { customTools: [wrap, label], customToolkits: [ribbons] };

  it("create: takes the options that came later", async () => {
    const sdk = connect();
    for (const options of [
      { connectedAccounts: { loopback: [account] } },
      { sandbox: { enable: true, enableProxyExecution: true, sandboxSize: "medium" } },
      { multiAccount: { enable: true } },
      { multiAccount: { enable: true, maxAccountsPerToolkit: 3, requireExplicitSelection: false } },
      { preload: { tools: ["LOOPBACK_GET_PARCEL"] } },
      { toolkits: ["loopback"], preload: { tools: "all" } },
      { tools: { loopback: ["LOOPBACK_GET_PARCEL"] }, preload: { tools: "all" } },
      { toolkits: ["loopback"], sessionPreset: "direct_tools" },
      { tools: { loopback: { enable: ["LOOPBACK_GET_PARCEL"] } }, sessionPreset: "direct_tools" },
      { experimental: { assistivePrompt: { userTimezone: "Europe/Berlin" } } },
      { premiumUsage: false },
      { premiumUsage: { toolkits: { enable: ["loopback"] }, returnPremiumCharge: true } },
    ])
      expect(await sdk.create("ada", options as object), JSON.stringify(options)).toMatchObject({
        sessionId: expect.stringMatching(/^trs_/) as string,
      });
  });

  it("the preset of direct tools gives the apps' tools alone", async () => {
    const session = await connect().create("ada", { ...ALL, sessionPreset: "direct_tools" });
    expect(names(await session.tools()).sort()).toEqual(["LOOPBACK_CANCEL_PARCEL", "LOOPBACK_GET_PARCEL"]);
    const options = { tools: { loopback: ["LOOPBACK_GET_PARCEL"] }, sessionPreset: "direct_tools" as const };
    expect(names(await (await connect().create("ada", options)).tools())).toEqual(["LOOPBACK_GET_PARCEL"]);
  });

  it("execute: an app's tool and a meta tool", async () => {
    const session = await connect().create("ada", { ...ALL, preload: { tools: ["LOOPBACK_GET_PARCEL"] } });
    expect(names(await session.tools())).toEqual(expect.arrayContaining([...META, "LOOPBACK_GET_PARCEL"]));
    const answer = await session.execute("LOOPBACK_GET_PARCEL", { parcel_id: "p1" }, { account });
    expect(answer).toMatchObject({ error: null, logId: expect.stringMatching(/^log_/) });
    expect(provider.seen.map(({ url }) => url)).toEqual(["/parcels?parcel_id=p1"]);
    const result = await session.execute("COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "get a parcel" }] });
    expect(result).toMatchObject({ error: null, data: { success: true } });
    const many = await session.execute("COMPOSIO_MULTI_EXECUTE_TOOL", {
      tools: ["p2", "p3"].map((id) => ({ tool_slug: "LOOPBACK_GET_PARCEL", arguments: { parcel_id: id } })),
      sync_response_to_workbench: false,
    });
    expect(many).toMatchObject({ error: null, data: { results: [{ index: 0 }, { index: 1 }] } });
  });

  it("execute: a call that waits says where somebody decides, and gives its result after that", async () => {
    const session = await connect().create("ada", ALL);
    // As rules of the project: the SDKs cannot set them when they create a session.
    await ask("LOOPBACK_CANCEL_PARCEL", "ask_always");
    const cancel = () => session.execute("LOOPBACK_CANCEL_PARCEL", { parcel_id: "p1" });
    const first = await cancel();
    expect(first).toMatchObject({ data: {}, error: expect.stringMatching(/waiting for approval.*\/approvals\/apr_/) });
    expect(await session.execute("LOOPBACK_GET_PARCEL", { parcel_id: "p1" })).toMatchObject({ error: null });
    expect(provider.seen.map(({ method }) => method)).toEqual(["GET"]);
    const id = /apr_\w+/.exec(first.error ?? "")?.[0] ?? "";
    await allow(id);
    expect(await cancel()).toMatchObject({ error: null, logId: expect.stringMatching(/^log_/) });
    expect(provider.seen.map(({ method }) => method)).toEqual(["GET", "POST"]);
    await ask("LOOPBACK_CANCEL_PARCEL", "always_allow");
  });

  it("search: the primary tools, their schemas and connections", async () => {
    const session = await connect().create("ada", ALL);
    const result = await session.search({ query: "cancel a parcel", toolkits: ["loopback"] });
    expect(result).toMatchObject({ success: true, results: [{ index: 1, toolkits: ["loopback"] }] });
    expect(result.results[0]?.primaryToolSlugs).toContain("LOOPBACK_CANCEL_PARCEL");
    expect(result.toolSchemas.LOOPBACK_CANCEL_PARCEL).toMatchObject({ toolSlug: "LOOPBACK_CANCEL_PARCEL" });
    expect(result.toolkitConnectionStatuses[0]).toMatchObject({ toolkit: "loopback", hasActiveConnection: true });
  });

  it("authorize with an alias; ensureConnected where there is a connection", async () => {
    const session = await connect().create("ada", { toolkits: ["keyed", "loopback"] });
    const request = await session.authorize("keyed", { alias: `work of ${Math.random()}` });
    expect(request.id).toMatch(/^ca_/);
    expect(await session.ensureConnected("loopback")).toEqual({
      toolkit: "loopback",
      wasConnected: true,
      connectedAccount: { id: account, status: "ACTIVE" },
    });
  });

  it("proxyExecute: a request of one's own", async () => {
    const session = await connect().create("ada", ALL);
    expect(await session.proxyExecute({ toolkit: "loopback", endpoint: "/parcels", method: "GET" })).toMatchObject({
      status: 200,
      data: { url: "/parcels" },
    });
  });

  it("update: changes what is named, and delete ends the session", async () => {
    const sdk = connect();
    const session = await sdk.create("ada", { ...ALL, multiAccount: { enable: true, maxAccountsPerToolkit: 3 } });
    expect(await session.update({ toolkits: ["github"], manageConnections: false })).toMatchObject({
      toolkits: { enabled: ["github"] },
      manage_connections: { enabled: false },
    });
    expect(session.configVersion).toBe(2);
    const cleared = await session.update({ manageConnections: null, workbench: null, multiAccount: null });
    expect(cleared).toMatchObject({ manage_connections: { enabled: true }, multi_account: { enable: false } });
    expect(cleared).not.toHaveProperty("multi_account.max_accounts_per_toolkit");
    expect(await session.delete()).toEqual({ sessionId: session.sessionId, deleted: true });
    await expect(session.tools()).rejects.toMatchObject({ status: 404 });
    await expect(session.execute("LOOPBACK_GET_PARCEL", {})).rejects.toMatchObject({ status: 404 });
    await expect(session.search({ query: "a parcel" })).rejects.toMatchObject({ status: 404 });
  });

  it("custom tools run here, are found, and call the session's tools", async () => {
    const sdk = connect();
    const session = await sdk.create("ada", { ...ALL, experimental: ownTools });
    const slugs = session.customTools().map(({ slug }) => slug);
    expect(slugs).toEqual(["LOCAL_WRAP", "LOCAL_LOOPBACK_LABEL", "LOCAL_RIBBONS_CUT"]);
    expect(session.customToolkits()).toMatchObject([{ slug: "ribbons", tools: [{ slug: "LOCAL_RIBBONS_CUT" }] }]);
    forgetAsked();
    expect(await session.execute("wrap", { parcel: "p1" })).toMatchObject({ error: null, data: { wrapped: "p1" } });
    expect(await session.execute("LOCAL_RIBBONS_CUT", { length: 3 })).toMatchObject({ data: { cut: 3 } });
    expect(requests).toEqual([]);
    const answer = await session.execute("LOCAL_LOOPBACK_LABEL", { parcel: "p9" });
    expect([answer.error, provider.seen.map(({ url }) => url)]).toEqual([null, ["/parcels?parcel_id=p9"]]);
    expect(names(await session.tools())).toContain("LOCAL_LOOPBACK_LABEL");
    const result = await session.search({ query: "wrap a parcel" });
    expect(
      result.results.flatMap((searchResult) => [...searchResult.primaryToolSlugs, ...searchResult.relatedToolSlugs]),
    ).toContain("LOCAL_WRAP");
    const again = await sdk.use(session.sessionId, ownTools);
    expect(again.customTools().map(({ slug }) => slug)).toEqual(slugs);
    expect(await again.execute("LOOPBACK_GET_PARCEL", { parcel_id: "p8" })).toMatchObject({ error: null });
  });

  it("403: a tool outside the session's rules, by the rule", async () => {
    const session = await connect().create("ada", { tools: { loopback: { disable: ["LOOPBACK_CANCEL_PARCEL"] } } });
    await expect(session.execute("LOOPBACK_CANCEL_PARCEL", { parcel_id: "p1" })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("tools.loopback.disable") as string,
    });
    expect([provider.seen, requests.filter((request) => request.endsWith("/execute")).length]).toEqual([[], 1]);
  });

  it("lists and deletes the files of the session, and gives addresses for them", async () => {
    const session = await connect().create("ada", ALL);
    const { files } = session.experimental;
    expect((await files.list()).items).toEqual([]);
    const target = await send(`/api/v3/tool_router/session/${session.sessionId}/mounts/files/upload_url`, {
      mount_relative_path: "a.txt",
      mimetype: "text/plain",
    });
    const { upload_url: url } = (await target.json()) as { upload_url: string };
    expect((await fetch(url, { method: "PUT", body: "one", headers: { "content-type": "text/plain" } })).status).toBe(
      200,
    );
    expect(JSON.stringify((await files.list()).items)).toContain("a.txt");
    await files.delete("a.txt");
    expect((await files.list()).items).toEqual([]);
  });
});

describe("a sandbox of one's own", () => {
  const run = promisify(execFile);
  const BARE = { NODE_ENV: "test", PATH: process.env.PATH } as const;
  const CHAT_REPLY = { choices: [{ message: { content: "Hello." } }] };
  const SEARCH_REPLY = { results: [{ title: "Rain", url: "https://weather.example/", content: "Much." }], answers: [] };
  const WORDS = "1. Rain\nhttps://weather.example/\nMuch.";

  async function open(): Promise<{ id: string; key: string }> {
    await setServices();
    provider.answer = ({ url }, response) => {
      const body = url.startsWith("/v1/") ? CHAT_REPLY : url.startsWith("/search") ? SEARCH_REPLY : { parcel: url };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const sessionResponse = await send("/api/v3/tool_router/session", { user_id: "ada", workbench: { enable: false } });
    const { session_id: id } = (await sessionResponse.json()) as { session_id: string };
    const keyResponse = await send(`/api/v3/internal/patchbay/sessions/${id}/access_keys`, {});
    return { id, key: ((await keyResponse.json()) as { key: string }).key };
  }

  it("runs the helpers that the session's page gives, with the key of that session alone", async () => {
    const { id, key } = await open();
    const cwd = mkdtempSync(path.join(tmpdir(), "own-sandbox-"));
    const [fetched] = toSandboxSnippet({ origin: origin(), id, key, tool: null }).split("\npython3 ");
    const script = `${fetched}\npython3 ${path.resolve("test/children/own-sandbox.py")}`;
    const { stdout } = await run("sh", ["-e", "-c", script], { cwd, env: { ...BARE, PYTHONPATH: cwd } });
    const { url, ...output } = JSON.parse(stdout) as Record<string, unknown>;
    expect(output).toEqual({
      calls: Array.from({ length: 8 }, (_, index) => `/parcels?parcel_id=${index}`),
      refused: [expect.stringContaining("meta tool"), expect.stringContaining("LOOPBACK_NOTHING")],
      said: ["Hello.", ""],
      found: [WORDS, ""],
      sent: [200, "/parcels?a=1"],
      stored: [["id", "message", "s3_url", "s3key", "type", "uploaded_file"], "note.txt", "text/plain", ""],
      several: "files.zip",
      linked: "",
    });
    expect(await (await fetch(url as string)).text()).toBe("one");
    expect(requests.some((request) => request.includes(key))).toBe(false);
  });

  it.each(["COMPOSIO_WORKBENCH_ACCESS_KEY", "COMPOSIO_API_KEY"])("runs the helpers of others with %s", async (name) => {
    const { id, key } = await open();
    const keys = name === "COMPOSIO_API_KEY" ? projectKey() : key;
    const env = { ...BARE, BACKEND_URL: origin(), COMPOSIO_TOOLROUTER_SESSION_ID: id, [name]: keys };
    const { stdout } = await run("python3", ["test/children/recipe.py"], { env });
    expect(JSON.parse(stdout)).toEqual({
      tool: [null, "/parcels?parcel_id=p1"],
      said: "Hello.",
      found: WORDS,
      sent: [200, "/parcels"],
    });
  });
});
