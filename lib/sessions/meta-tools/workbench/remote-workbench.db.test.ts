/** COMPOSIO_REMOTE_WORKBENCH and COMPOSIO_REMOTE_BASH_TOOL as agents meet them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { deleteWebSearch, findSearchProvider, setWebSearch, toldWebSearch } from "@/lib/web-search/search-for-project";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { remembered } from "@/test/setup/process-memory";
import { canRunSandboxes } from "@/test/builders/workbench";

const runs = await canRunSandboxes();
const composio = metaToolkit();
const WORKBENCH = "COMPOSIO_REMOTE_WORKBENCH";
const BASH = "COMPOSIO_REMOTE_BASH_TOOL";
const SEARCH_KEY = "the-key-of-the-search";
const LARGE = JSON.stringify({ text: "x".repeat(2000) });
const gmail = {
  name: "Gmail",
  auth: [{ mode: "API_KEY" as const }],
  tools: [
    {
      slug: "GMAIL_FETCH_EMAILS",
      input: { type: "object", properties: { max_results: { type: "integer" }, user_id: { type: "string" } } },
      request: {
        method: "GET" as const,
        path: "/messages",
        parameters: [],
      },
    },
  ],
};
/** What both tools give; each has some of it. */
type Data = {
  results: string | null;
  stdout: string;
  error: string;
  sandbox_id_suffix: string;
  session: { id: string };
  notes?: string[];
  picture_file_paths: string[];
};
type ToolData = Omit<Data, "results"> & {
  results: { response: { data: { preview?: string } } }[];
  remote_file_info: { file_path: string };
};
let client: Client;
let provider: Provider;

beforeAll(async () => {
  await installConnectToolkits({ gmail }, [composio]);
  [client, provider] = [await newClient(), await startProvider()];
  const { body: config } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "gmail" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.auth_config.id },
    connection: { user_id: "ada", state: { val: { generic_api_key: "the-key-of-ada", base_url: provider.baseUrl } } },
  });
  provider.answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ messages: [{ id: "1" }, { id: "2" }] }));
  };
});
afterAll(() => provider.close());

async function execute(slug: string, args: object) {
  const { status, body } = await client.call("POST", `/tools/execute/${slug}`, { user_id: "ada", arguments: args });
  const { outputSchema = {} } = composio.tools.find((tool) => tool.slug === slug) ?? {};
  expect([status, schemaCheck(outputSchema)(body)]).toEqual([200, []]);
  return body as unknown as { successful: boolean; error: string | null; data: Data };
}
const python = (code: string, more: object = {}) =>
  execute(WORKBENCH, { code_to_execute: code, session_id: "abcd", ...more });
const bash = (command: string) => execute(BASH, { command, session_id: "abcd" });

it.each([
  [WORKBENCH, { code_to_execute: "1 + 1" }, { results: null, stdout: "" }],
  [BASH, { command: "ls" }, { stdout: "", stdoutLines: 0, stderrLines: 1 }],
])("%s explains what a server without a workbench lacks, and how to get it", async (slug, args, data) => {
  const savedState = remembered.get("workbench.state");
  const problems = [{ reason: "bubblewrap is not installed.", fix: "Run npm run workbench:install." }];
  remembered.set("workbench.state", { now: { status: "unavailable", problems, notes: [], checkedAt: new Date() } });
  const body = await execute(slug, args).finally(() => remembered.set("workbench.state", savedState));
  expect([body.successful, body.error]).toEqual([
    false,
    expect.stringMatching(/no workbench.*bubblewrap.*workbench:install/),
  ]);
  expect(body.data).toMatchObject(data);
});

describe.runIf(runs)("a workbench with sandboxes", () => {
  it("runs the documented example, whose calls are parts of the cell in the log", async () => {
    const code =
      'result, error = run_composio_tool("GMAIL_FETCH_EMAILS", {"max_results": 5, "user_id": "me"})\n' +
      'if error:\n print("Error:", error)\nelse:\n emails = result.get("data", {})\n ' +
      'print("Fetched:", len(emails.get("messages", [])))';
    const body = await python(code, { thought: "Fetching recent emails for bulk processing" });
    expect(body).toMatchObject({
      successful: true,
      data: { results: "Fetched: 2", stdout: "Fetched: 2\n", stderr: "", error: "", session: { id: "abcd" } },
    });
    expect(body.data.sandbox_id_suffix).toMatch(/^[0-9a-f]{4}$/);
    await flushToolLogs();
    const { rows } = await findToolLogs(client.projectId, { limit: 10, cursor: null, filters: [] } as never);
    const [inner, outer] = ["GMAIL_FETCH_EMAILS", WORKBENCH].map((slug) => rows.find((row) => row.tool_slug === slug));
    expect(inner).toMatchObject({ parent_id: outer?.id, parent_tool: WORKBENCH });
  });

  it("keeps variables between calls with one session_id, and files for bash", async () => {
    await python(
      "rows = [1, 2, 3]\nimport json\njson.dump({'results': rows}, open('/home/user/.code_out/response.json', 'w'))",
    );
    expect((await python("sum(rows)")).data.results).toBe("6");
    expect((await bash('cat /home/user/.code_out/response.json | jq ".results[]"')).data).toMatchObject({
      stdout: "1\n2\n3\n",
      stdoutLines: 3,
      stderr: "",
      stderrLines: 0,
    });
    const other = await execute(WORKBENCH, { code_to_execute: "rows", session_id: "other" });
    expect([other.successful, other.data.error]).toEqual([true, expect.stringContaining("NameError")]);
  });

  it("finds large answers of other calls as files", async () => {
    const tools = [{ tool_slug: "GMAIL_FETCH_EMAILS", arguments: {} }];
    const args = { tools, sync_response_to_workbench: true, session_id: "abcd" };
    const { body } = await client.call("POST", "/tools/execute/COMPOSIO_MULTI_EXECUTE_TOOL", {
      user_id: "ada",
      arguments: args,
    });
    const { file_path: file } = (body as unknown as { data: { remote_file_info: { file_path: string } } }).data
      .remote_file_info;
    expect(file).toMatch(/^\/mnt\/files\/\.composio\/output\//);
    const read = "jq -c '.results[].response.data.messages[].id'";
    expect((await bash(`${read} ${file}; ${read} /home/user/.code_out/response.json`)).data.stdout).toBe(
      '"1"\n"2"\n"1"\n"2"\n',
    );
  });

  it("cuts the timeout to the server's limit, and reports that", async () => {
    expect((await python("1", { timeout: 780 })).data.notes).toEqual([expect.stringContaining("180 seconds")]);
    const late = await python("import time; time.sleep(60)", { timeout: 1 });
    expect([late.successful, late.error, late.data.session.id]).toEqual([
      false,
      expect.stringContaining("longer than 1 seconds"),
      "abcd",
    ]);
  });

  it("returns an address for files, and a path for pictures", async () => {
    const { data } = await python(
      "open('/tmp/report.txt', 'w').write('all is well')\n" +
        "result, error = upload_local_file('/tmp/report.txt')\n" +
        "print(error, sorted(result), result['s3_url'])",
    );
    const [, names = "", url = ""] = /^ (\[.*\]) (\S+)\n$/.exec(data.stdout) ?? [];
    expect(names).toBe("['id', 'message', 's3_url', 's3key', 'type', 'uploaded_file']");
    expect(url).toMatch(/^http:\/\/localhost:3000\/.*report\.txt/);
    const drawn = await python("import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()");
    expect(
      (await bash(`file ${drawn.data.picture_file_paths[0]} || ls ${drawn.data.picture_file_paths[0]}`)).data.stdout,
    ).toMatch(/png/i);
  });

  it("refuses meta tools, a second toolkit and missing configuration, in words", async () => {
    const { data } = await python(`print(run_composio_tool("COMPOSIO_SEARCH_TOOLS", {})[1])
print(invoke_llm("hello")[1])
print(web_search("hello")[1])
first = proxy_execute("GET", "/messages", "gmail")
print(first, proxy_execute("GET", "/messages", "slack")[1])`);
    const lines = data.stdout.split("\n");
    expect(lines[0]).toContain("meta tool");
    expect(lines[1]).toContain("PATCHBAY_LLM_BASE_URL");
    expect(lines[2]).toContain("no web search");
    expect(lines[3]).toMatch("This cell has sent requests to gmail");
  });

  it("finds a tool's large answer that execute stored there, or returns it whole without offload", async () => {
    const { body: session } = await client.call("POST", "/tool_router/session", {
      user_id: "ada",
      workbench: { auto_offload_threshold: 500 },
    });
    const execute = async (tool_slug: string, toolArguments: object, offload: boolean) => {
      const path = `/tool_router/session/${session.session_id}/execute`;
      const requestBody = { tool_slug, arguments: toolArguments, enable_auto_workbench_offload: offload };
      return (await client.call("POST", path, requestBody)).body.data as unknown as ToolData;
    };
    const before = provider.answer;
    provider.answer = (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(LARGE);
    const result = await execute("GMAIL_FETCH_EMAILS", {}, true);
    const tools = [{ tool_slug: "GMAIL_FETCH_EMAILS", arguments: {} }];
    const many = { tools, sync_response_to_workbench: false };
    expect((await execute("COMPOSIO_MULTI_EXECUTE_TOOL", many, true)).results[0]?.response.data.preview).toBeTruthy();
    const whole = await execute("COMPOSIO_MULTI_EXECUTE_TOOL", many, false);
    expect([await execute("GMAIL_FETCH_EMAILS", {}, false), whole.results[0]?.response.data]).toEqual(
      Array(2).fill(JSON.parse(LARGE)),
    );
    provider.answer = before;
    expect(result).toMatchObject({ preview: expect.stringContaining('"text"'), message: expect.any(String) });
    const code = `import json\nprint(json.load(open("${result.remote_file_info.file_path}")) == json.loads('${LARGE}'))`;
    expect((await execute(WORKBENCH, { code_to_execute: code }, true)).stdout).toBe("True\n");
  });

  it("searches the web on the project's own provider", async () => {
    await setWebSearch(client.projectId, { provider: "searxng", base_url: provider.baseUrl, api_key: SEARCH_KEY });
    const before = provider.answer;
    provider.answer = ({ url, headers }, response) => {
      const { pathname, searchParams: query } = new URL(url, provider.baseUrl);
      const content = `${pathname} ${query.get("q")} ${query.get("format")} ${headers.authorization === `Bearer ${SEARCH_KEY}`}`;
      const results = [{ title: "Rain", url: "https://weather.example/", content }];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results, answers: [] }));
    };
    const { data } = await python('found, error = web_search("rain in Bonn")\nprint(found, [error])');
    provider.answer = before;
    expect(data.stdout).toBe("1. Rain\nhttps://weather.example/\n/search rain in Bonn json true ['']\n");
  });
});

it("a search provider's key is sealed, never shown, and kept only for its own address", async () => {
  const { projectId } = client;
  const searchSettings = { provider: "searxng" as const, base_url: provider.baseUrl };
  await setWebSearch(projectId, { ...searchSettings, api_key: SEARCH_KEY });
  expect((await setWebSearch(projectId, searchSettings)).project).toMatchObject({ provider: "searxng", has_key: true });
  const row = await db.projectWebSearch.findUnique({ where: { projectId } });
  expect(JSON.stringify([row, await toldWebSearch(projectId)])).not.toContain(SEARCH_KEY);
  for (const other of [{ ...searchSettings, base_url: "https://other.example" }, { provider: "brave" as const }])
    await expect(setWebSearch(projectId, other)).rejects.toMatchObject({ status: 400 });
  expect(await findSearchProvider(projectId)).toMatchObject({ baseUrl: searchSettings.base_url, apiKey: SEARCH_KEY });
  Object.assign(env(), { webSearch: { provider: "brave", baseUrl: undefined, apiKey: "of the server" } });
  expect(await findSearchProvider(projectId)).toMatchObject({ provider: "searxng" });
  expect(await deleteWebSearch(projectId)).toEqual({ project: null, server: { provider: "brave" } });
  expect(await findSearchProvider(projectId)).toMatchObject({ provider: "brave", apiKey: "of the server" });
  Object.assign(env(), { webSearch: undefined });
});
