/** Streams of events over a real connection. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { follow, type StreamEvent } from "@/lib/contract/client";
import { operation } from "@/lib/contract/operation";
import { z } from "zod";
import { runDrains } from "@/lib/kernel/process/lifecycle";
import { processMemory } from "@/lib/kernel/process-memory";
import { toEventStream, WORK_LIFE_MS, type AccessWatch, type SendEvent } from "./to-event-stream";

const ends: (() => void)[] = [];
/** The bytes that wait for all clients together. */
const waitingBodies = () => ({ ...processMemory("bounded-bodies", () => ({ bytes: 0 })) });
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve() {
  const state = {
    send: (() => undefined) as SendEvent,
    opened: 0,
    stopped: 0,
    endAccess: () => undefined as void,
    watches: 0,
  };
  const access: AccessWatch = (onEnd) => {
    state.endAccess = onEnd;
    state.watches++;
    return () => {
      state.watches--;
    };
  };
  const listener = getRequestListener(
    (request) =>
      toEventStream(request.signal, access, (send) => {
        state.send = send;
        state.opened++;
        return () => {
          state.stopped++;
        };
      }),
    { overrideGlobalObjects: false },
  );
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe("an event stream", () => {
  it("ends at once when the caller's access ends, and stops watching it", async () => {
    const { state, url } = await serve();
    const text = (await fetch(url)).text();
    await until(() => state.watches === 1);
    state.send("log", { id: 1 });
    state.endAccess();
    expect(await text).toBe('retry: 2000\n\nevent: log\ndata: {"id":1}\n\n');
    expect([state.stopped, state.watches]).toEqual([1, 0]);
  });

  it("sends each event at once, and stops when the client leaves", async () => {
    const { state, url } = await serve();
    const leave = new AbortController();
    const answer = await fetch(url, { signal: leave.signal });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(answer.headers.get("cache-control")).toContain("no-transform");
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("retry: 2000\n\n");
    state.send("log", { id: 1 });
    expect((await reader?.read())?.value).toBe('event: log\ndata: {"id":1}\n\n');
    leave.abort();
    await until(() => state.stopped === 1);
  });

  it("ends when the server stops", async () => {
    const { state, url } = await serve();
    const answer = await fetch(url);
    runDrains();
    expect(await answer.text()).toBe("retry: 2000\n\n");
    expect(state.stopped).toBe(1);
  });

  it("ends after a few megabytes that wait, however few events they are", async () => {
    const stopped: string[] = [];
    let send: SendEvent = () => undefined;
    const answer = toEventStream(
      new AbortController().signal,
      () => () => undefined,
      (input) => {
        send = input;
        return () => stopped.push("stopped");
      },
    );
    for (let n = 0; n < 20; n++) send("log", "x".repeat(1_000_000));
    expect(stopped).toEqual(["stopped"]);
    await answer.body?.cancel();
  });

  it("keeps nothing of one that could not begin", () => {
    const { bytes } = waitingBodies();
    const startFull = () =>
      toEventStream(
        new AbortController().signal,
        () => () => undefined,
        () => {
          throw new Error("too many watch");
        },
      );
    expect(startFull).toThrow("too many watch");
    expect(waitingBodies().bytes).toBe(bytes);
  });

  it("ends after five minutes; one that shows a piece of work lives as long as a cell may run and wait", async () => {
    vi.useFakeTimers();
    try {
      const names: string[] = [];
      const open = (name: string, lifeMs?: number) =>
        toEventStream(
          new AbortController().signal,
          () => () => undefined,
          () => () => names.push(name),
          lifeMs,
        );
      const bodies = [open("log").body, open("cell", WORK_LIFE_MS).body];
      vi.advanceTimersByTime(5 * 60_000);
      expect(names).toEqual(["log"]);
      vi.advanceTimersByTime(2 * 780_000 - 5 * 60_000);
      expect(names).toEqual(["log"]);
      vi.advanceTimersByTime(WORK_LIFE_MS);
      expect(names).toEqual(["log", "cell"]);
      for (const body of bodies) await body?.cancel();
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends for a client that does not read", async () => {
    const { state, url } = await serve();
    const answer = await fetch(url);
    const much = "x".repeat(100_000);
    for (let n = 0; n < 2000 && state.stopped === 0; n++) state.send("log", much);
    expect(state.stopped).toBe(1);
    await answer.body?.cancel();
  });

  it("works with the browser's EventSource, which reconnects when it ends", async () => {
    const { state, url } = await serve();
    const op = operation({
      id: "stream",
      method: "GET",
      path: url as `/${string}`,
      summary: "",
      tag: "",
      auth: "project",
      permission: "observability:read",
      audit: "none",
      response: z.unknown(),
    });
    const leave = new AbortController();
    const events: StreamEvent[] = [];
    const states: string[] = [];
    const end = follow(
      op,
      {},
      { signal: leave.signal, onEvent: (event) => events.push(event), onState: (state) => states.push(state) },
    );
    await until(() => states.length === 1);
    state.send("log", { text: "a: b\nc" });
    await until(() => events.length === 1);
    expect(events).toEqual([{ name: "log", data: { text: "a: b\nc" } }]);
    runDrains();
    await until(() => state.opened === 2 && states.length >= 2);
    leave.abort();
    await end;
    await until(() => state.stopped === 2);
  });
});
