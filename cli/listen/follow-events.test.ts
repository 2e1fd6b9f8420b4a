/** The stream of `patchbay listen` against servers that misbehave. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { followEvents } from "./follow-events";
import { toReceiver } from "./forward";

const closings: (() => void)[] = [];
afterAll(() => closings.forEach((close) => close()));

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  closings.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const IGNORE = { onOpen: () => undefined, onEvent: async () => undefined, onGap: () => undefined };

it("ends if a page answers instead of a stream", async () => {
  const url = await listen((_, response) => response.setHeader("content-type", "text/html").end("<p>Sign in</p>"));
  const onBreak = (failure: Error) => {
    throw failure;
  };
  const following = followEvents({ url, key: "key" }, { ...IGNORE, onBreak }, new AbortController().signal);
  await expect(following).rejects.toThrow("returned 200, not a Patchbay response");
});

it("closes the connection of a stream that it does not read on", async () => {
  const ending = new AbortController();
  let isClosed = false;
  const url = await listen((_, response) => {
    // Only the command can close it: the server keeps it open, and the wait before the next attempt is ended by this.
    response.once("close", () => {
      isClosed = !ending.signal.aborted;
      ending.abort();
    });
    response.setHeader("content-type", "text/event-stream").write("event: event\ndata: {}\n\n");
  });
  const onEvent = async () => {
    throw new Error("The event cannot be shown.");
  };
  await followEvents({ url, key: "key" }, { ...IGNORE, onEvent, onBreak: () => undefined }, ending.signal);
  expect(isClosed).toBe(true);
});

it("refuses to forward to an address with a password, and does not show it", () => {
  expect(toReceiver("http://127.0.0.1:8080/hook")).toBe("http://127.0.0.1:8080/hook");
  expect(() => toReceiver("http://ada:hidden@127.0.0.1/")).toThrow("contain a user or password");
});
