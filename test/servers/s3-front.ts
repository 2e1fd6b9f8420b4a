/** A storage that speaks S3, behind a server that records requests, and can refuse them, cut them or be away. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import S3rver from "s3rver";
import { forgetSettings } from "../setup/process-memory";
import { newFolder } from "./restored-server";

type Interfere = (line: string, incoming: IncomingMessage, response: ServerResponse) => boolean;

export type S3Front = {
  url: string;
  /** Methods and addresses in their order, without IDs of uploads. */
  requests: string[];
  /** Answers a request in the place of the storage, and returns true then. */
  interfere: Interfere;
  /** Cuts the answer of the storage after so many bytes; it is asked once for each answer. */
  cutAfter: (line: string) => number | undefined;
  stop: () => Promise<void>;
};

/** Answers with an error as S3 writes it. */
export function refuse(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
  return true;
}

function carry(port: number, front: S3Front, incoming: IncomingMessage, response: ServerResponse): void {
  const line = `${incoming.method} ${incoming.url}`.replace(/uploadId=[^&]*/i, "uploadId=ID");
  front.requests.push(line);
  if (front.interfere(line, incoming, response)) return void incoming.resume();
  const { method, url: path, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    let left = front.cutAfter(line) ?? Infinity;
    answer.on("data", (chunk: Buffer) => {
      if (left <= 0) return;
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) response.destroy();
    });
    answer.on("end", () => response.end());
  });
  onward.on("error", () => response.destroy());
  incoming.pipe(onward);
}

/** Starts a storage with the bucket `backups`, and sets the settings of backups to it. */
export async function startS3(): Promise<S3Front> {
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: newFolder(),
    configureBuckets: [{ name: "backups", configs: [] }],
  });
  const { port } = await s3.run();
  const server = createServer((incoming, response) => carry(port, front, incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const front: S3Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    interfere: () => false,
    cutAfter: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await s3.close();
    },
  };
  Object.assign(process.env, {
    PATCHBAY_S3_ENDPOINT: front.url,
    PATCHBAY_S3_ACCESS_KEY_ID: "S3RVER",
    PATCHBAY_S3_SECRET_ACCESS_KEY: "S3RVER",
  });
  forgetSettings();
  return front;
}
