/** Many large bodies at a time: what is held of them is bounded, and whoever sends slowly gives way first. */
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Caller, ProjectCaller } from "@/lib/access/caller";
import { bytesHeld } from "@/lib/kernel/concurrency/held-bytes";
import { answerJson } from "../listener/answer-json";
import { errorAnswer } from "./error-response";
import { MAX_BODY_BYTES, readBody } from "./read-body";

const MB = 1024 * 1024;
const caller = (projectId: string, keyId: string): ProjectCaller => ({
  kind: "project",
  organizationId: "org_1",
  projectId,
  settings: { maskSecrets: true, storePayloads: true },
  by: { kind: "apiKey", keyId },
});
const eventually = (read: () => number) => expect.poll(read, { timeout: 20_000 });
const heldBytes = () => bytesHeld("http.bodies", "process");

/** Callers by the path of their requests; calls at `/.../hang` run until they are let go. */
const CALLERS: Record<string, Caller> = {
  one: caller("pr_1", "ak_1"),
  sibling: caller("pr_1", "ak_2"),
  other: caller("pr_2", "ak_3"),
  stranger: { kind: "anonymous" },
};
let release: (() => void)[] = [];
const server = createServer((incoming, outgoing) => {
  const [, name = "", then] = (incoming.url ?? "").split("/");
  const answer = async (request: Parameters<Parameters<typeof answerJson>[0]["answer"]>[0]) => {
    try {
      const body = await readBody(request, MAX_BODY_BYTES, CALLERS[name]);
      if (then === "hang") await new Promise<void>((resolve) => void release.push(resolve));
      return { status: 200, headers: {}, text: String((body as string).length) };
    } catch (error) {
      return errorAnswer(error, "req_1");
    }
  };
  void answerJson({ answer, params: {} }, incoming, outgoing);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

let open: ClientRequest[] = [];
afterEach(async () => {
  for (const end of release) end();
  for (const outgoing of open) outgoing.destroy();
  [release, open] = [[], []];
  await eventually(heldBytes).toBe(0);
});

type Answer = { status: number | undefined; after: string | undefined; text: string };
/** Sends all of a body but its last byte, which `finish` sends. */
function begin(path: string, bytes: number, headers: Record<string, string> = { "content-length": String(bytes) }) {
  const outgoing = httpRequest({
    port: (server.address() as AddressInfo).port,
    method: "POST",
    path: `/${path}`,
    headers,
  });
  open.push(outgoing);
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.on("error", reject).on("response", (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response
        .on("error", reject)
        .on("end", () => resolve({ status: response.statusCode, after: response.headers["retry-after"], text }));
    });
  });
  answer.catch(() => undefined);
  outgoing.write(`"${"x".repeat(bytes - 2)}`);
  return { answer, finish: () => outgoing.end('"') };
}
const whole = (path: string, bytes: number) => {
  const { answer, finish } = begin(path, bytes);
  finish();
  return answer;
};

describe("bodies of many connections", () => {
  it("429: of one key, above 64 MB those that stand still end; a body that comes at once is taken", async () => {
    const standing = [];
    for (let i = 1; i <= 12; i++) {
      standing.push(begin("one", 9 * MB));
      await eventually(heldBytes).toBeGreaterThan(Math.min(i, 7) * 9 * MB - 200_000);
    }
    expect(heldBytes()).toBeLessThanOrEqual(64 * MB);
    const [first] = await Promise.all(standing.slice(0, 5).map(({ answer }) => answer));
    expect(first).toMatchObject({ status: 429, after: "2", text: expect.stringContaining("bodies of this caller") });
    expect(await whole("one", 9 * MB)).toMatchObject({ status: 200, text: String(9 * MB - 2) });
    expect(await whole("other", 9 * MB)).toMatchObject({ status: 200 });
    expect(heldBytes()).toBeLessThanOrEqual(64 * MB);
  });

  it("counts what a running call holds, for its key and its project, until it is answered", async () => {
    const calls = Array.from({ length: 7 }, () => whole("one/hang", 9 * MB));
    await eventually(() => release.length).toBe(7);
    expect(await whole("one", 2 * MB)).toMatchObject({ status: 429 });
    expect(await whole("one", 1000)).toMatchObject({ status: 200 });
    const more = Array.from({ length: 7 }, () => whole("sibling/hang", 9 * MB));
    await eventually(() => release.length).toBe(14);
    const third = { ...caller("pr_1", "ak_9") };
    CALLERS.third = third;
    expect(await whole("third", 9 * MB)).toMatchObject({ status: 429, text: expect.stringContaining("this project") });
    expect(await whole("other", 9 * MB)).toMatchObject({ status: 200 });
    for (const end of release) end();
    expect((await Promise.all([...calls, ...more])).map(({ status }) => status)).toEqual(Array(14).fill(200));
    await eventually(heldBytes).toBe(0);
  });

  it("503: above 256 MB of all, the slowest ends, whoever it is; without a declared length too", async () => {
    for (let i = 0; i < 5; i++) CALLERS[`p${i}`] = caller(`pr_many_${i}`, `ak_many_${i}`);
    const slow = begin("other", 9 * MB, { "transfer-encoding": "chunked" });
    await eventually(heldBytes).toBeGreaterThan(8 * MB);
    for (let i = 0; i < 28; i++) {
      begin(`p${i % 5}`, 9 * MB);
      await eventually(heldBytes).toBeGreaterThan(Math.min(i + 1, 27) * 9 * MB);
    }
    expect(heldBytes()).toBeLessThanOrEqual(256 * MB);
    expect(await slow.answer).toMatchObject({
      status: 503,
      after: "2",
      text: expect.stringContaining("The server holds"),
    });
  });

  it("strangers have 32 MB together, and do not take the room of callers with a key", async () => {
    for (let i = 0; i < 8; i++) begin("stranger", 9 * MB);
    expect(await whole("one", 9 * MB)).toMatchObject({ status: 200 });
    await eventually(heldBytes).toBeGreaterThan(8 * MB);
    expect(heldBytes()).toBeLessThanOrEqual(32 * MB);
  });

  it("whoever hangs up holds nothing any more", async () => {
    begin("one", 9 * MB);
    await eventually(heldBytes).toBeGreaterThan(8 * MB);
    for (const outgoing of open) outgoing.destroy();
    await eventually(heldBytes).toBe(0);
  });
});
