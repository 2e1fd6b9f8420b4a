/** What MCP servers ask a person in the middle of a call reaches the client that called, and the answer goes back. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { ServerResponse } from "node:http";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { useCustomToolkits } from "@/test/clients/custom-toolkits";
import { connectFirst, connectSecond } from "@/test/mcp-fixture/clients";
import { answer, type Behavior, type RpcRequest } from "@/test/servers/hostile-mcp";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const FORM = {
  message: "Which city?",
  requestedSchema: { type: "object", properties: { city: { type: "string", title: "City" } }, required: ["city"] },
};
const PAGE = { mode: "url", message: "Pay", url: "https://pay.example/1", elicitationId: "e1" };
const TOOLS = ["form", "page", "endless", "large"].map((name) => ({ name, inputSchema: { type: "object" } }));

/** The open call, and what it asks next. */
let open: { id: RpcRequest["id"]; response: ServerResponse; tool: string; count: number } | undefined;
let replies: unknown[] = [];

const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
function ask(): void {
  if (!open) return;
  const large = { ...FORM, message: "x".repeat(30_000) };
  const params = { form: FORM, page: PAGE, endless: FORM, large }[open.tool];
  open.response.write(event({ id: `q${++open.count}`, method: "elicitation/create", params }));
}

/** Asks once, or without end; its result repeats what it was answered. */
const askingServer: Behavior = (request, response) => {
  const { id, method, params } = request;
  if (method === "tools/list") return (answer(response, id, { tools: TOOLS }), true);
  if (method === "tools/call") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    open = { id, response, tool: String(params?.name), count: 0 };
    return (ask(), true);
  }
  if (method !== undefined || !open) return undefined;
  const { result, error } = request as { result?: unknown; error?: unknown };
  replies.push(result ?? error);
  response.writeHead(202).end();
  if (open.tool === "endless" && open.count < 20 && result) ask();
  else {
    const content = [{ type: "text", text: `got ${JSON.stringify(result ?? "a refusal")}` }];
    open.response.end(event({ id: open.id, result: { content, isError: result === undefined } }));
  }
  return true;
};

const stand = useCustomToolkits({ mcp: askingServer });
let address: string;
const clients: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  await stand.register("asking");
  const { body } = await stand.call("POST", "/api/v3/mcp/servers/custom", {
    name: "Asking",
    toolkits: ["custom_asking"],
  });
  address = `${stand.url}/v3/mcp/${String(body.id)}?user_id=ada`;
});
beforeEach(() => {
  [open, replies] = [undefined, []];
});
afterAll(() => Promise.all(clients.map((client) => client.close())));

/** A client that can be asked, and what it is asked. */
async function connect(elicitation: object, reply: object | null, url = address) {
  const headers = { "x-api-key": stand.keys.project };
  const client = await connectFirst(url, { headers, capabilities: { elicitation } });
  clients.push(client);
  const questions: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params);
    if (!reply) throw new Error("no answer");
    return reply as never;
  });
  return { client, questions };
}
const call = async (client: Awaited<ReturnType<typeof connect>>["client"], tool: string) =>
  JSON.stringify(await client.callTool({ name: `CUSTOM_ASKING_${tool}`, arguments: {} }));

it("a form is shown with the name of the toolkit, and the answer goes to the server", async () => {
  const { client, questions } = await connect({}, { action: "accept", content: { city: "Bern" } });
  expect(await call(client, "FORM")).toContain("Bern");
  expect(questions).toMatchObject([{ message: "asking asks: Which city?", requestedSchema: FORM.requestedSchema }]);
  expect(replies).toEqual([{ action: "accept", content: { city: "Bern" } }]);
});

it("a page is opened by a client that can open pages, and refused to one that cannot", async () => {
  const opening = await connect({ url: {} }, { action: "accept" });
  expect(await call(opening.client, "PAGE")).toContain("accept");
  expect(opening.questions).toMatchObject([{ ...PAGE, message: "asking asks: Pay" }]);
  const { client, questions } = await connect({ form: {} }, { action: "accept" });
  expect(await call(client, "PAGE")).toContain("a refusal");
  expect(questions).toEqual([]);
});

it("in a session, too", async () => {
  const { body } = await stand.call("POST", "/api/v3/tool_router/session", {
    user_id: "ada",
    toolkits: { enable: ["custom_asking"] },
    preload: { tools: ["CUSTOM_ASKING_FORM"] },
  });
  const { url } = body.mcp as { url: string };
  const here = stand.url + new URL(url).pathname;
  const { client, questions } = await connect({}, { action: "decline" }, here);
  expect(await call(client, "FORM")).toContain("decline");
  expect(questions).toHaveLength(1);
});

it.each([
  ["a client that cannot be asked", {}],
  ["a client that is asked by the answer only", { second: true }],
])("%s learns why the call was ended", async (_, { second }: { second?: boolean }) => {
  const headers = { "x-api-key": stand.keys.project };
  const client = second
    ? await connectSecond(address, { headers, capabilities: { elicitation: {} } })
    : await connectFirst(address, { headers });
  clients.push(client);
  const result = await client.callTool({ name: "CUSTOM_ASKING_FORM", arguments: {} });
  expect(JSON.stringify(result)).toContain("Such questions cannot be answered here");
});

it("a client that does not answer is told so, and the server gets a cancellation", async () => {
  const { client } = await connect({}, null);
  expect(await call(client, "FORM")).toContain("nobody answered");
  expect(replies).toEqual([{ action: "cancel" }]);
});

it("a server asks five times in one call at most, and nothing large", async () => {
  const { client, questions } = await connect({}, { action: "accept", content: { city: "Bern" } });
  expect(await call(client, "ENDLESS")).toContain("too often");
  expect(questions).toHaveLength(5);
  expect(await call(client, "LARGE")).toContain("too long");
  expect(questions).toHaveLength(5);
});
