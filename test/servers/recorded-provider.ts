/** A provider on the loopback address that gives recorded answers and keeps what it was sent, as bytes. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type SentRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The body, if it is JSON. */
  json: Record<string, unknown>;
};

/** A recorded answer: its body as JSON, with status 200 unless another is given. */
export type RecordedAnswer = { status?: number; headers?: Record<string, string>; body?: unknown };

export type RecordedProvider = {
  baseUrl: string;
  requests: SentRequest[];
  /** Gives the next answers; the requests until then are forgotten. */
  answerWith: (answer: (request: SentRequest, baseUrl: string) => RecordedAnswer) => void;
  close: () => Promise<void>;
};

function toJson(bytes: Buffer, type: string | undefined): Record<string, unknown> {
  return type?.includes("json") && bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
}

/** Starts it on a free port. */
export async function startRecordedProvider(): Promise<RecordedProvider> {
  const requests: SentRequest[] = [];
  let answer: (request: SentRequest, baseUrl: string) => RecordedAnswer = () => ({ status: 404 });
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const { pathname, searchParams } = new URL(incoming.url ?? "/", provider.baseUrl);
        const bytes = Buffer.concat(chunks);
        const request = {
          method: incoming.method ?? "",
          path: pathname,
          query: searchParams,
          headers: incoming.headers,
          bytes,
          json: toJson(bytes, incoming.headers["content-type"]),
        };
        requests.push(request);
        const { status = 200, headers = {}, body } = answer(request, provider.baseUrl);
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const provider: RecordedProvider = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (next) => {
      requests.length = 0;
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}
