/** The client against the official server that shows everything, over both transports. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";
import { startEverything, type EverythingServer } from "@/test/servers/everything-server";
import type { McpExchange } from "./exchange-fetch";
import type { Questioner, ServerQuestion } from "./server-question";

let send: typeof import("@/lib/kernel/outbound/send")["send"];
let listMcpTools: typeof import("./list-mcp-tools")["listMcpTools"];
let callMcpTool: typeof import("./call-mcp-tool")["callMcpTool"];
const servers: Partial<Record<"streamableHttp" | "sse", EverythingServer>> = {};

beforeAll(async () => {
  [servers.streamableHttp, servers.sse] = await Promise.all([
    startEverything("streamableHttp"),
    startEverything("sse"),
  ]);
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "127.0.0.1:*");
  forgetSettings();
  ({ send } = await import("@/lib/kernel/outbound/send"));
  ({ listMcpTools } = await import("./list-mcp-tools"));
  ({ callMcpTool } = await import("./call-mcp-tool"));
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
});

const exchange: McpExchange = (request) => send({ projectId: "p", ...request });
const serverOf = (transport: "streamableHttp" | "sse") => ({
  projectId: "p",
  url: servers[transport]?.url ?? "",
  exchange,
});
const never = new AbortController().signal;

describe.each([
  ["streamableHttp", "streamable"],
  ["sse", "sse"],
] as const)("over %s", (transport, kind) => {
  const call = (name: string, args: Record<string, unknown>, onProgress?: (progress: object) => void) =>
    callMcpTool(serverOf(transport), { name, arguments: args }, { signal: never, timeoutMs: 30_000, onProgress });

  it("its tools are listed", async () => {
    const list = await listMcpTools(serverOf(transport), never);
    expect(list).toMatchObject({ transport: kind, revision: "2025-11-25", problems: [] });
    expect(list.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["echo", "get-sum", "get-tiny-image"]));
    expect(list.tools.find(({ name }) => name === "get-sum")?.inputSchema).toMatchObject({ type: "object" });
  });

  it("texts, images and structured content are answered", async () => {
    expect(await call("echo", { message: "hello" })).toMatchObject({
      isError: false,
      content: [{ type: "text", text: "Echo: hello" }],
    });
    expect((await call("get-tiny-image", {})).content).toContainEqual(
      expect.objectContaining({ type: "image", mimeType: "image/png", data: expect.any(String) }),
    );
    expect(await call("get-structured-content", { location: "Chicago" })).toMatchObject({
      structuredContent: { temperature: expect.any(Number) },
    });
  });

  it("a refusal of the tool is a result", async () => {
    expect(await call("get-sum", { a: "no number", b: 1 })).toMatchObject({ isError: true });
  });

  it("its progress arrives while it works", async () => {
    const progress: object[] = [];
    await call("trigger-long-running-operation", { duration: 0.2, steps: 2 }, (update) => progress.push(update));
    // The last can come together with the result, and is then of no use.
    expect(progress[0]).toMatchObject({ progress: 1, total: 2 });
  });

  it("its questions are answered by whoever can answer them", async () => {
    const questions: ServerQuestion[] = [];
    const questioner: Questioner = {
      modes: ["form", "url"],
      ask: async (question) => {
        questions.push(question);
        return { action: "accept", content: { name: "Ada", check: true } };
      },
    };
    const server = { ...serverOf(transport), questioner };
    const run = (name: string, args: object) =>
      callMcpTool(server, { name, arguments: { ...args } }, { signal: never, timeoutMs: 30_000 });
    expect(JSON.stringify(await run("trigger-elicitation-request", {}))).toContain("Ada");
    const address = { url: "https://example.com/sign-in", message: "Sign in" };
    expect(await run("trigger-url-elicitation", address)).toMatchObject({ isError: false });
    expect(questions.map(({ mode }) => mode)).toEqual(["form", "url"]);
  });

  it("a call that its caller gives up ends at once", async () => {
    const caller = new AbortController();
    const work = callMcpTool(
      serverOf(transport),
      { name: "trigger-long-running-operation", arguments: { duration: 600, steps: 600 } },
      { signal: caller.signal, timeoutMs: 600_000, onProgress: () => caller.abort() },
    );
    await expect(work).rejects.toMatchObject({ name: "McpFailure", kind: "timeout" });
  });
});
