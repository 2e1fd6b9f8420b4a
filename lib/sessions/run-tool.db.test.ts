/** Meta tools at POST /tools/execute/{slug}: arguments, sessions, the log, and keys against doing things twice. */
import { beforeAll, expect, it } from "vitest";
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import { db } from "@/lib/kernel/database/db";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { isMetaTool } from "./settings/meta-tool-switches";
import type { SessionConfig } from "./settings/contract";
import { type Client, newClient } from "@/test/clients/connect-api";
import type { ConnectToolkit } from "@/test/builders/connect-toolkits";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { META_TOOLS, runMetaTool } from "./meta-tools/run-meta-tool";

const tool = (slug: string) => ({
  slug,
  input: { type: "object", properties: { to: { type: "string" }, subject: { type: "string" } }, required: ["to"] },
  request: { method: "POST" as const, path: "/send", parameters: [] },
});
const mail: ConnectToolkit = {
  name: "Mail",
  auth: [{ mode: "API_KEY" }],
  tools: [{ ...tool("MAIL_SEND"), aliases: ["MAIL_POST"] }, tool("MAIL_SEND_DRAFT"), tool("MAIL_READ")],
};

let client: Client;
let stranger: Client;
const composio = metaToolkit();

beforeAll(async () => {
  await installConnectToolkits({ mail }, [composio]);
  [client, stranger] = [await newClient(), await newClient()];
});

const execute = (slug: string, args: unknown, more: object = {}, headers?: Record<string, string>, by = client) =>
  by.call("POST", `/tools/execute/${slug}`, { arguments: args, user_id: "ada", ...more }, headers);
const schemas = (args: object, more: object = {}, headers?: Record<string, string>) =>
  execute("COMPOSIO_GET_TOOL_SCHEMAS", args, more, headers);
const logs = async (projectId = client.projectId) => {
  await flushToolLogs();
  return (await findToolLogs(projectId, { limit: 10 })).rows;
};
const data = (body: { [name: string]: unknown }) => body.data as Record<string, Record<string, object>>;

it("runs a tool under its older name with its older arguments, if the session offers it", async () => {
  const { status, body } = await execute("COMPOSIO_MANAGE_CONNECTION", { toolkit: "mail" });
  expect([status, body.successful]).toEqual([200, true]);
  expect(Object.keys(data(body).results ?? {})).toEqual(["mail"]);
  const wait = { toolkits: ["mail"], timeout_seconds: 0 };
  expect((await execute("COMPOSIO_WAIT_FOR_CONNECTION", wait)).body).toMatchObject({
    error: { message: expect.stringContaining("does not offer COMPOSIO_WAIT_FOR_CONNECTIONS") as string },
  });
});

it("answers the document's request for schemas with the document's fields", async () => {
  const { status, body } = await schemas({ tool_slugs: ["MAIL_SEND", "MAIL_READ"], session_id: "abcd" });
  expect([status, body.error]).toEqual([200, null]);
  expect(body).toMatchObject({ successful: true, log_id: expect.stringMatching(/^log_/) });
  const { tool_schemas: toolSchemas, ...rest } = data(body);
  expect(rest).toEqual({ success: true, not_found: [], session: { id: "abcd", instructions: expect.any(String) } });
  expect(toolSchemas).toEqual({
    MAIL_SEND: {
      toolkit: "mail",
      tool_slug: "MAIL_SEND",
      description: "MAIL_SEND",
      input_schema: tool("MAIL_SEND").input,
    },
    MAIL_READ: expect.objectContaining({ tool_slug: "MAIL_READ" }),
  });
});

it("has a receipt of a meta tool with the default user, and without the accounts of the tools in it", async () => {
  const { body } = await schemas({ tool_slugs: ["MAIL_SEND"] }, { receipt: true, user_id: undefined });
  expect(body.receipt).toMatchObject({ tool_slug: "COMPOSIO_GET_TOOL_SCHEMAS", user_id: "default", replayed: false });
  expect(body.receipt).not.toHaveProperty("connected_account_id");
});

it("returns the answer's schema on request, and similar slugs for those that do not exist", async () => {
  const { body } = await schemas({ tool_slugs: ["mail_send", "MAIL_SENT"], include: ["output_schema"] });
  expect(Object.keys(data(body).tool_schemas ?? {})).toEqual(["MAIL_SEND"]);
  expect(Object.keys(data(body).tool_schemas?.MAIL_SEND ?? {})).toEqual([
    "toolkit",
    "tool_slug",
    "description",
    "output_schema",
  ]);
  expect(data(body)).toMatchObject({
    success: true,
    not_found: ["MAIL_SENT"],
    suggestions: { MAIL_SENT: ["MAIL_SEND", "MAIL_SEND_DRAFT", "MAIL_READ"] },
    not_found_message: expect.stringContaining("MAIL_SENT"),
  });
});

it("returns the schema under the requested name, also an older one of the tool", async () => {
  const { body } = await schemas({ tool_slugs: ["MAIL_POST", "MAIL_SEND"] });
  const toolSchemas = data(body).tool_schemas ?? {};
  expect(Object.keys(toolSchemas)).toEqual(["MAIL_POST", "MAIL_SEND"]);
  expect(toolSchemas.MAIL_POST).toEqual(toolSchemas.MAIL_SEND);
  expect(toolSchemas.MAIL_POST).toMatchObject({ tool_slug: "MAIL_SEND" });
});

it("is unsuccessful if none of the slugs exists", async () => {
  const { status, body } = await schemas({ tool_slugs: ["MAIL_SENT"] });
  expect([status, body.successful, data(body).success]).toEqual([200, false, false]);
  expect(body.error).toContain("MAIL_SENT");
});

it("answers in the form that its description promises", async () => {
  const described = composio.tools.find(({ slug }) => slug === "COMPOSIO_GET_TOOL_SCHEMAS")?.outputSchema ?? {};
  for (const slug of ["MAIL_SEND", "MAIL_SENT"])
    expect(schemaCheck(described)((await schemas({ tool_slugs: [slug] })).body)).toEqual([]);
});

it.each([
  ["COMPOSIO_GET_TOOL_SCHEMAS", {}, "tool_slugs"],
  ["COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: [] }, "tool_slugs"],
  ["COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: ["A"], include: ["all"] }, "include"],
  ["COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: ["A"], session_id: "no such/word" }, "session_id"],
  ["COMPOSIO_SEARCH_TOOLS", { queries: [] }, "queries"],
  ["COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "" }] }, "queries"],
  ["COMPOSIO_SEARCH_TOOLS", {}, "queries"],
  ["COMPOSIO_MULTI_EXECUTE_TOOL", { tools: [] }, "tools"],
  ["COMPOSIO_MULTI_EXECUTE_TOOL", { tools: Array(51).fill({ tool_slug: "A", arguments: {} }) }, "tools"],
  ["COMPOSIO_MULTI_EXECUTE_TOOL", { tools: [{ tool_slug: "A" }] }, "tools"],
  ["COMPOSIO_MANAGE_CONNECTIONS", { toolkits: [{ action: "list" }] }, "toolkits"],
  ["COMPOSIO_WAIT_FOR_CONNECTIONS", { toolkits: ["mail"], mode: "some" }, "mode"],
  ["COMPOSIO_REMOTE_WORKBENCH", { code_to_execute: "1", timeout: 781 }, "timeout"],
])("returns 422 for %s with %j, and names %s", async (slug, args, named) => {
  const { status, body } = await execute(slug, args);
  expect(status).toBe(422);
  expect(body.error?.errors?.join(" ") ?? "").toContain(named);
});

it("returns 422 for fields that only requests to providers have", async () => {
  const { status, body } = await schemas({ tool_slugs: ["MAIL_SEND"] }, { dry_run: true });
  expect([status, body.error?.errors]).toEqual([422, ["dry_run: is not for meta tools"]]);
});

it("returns 404 for a session of another user, and of another project", async () => {
  const ownAnswer = await execute("COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: ["MAIL_SEND"] });
  const [row] = await logs();
  const id = row?.session_id ?? "";
  expect([ownAnswer.status, id]).toEqual([200, expect.stringMatching(/^trs_/)]);
  const args = { tool_slugs: ["MAIL_SEND"], session_id: id };
  expect((await schemas(args)).status).toBe(200);
  expect((await schemas(args, { user_id: "bob" })).status).toBe(404);
  expect((await execute("COMPOSIO_GET_TOOL_SCHEMAS", args, {}, {}, stranger)).status).toBe(404);
});

it("continues in the session with the same word, for one user only", async () => {
  const count = () => db.toolRouterSession.count({ where: { projectId: client.projectId, word: "goeson" } });
  const args = { tool_slugs: ["MAIL_SEND"], session_id: "goeson" };
  await schemas(args);
  await schemas(args);
  expect(await count()).toBe(1);
  await schemas(args, { user_id: "bob" });
  expect(await count()).toBe(2);
});

it("logs one row of kind meta, with the session and the arguments", async () => {
  const { body } = await schemas({ tool_slugs: ["MAIL_READ"], session_id: "logged" });
  const [row] = await logs();
  expect(row).toMatchObject({
    id: body.log_id,
    kind: "meta",
    tool_slug: "COMPOSIO_GET_TOOL_SCHEMAS",
    status: "success",
  });
  expect(row).toMatchObject({ toolkit_slug: "composio", user_id: "ada", session_id: expect.stringMatching(/^trs_/) });
  const response = await schemas({});
  expect(response.status).toBe(422);
  expect((await logs())[0]).toMatchObject({ kind: "meta", status: "failed", session_id: null });
});

it("runs once for an Idempotency-Key, and opens one session", async () => {
  const key = { "idempotency-key": "the-same-call" };
  const args = { tool_slugs: ["MAIL_READ"] };
  const sessions = () => db.toolRouterSession.count({ where: { projectId: client.projectId } });
  const first = await schemas(args, {}, key);
  const before = await sessions();
  expect((await schemas(args, {}, key)).body).toEqual(first.body);
  expect(await sessions()).toBe(before);
  const other = await schemas({ tool_slugs: ["MAIL_SEND"] }, {}, key);
  expect([other.status, other.body.error?.slug]).toEqual([409, "IdempotencyKeyReused"]);
});

it("leaves the key of a refused call free", async () => {
  const key = { "idempotency-key": "refused-first" };
  expect((await schemas({}, {}, key)).status).toBe(422);
  expect((await schemas({ tool_slugs: ["MAIL_READ"] }, {}, key)).status).toBe(200);
});

it("returns 403 with the switch for a meta tool that the session does not offer", async () => {
  const config: Partial<SessionConfig> = { search: { enable: false } };
  const call = {
    caller: { projectId: client.projectId, settings: { storePayloads: true } },
    session: plainSession(client.projectId, "ada", config),
    facts: { ...ON, source: {} },
  };
  const error = await runMetaTool("COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: ["MAIL_SEND"] }, call).catch((e) => e);
  expect(error).toMatchObject({ status: 403, message: expect.stringContaining("search.enable") });
});

it("returns no schema of a tool outside of the session's rules, and does not suggest it", async () => {
  const call = {
    caller: { projectId: client.projectId, settings: { storePayloads: true } },
    session: plainSession(client.projectId, "ada", { tools: { mail: { enabled: ["MAIL_READ"] } } }),
    facts: { ...ON, source: {} },
  };
  const args = { tool_slugs: ["MAIL_SEND", "MAIL_READ", "MAIL_SENT"] };
  const answer = await runMetaTool("COMPOSIO_GET_TOOL_SCHEMAS", args, call);
  expect(answer.data).toMatchObject({
    not_found: ["MAIL_SEND", "MAIL_SENT"],
    suggestions: { MAIL_SEND: ["MAIL_READ"], MAIL_SENT: ["MAIL_READ"] },
  });
  expect(Object.keys(answer.data.tool_schemas as object)).toEqual(["MAIL_READ"]);
});

it("returns 422 for a meta tool within another call", async () => {
  const call = {
    caller: { projectId: client.projectId, settings: { storePayloads: true } },
    session: plainSession(client.projectId, "ada"),
    facts: { ...ON, source: {}, parent: { logId: "log_a", toolSlug: "COMPOSIO_MULTI_EXECUTE_TOOL" } },
  };
  await expect(runMetaTool("COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: ["MAIL_SEND"] }, call)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("meta tool"),
  });
});

it("returns 422 for a meta tool that reaches the execution of apps' tools", async () => {
  const caller = { projectId: client.projectId, settings: { storePayloads: true } };
  const input = { arguments: { tool_slugs: ["MAIL_SEND"] } } as ExecutionInput;
  await expect(executeTool(caller, "composio_get_tool_schemas", input, { ...ON, source: {} })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("meta tool"),
  });
});

it("has a description, a switch and code for the same tools", () => {
  const described = composio.tools.map(({ slug }) => slug).sort();
  expect(Object.keys(META_TOOLS).sort()).toEqual(described);
  expect(described.filter((slug) => !isMetaTool(slug))).toEqual([]);
});

it("leaves other tools unchanged, with 404 and similar names for an unknown one", async () => {
  const { status, body } = await execute("COMPOSIO_SEARCH_TOOL", {});
  expect(status).toBe(404);
  expect(body.error?.suggested_fix).toContain("COMPOSIO_SEARCH_TOOLS");
});
