/** Streams, questions and cancellations of MCP where two copies of the app answer the messages of one client. */
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createApiKey, findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { countStream } from "./listen-by-request";
import { newPlace, relay } from "./relay";
import { RawObject } from "@/lib/mcp-protocol/surface";
import { connectFirst, connectSecond } from "@/test/mcp-fixture/clients";
import { serveSurface, type Served } from "@/test/mcp-fixture/serve";
import { createFixture } from "@/test/mcp-fixture/surface";
import { createTestOwner } from "@/test/builders/owners";
import { testProgram } from "@/test/setup/test-program";

let here: Served;
let there: string;
let child: ReturnType<typeof startCopy>;
/** The calls that hang here: when the first one began, and when all have ended. */
let hanging: ReturnType<typeof newHanging>;

const startCopy = (key: string) =>
  spawn(process.execPath, [testProgram("test/mcp-fixture/serve-child.ts"), key], {
    stdio: ["pipe", "pipe", "inherit"],
  });

function newHanging() {
  const [changes, left] = [new EventEmitter(), { calls: 0 }];
  return {
    began: once(changes, "began"),
    ended: once(changes, "ended"),
    begin: () => {
      left.calls++;
      changes.emit("began");
    },
    end: () => {
      if (--left.calls === 0) changes.emit("ended");
    },
  };
}

/** The fixture with a tool that hangs, and one with a large answer. */
function surface() {
  const fixture = createFixture();
  const callTool: typeof fixture.callTool = async (call, context) => {
    if (call.name === "large") return new RawObject(JSON.stringify({ content: [{ type: "text", text: LARGE }] }));
    if (call.name !== "hang") return fixture.callTool(call, context);
    hanging.begin();
    await once(context.signal, "abort");
    hanging.end();
    return { content: [] };
  };
  return { ...fixture, callTool };
}
const LARGE = "größer ".repeat(5_000);

beforeEach(() => {
  hanging = newHanging();
});
beforeAll(async () => {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "copies" });
  const caller = await findCallerByApiKey(key);
  if (!caller) throw new Error("The key was just made.");
  here = await serveSurface(surface(), caller);
  child = startCopy(key);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  there = line;
});
afterAll(async () => {
  child.stdin.end();
  await once(child, "close");
  await here.close();
});

/** One message by hand. */
const post = (url: string, message: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });

/** Sends what fits to the other copy. */
const elsewhere =
  (fits: (body: string) => boolean) =>
  (url: string | URL, init?: RequestInit): Promise<Response> => {
    const other = typeof init?.body === "string" && fits(init.body);
    return fetch(other ? String(url).replace(new URL(here.url).origin, new URL(there).origin) : url, init);
  };

it("a question is answered through the other copy", async () => {
  const client = await connectFirst(here.url, {
    capabilities: { elicitation: {} },
    fetch: elsewhere((body) => !body.includes('"method"')),
  });
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "accept", content: { username: "ada" } }));
  const { content } = await client.callTool({ name: "test_elicitation", arguments: { message: "Who?" } });
  expect((content as { text: string }[])[0]?.text).toContain("ada");
  await client.close();
});

it("a client that began at the other copy is asked here, and one that cannot be asked is not", async () => {
  const client = await connectFirst(here.url, {
    capabilities: { elicitation: {} },
    headers: { "user-agent": "known" },
    fetch: elsewhere((body) => body.includes('"initialize"')),
  });
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "decline" }));
  const call = { name: "test_elicitation", arguments: { message: "Who?" } };
  await expect
    .poll(() =>
      client.callTool(call).then(
        ({ content }) => JSON.stringify(content),
        () => "not yet",
      ),
    )
    .toContain("decline");
  const mute = await connectFirst(here.url, { headers: { "user-agent": "mute" } });
  await expect(mute.callTool(call)).rejects.toThrow("-32021");
  await Promise.all([client.close(), mute.close()]);
});

it("a message of the first revision is answered through the stream of the other copy, whatever its size", async () => {
  const url = `${here.url}/sse`;
  const client = await connectFirst(url, { fetch: elsewhere((body) => body.includes("tools/list")) });
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  const { content } = await client.callTool({ name: "large" });
  expect((content as { text: string }[])[0]?.text).toBe(LARGE);
  await client.close();
});

it("a call is canceled through the other copy, by its own client alone", async () => {
  const headers = { "user-agent": "canceling" };
  const client = await connectFirst(here.url, {
    headers,
    fetch: elsewhere((body) => body.includes("notifications/cancelled")),
  });
  const controller = new AbortController();
  const called = client.callTool({ name: "hang" }, undefined, { signal: controller.signal });
  called.catch(() => undefined);
  await hanging.began;
  const cancel = (url: string, of: Record<string, string>) =>
    post(url, { method: "notifications/cancelled", params: { requestId: 1 } }, of);
  expect((await cancel(here.url, { "user-agent": "another" })).status).toBe(202);
  expect((await cancel(`${here.url}?user_id=another`, headers)).status).toBe(202);
  let over = false;
  void hanging.ended.then(() => {
    over = true;
  });
  await client.ping();
  expect(over).toBe(false);
  controller.abort();
  await hanging.ended;
  await expect(called).rejects.toThrow();
  await client.close();
});

/** A stream of the first revision: its address for messages, and its content, event by event. */
async function openStream(user: string, origin = here.url) {
  const leave = new AbortController();
  const answer = await fetch(`${origin}/sse?user_id=${user}`, { signal: leave.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  const next = async (): Promise<string> => {
    for (;;) {
      const event = /event: \w+\ndata: (.*)\n\n/.exec(text);
      if (event) {
        text = text.slice(event.index + event[0].length);
        return event[1] ?? "";
      }
      text += Buffer.from((await reader.read()).value ?? []).toString();
    }
  };
  return { messages: new URL(await next(), origin).href, next, leave: () => leave.abort() };
}

it("returns 404 for another client's stream, and accepts the client's own message from anywhere", async () => {
  const { messages, next, leave } = await openStream("ada");
  expect((await post(messages.replace("user_id=ada", "user_id=bob"), { id: 1, method: "ping" })).status).toBe(404);
  expect((await post(messages.replace(/connection=.*/, "connection=none"), { id: 1, method: "ping" })).status).toBe(
    404,
  );
  const elsewhere = { "user-agent": "another", "x-forwarded-for": "192.0.2.1" };
  expect((await post(messages, { id: 2, method: "ping" }, elsewhere)).status).toBe(202);
  expect(JSON.parse(await next())).toMatchObject({ id: 2, result: {} });
  leave();
});

it("returns 429 for more calls of one stream than run at once, and ends them all when it closes", async () => {
  const { messages, leave } = await openStream("busy");
  const call = (id: number) => post(messages, { id, method: "tools/call", params: { name: "hang" } });
  for (let id = 0; id < 50; id++) expect((await call(id)).status).toBe(202);
  expect((await call(50)).status).toBe(429);
  leave();
  await hanging.ended;
});

it("a client that leaves a stream ends the calls that another copy runs for it", async () => {
  const { messages, leave } = await openStream("leaving", there);
  const call = { id: 1, method: "tools/call", params: { name: "hang" } };
  expect((await post(messages.replace(new URL(there).origin, new URL(here.url).origin), call)).status).toBe(202);
  await hanging.began;
  leave();
  await hanging.ended;
});

it("returns 429 for more streams than a project may have in one copy", () => {
  const open = Array.from({ length: 1_000 }, () => countStream("one"));
  expect(() => countStream("one")).toThrow("This project has as many listening streams as it may");
  open.push(countStream("two"));
  for (const end of open) end();
  countStream("one")();
});

it("a message that would fill the database's queue is not sent to another copy", async () => {
  expect(await relay(newPlace(), "answer", "x".repeat(9 * 1024 * 1024))).toBe(false);
});

it("both generations get progress, and the second one answers a question and continues", async () => {
  const first = await connectFirst(here.url);
  const second = await connectSecond(here.url, { capabilities: { elicitation: {} } });
  const progress: unknown[] = [];
  const call = { name: "test_tool_with_progress" };
  await first.callTool(call, undefined, { onprogress: (step) => progress.push(step) });
  await second.callTool(call, { onprogress: (step) => progress.push(step) });
  expect(progress).toHaveLength(6);
  expect(progress.at(-1)).toMatchObject({ progress: 100, total: 100 });
  second.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { name: "Ada" } }));
  const { content } = await second.callTool({ name: "test_input_required_result_elicitation" });
  expect(JSON.stringify(content)).toContain("Hello, Ada!");
  await Promise.all([first.close(), second.close()]);
});

it("both generations learn that a list has changed", async () => {
  const first = await connectFirst(here.url);
  const arrival = new Promise<void>((resolve) => {
    first.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
  });
  const second = await connectSecond(here.url);
  const listening = await second.listen({ toolsListChanged: true });
  const change = new Promise<void>((resolve) => {
    second.setNotificationHandler("notifications/tools/list_changed", () => resolve());
  });
  await second.callTool({ name: "test_trigger_tool_change" });
  await Promise.all([arrival, change]);
  await listening.close();
  await Promise.all([first.close(), second.close()]);
});
