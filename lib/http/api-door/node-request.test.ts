/** The request that operations get, over a real connection that is reused for several calls. */
import { Agent, createServer, request, type ClientRequest, type Server, type ServerResponse } from "node:http";
import { getEventListeners, once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { countListeners } from "@/lib/kernel/concurrency/on-abort";
import { send } from "@/lib/kernel/outbound/send";
import { NodeRequest, toText } from "./node-request";

let server: Server | undefined;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => {
  agent.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function listen(answer: (call: NodeRequest, response: ServerResponse) => unknown): Promise<number> {
  server = createServer((incoming, response) => void answer(new NodeRequest(incoming), response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const call = (port: number, path: string): ClientRequest =>
  request({ port, path, agent, host: "127.0.0.1" }, (response) => response.resume())
    .on("error", () => undefined)
    .end();

const answerOf = (outgoing: ClientRequest): Promise<unknown> =>
  new Promise((resolve) => outgoing.on("response", (response) => response.on("end", resolve)));

it("aborts the signal of each call on a reused connection when the caller hangs up, and not before", async () => {
  const signals: AbortSignal[] = [];
  const port = await listen(async (incoming, response) => {
    signals.push(incoming.signal);
    if (!incoming.url.endsWith("/waits")) return response.end("ok");
    await once(incoming.signal, "abort");
    response.end();
  });
  await answerOf(call(port, "/first"));
  expect(signals[0]?.aborted).toBe(false);
  const waiting = call(port, "/waits");
  while (signals.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(signals[1]?.aborted).toBe(false);
  const abort = once(signals[1] as AbortSignal, "abort");
  waiting.destroy();
  await abort;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it("keeps no listeners of finished calls", async () => {
  const signals: AbortSignal[] = [];
  const port = await listen(async (incoming, response) => {
    signals.push(incoming.signal);
    if (incoming.url.endsWith("/provider")) return response.end("{}");
    await send({
      projectId: "proj_x",
      method: "GET",
      url: `http://127.0.0.1:${port}/provider`,
      signal: incoming.signal,
    });
    response.end("ok");
  });
  for (let turn = 0; turn < 3; turn++) await answerOf(call(port, "/call"));
  for (const signal of signals)
    expect([countListeners(signal), getEventListeners(signal, "abort").length]).toEqual([0, 1]);
  expect(signals).toHaveLength(6);
});

it("has the text of a body that came with its head at once, and leaves a body that is still coming", async () => {
  const texts: (string | undefined)[] = [];
  const port = await listen(async (incoming, response) => {
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = incoming.arrivedBytes();
    const arrived = bytes && toText(bytes);
    texts.push(arrived, arrived ?? (await incoming.text()));
    response.end("ok");
  });
  const post = (write: (outgoing: ClientRequest) => void, length: number): Promise<unknown> => {
    const outgoing = request({ port, agent, method: "POST", headers: { "content-length": length } }, (response) =>
      response.resume(),
    );
    const answer = answerOf(outgoing);
    write(outgoing);
    return answer;
  };
  await post((outgoing) => outgoing.end("\ufeffwhole"), 8);
  await post((outgoing) => {
    outgoing.write("in ");
    setTimeout(() => outgoing.end("two"), 50);
  }, 6);
  await post((outgoing) => outgoing.end("next"), 4);
  expect(texts).toEqual(["whole", "whole", undefined, "in two", "next", "next"]);
});

it("has the text of a whole body as soon as a promise can wait, and each stream ends", async () => {
  const texts: (string | undefined)[] = [];
  const ends: Promise<unknown>[] = [];
  const port = await listen(async (incoming, response) => {
    ends.push(once(incoming.body ?? response, "end"));
    await Promise.resolve();
    texts.push(incoming.arrivedBytes()?.toString());
    response.end("ok");
  });
  for (const text of ["first", "second"]) {
    const outgoing = request({ port, agent, method: "POST", headers: { "content-length": text.length } }, (response) =>
      response.resume(),
    );
    const answer = answerOf(outgoing);
    outgoing.end(text);
    await answer;
  }
  await Promise.all(ends);
  expect(texts).toEqual(["first", "second"]);
});
