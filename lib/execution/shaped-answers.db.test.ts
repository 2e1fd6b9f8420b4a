/** Answers in the size that their caller asks for: executions, and calls of MCP clients. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { requireFile } from "@/lib/files/stored-files";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { toToolLogSummary } from "@/lib/logs/wire";
import { ON } from "@/test/builders/origin";
import { askMcp, connectUser, MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { connectMcp } from "@/test/clients/mcp-client";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "./execute-tool";
import type { ExecutionFacts } from "./execution-facts";

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2000, 7)]);
const mail = {
  total: 40,
  messages: Array.from({ length: 40 }, (_, id) => ({
    id,
    subject: `Subject ${id}`,
    html: `<html><head><style>${"p { color: red } ".repeat(40)}</style></head><body><p>Letter ${id}</p></body></html>`,
    labels: [],
    sender: null,
  })),
  picture: png.toString("base64"),
};

let provider: Provider;
let owner: McpOwner;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  owner = await newMcpOwner();
  await connectUser(owner, "ada", "key-of-ada-0123456789");
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  answers(200, mail);
});

const answers = (status: number, body: object): void => {
  provider.answer = (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const run = (
  response: ExecutionInput["response"],
  more: Partial<ExecutionInput> = {},
  facts?: Partial<ExecutionFacts>,
) =>
  executeTool(
    { projectId: owner.projectId, settings: { storePayloads: true } },
    "LOOPBACK_READ",
    { arguments: { q: "tea" }, user_id: "ada", response, ...more },
    { ...ON, source: {}, ...facts },
  );
const metrics = async () => {
  const [row] = (await findToolLogs(owner.projectId, { limit: 1 })).rows;
  return row && toToolLogSummary(row).metrics;
};
async function contentOf(key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await requireFile(owner.projectId, key)).read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it("a tool returns the wanted fields, and the log counts tokens before and after", async () => {
  const { data, successful } = await run({ fields: ["messages[*].subject", "total"] });
  expect([successful, data]).toEqual([
    true,
    { total: 40, messages: mail.messages.map(({ subject }) => ({ subject })) },
  ]);
  const { about_tokens: after, about_tokens_before: before } = (await metrics()) ?? {};
  expect(Number(before)).toBeGreaterThan(8000);
  expect(Number(after)).toBeLessThan(400);
});

it("an answer without a wish stays whole, and nobody counts it", async () => {
  for (const response of [undefined, null, {}]) expect((await run(response)).data).toMatchObject(mail);
  const { about_tokens: after, about_tokens_before: before, shape_ms: time } = (await metrics()) ?? {};
  expect([after, before, time]).toEqual([undefined, undefined, undefined]);
});

it("HTML becomes text, base64 becomes a file, and members without a value are left out", async () => {
  const { data } = await run({ html: "text", blobs: "files", format: "compact", fields: ["messages", "picture"] });
  expect((data.messages as unknown[])[1]).toEqual({ id: 1, subject: "Subject 1", html: "Letter 1" });
  const picture = data.picture as { s3key: string; s3url: string };
  expect(picture).toMatchObject({ mimetype: "image/png", name: "blob-1.png", size: png.length });
  expect(await contentOf(picture.s3key)).toEqual(png);
});

it("TOON comes as one text, and what is too large for max_tokens as its beginning with a file of the whole", async () => {
  expect((await run({ fields: ["messages.subject"], format: "toon" })).data.toon).toMatch(
    /^messages\[40\]\{subject\}:/,
  );
  const { data } = await run({ fields: ["messages.subject"], format: "toon", max_tokens: 60 });
  expect(data).toMatchObject({
    preview: expect.stringMatching(/^messages\[\d+\]\{subject\}:/),
    missing: [expect.stringMatching(/^messages: \d+ of 40 entries$/)],
  });
  const { file_path: key } = data.remote_file_info as { file_path: string };
  expect(JSON.parse((await contentOf(key)).toString())).toEqual({
    messages: mail.messages.map(({ subject }) => ({ subject })),
  });
});

it("repeats of a key get each what they ask for, of one execution", async () => {
  const facts = { idempotencyKey: "smaller" };
  const wishes = [{ fields: ["total"] }, undefined, { fields: ["messages[0].id"] }];
  const [first, second, third] = [
    await run(wishes[0], {}, facts),
    await run(wishes[1], {}, facts),
    await run(wishes[2], {}, facts),
  ];
  expect([first?.data, third?.data]).toEqual([{ total: 40 }, { messages: [{ id: 0 }] }]);
  expect(second?.data).toMatchObject(mail);
  expect(provider.seen).toHaveLength(1);
});

it("a provider's refusal and a dry run stay whole, and a wrong path is refused before anything is sent", async () => {
  answers(400, { problem: "x".repeat(1000) });
  const failed = await run({ fields: ["total"], max_tokens: 50, format: "toon" });
  expect(failed).toMatchObject({ successful: false, data: { problem: "x".repeat(1000), status_code: 400 } });
  expect((await run({ fields: ["total"] }, { dry_run: true })).data).toHaveProperty("request");
  provider.reset();
  await expect(run({ fields: ["a[?(@.b)]"] })).rejects.toMatchObject({ status: 422 });
  expect(provider.seen).toHaveLength(0);
});

it("an MCP client asks for it in _meta, and learns what is wrong in it", async () => {
  const { id } = await newMcpServer(owner);
  const client = await connectMcp(`${id}?user_id=ada`, { "x-api-key": owner.key });
  const call = (response: object) =>
    client.callTool({ name: "LOOPBACK_READ", arguments: { q: "tea" }, _meta: { "patchbay/response": response } });
  expect((await call({ fields: ["total"] })).structuredContent).toMatchObject({ data: { total: 40 } });
  expect(((await call({ fields: ["total"] })).structuredContent as { data: object }).data).toEqual({ total: 40 });
  for (const wrong of [{ fields: "total" }, { max_tokens: 1 }, { other: true }, { fields: ["a b"] }])
    expect(await call(wrong)).toMatchObject({ isError: true, structuredContent: { code: 422 } });
});

it("a default of the project holds where a call says nothing, and {} asks for all", async () => {
  const settings = { storePayloads: true, defaultResponse: { fields: ["total"] } };
  const call = (response?: ExecutionInput["response"]) =>
    executeTool(
      { projectId: owner.projectId, settings },
      "LOOPBACK_READ",
      { arguments: { q: "tea" }, user_id: "ada", response },
      { ...ON, source: {} },
    );
  expect((await call()).data).toEqual({ total: 40 });
  expect((await call({})).data).toMatchObject(mail);
  expect((await call({ fields: ["messages[0].id"] })).data).toEqual({ messages: [{ id: 0 }] });
});

it("a default of an MCP server comes before that of the project, and goes with null", async () => {
  const body = { name: "Small", toolkits: ["loopback"], default_response: { fields: ["messages[1].id"] } };
  const { id } = (await askMcp(owner, "POST", "/servers/custom", body)).body as { id: string };
  const client = await connectMcp(`${id}?user_id=ada`, { "x-api-key": owner.key });
  const call = async (response?: object) => {
    const meta = response && { _meta: { "patchbay/response": response } };
    const result = await client.callTool({ name: "LOOPBACK_READ", arguments: { q: "tea" }, ...meta });
    return (result.structuredContent as { data: object }).data;
  };
  expect(await call()).toEqual({ messages: [{ id: 1 }] });
  expect(await call({ fields: ["total"] })).toEqual({ total: 40 });
  expect(await call({})).toMatchObject(mail);
  const wrong = await askMcp(owner, "PATCH", `/${id}`, { default_response: { fields: ["a b"] } });
  expect(wrong.status).toBe(400);
  const removal = await askMcp(owner, "PATCH", `/${id}`, { default_response: null });
  expect([removal.status, removal.body]).toEqual([
    200,
    expect.not.objectContaining({ default_response: expect.anything() }),
  ]);
  expect(await call()).toMatchObject(mail);
});
