/** A loopback server that stands in for a provider: it answers each request with what was put there for it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** `body` is sent as JSON, or not at all if it is undefined. */
export type StandInAnswer = { status: number; body?: unknown; headers?: Record<string, string> };
export type StandInRequest = { method: string; path: string };

export type StandIn = {
  url: string;
  /** Answers all further requests. */
  respond: (answer: (request: StandInRequest) => StandInAnswer) => void;
  stop: () => Promise<void>;
};

const NOTHING: StandInAnswer = { status: 404, body: { message: "nothing was put here" } };

export async function startStandIn(): Promise<StandIn> {
  let respond: (request: StandInRequest) => StandInAnswer = () => NOTHING;
  // An idle connection stays open, because a busy machine can pause for longer than the usual timeout.
  const server = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    void buffer(message).then(() => {
      const { status, body, headers } = respond({
        method: message.method ?? "",
        path: (message.url ?? "").replace(/\?.*$/s, ""),
      });
      response.writeHead(status, { ...(body !== undefined && { "content-type": "application/json" }), ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    respond: (answer) => {
      respond = answer;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
