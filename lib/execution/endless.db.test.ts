/** Answers that never end: each is cut at its limit, in bounded memory, however many there are. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { createTestOwner } from "@/test/builders/owners";
import { connectLoopback, installLoopbackToolkit } from "@/test/servers/loopback-provider";
import { executeTool } from "./execute-tool";
import { ON } from "@/test/builders/origin";

/** `npm run soak -- endless` asks for more. */
const GIGABYTES = Number(process.env.PATCHBAY_SOAK_ENDLESS_GB ?? 0.4);
const MB = 1024 * 1024;
const MAX_GROWTH = 300 * MB;
const tell = (line: string) => process.stdout.write(`${line}\n`);

const chunk = Buffer.alloc(MB, "x");
/** 16 MB; gzip streams may be concatenated (RFC 1952, 2.2). */
const bomb = gzipSync(Buffer.alloc(16 * MB));

type Kind = { name: string; status: number; headers: Record<string, string>; piece: Buffer };
const KINDS: Kind[] = [
  { name: "bytes", status: 200, headers: { "content-type": "application/octet-stream" }, piece: chunk },
  { name: "json", status: 200, headers: { "content-type": "application/json" }, piece: chunk },
  {
    name: "gzip",
    status: 200,
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    piece: bomb,
  },
  { name: "refusal", status: 500, headers: { "content-type": "application/json" }, piece: chunk },
];

/** Bytes that the provider sent; compressed bytes are counted in compressed form. */
let sentBytes = 0;
const pour = (response: ServerResponse, { status, headers, piece }: Kind) => {
  response.writeHead(status, headers);
  const more = () => {
    for (let hasRoom = true; hasRoom && !response.destroyed; sentBytes += piece.length) hasRoom = response.write(piece);
  };
  response.on("drain", more);
  more();
};
const server = createServer((request, response) => {
  const kind = KINDS.find(({ name }) => request.url?.endsWith(name));
  if (kind) pour(response, kind);
  else response.end("{}");
});

let projectId: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  await installLoopbackToolkit(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    KINDS.map(({ name }) => ({
      slug: `LOOPBACK_${name.toUpperCase()}`,
      input: { type: "object", properties: {} },
      request: { method: "GET" as const, path: `/${name}`, parameters: [] },
    })),
  );
  ({ projectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const execute = async ({ name }: Kind) => {
  const { successful, data } = await executeTool(
    { projectId, settings: { storePayloads: true } },
    `LOOPBACK_${name.toUpperCase()}`,
    { user_id: "ada" },
    { ...ON, source: {}, timeoutMs: 300_000 },
  );
  expect([name, successful, data.phase]).toEqual([name, false, "too-large"]);
};

it(`cuts ${GIGABYTES} GB of endless answers off in bounded memory, and leaves nothing behind`, async () => {
  for (const kind of KINDS) await execute(kind);
  const start = process.memoryUsage().rss;
  let peak = start;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  sentBytes = 0;
  try {
    for (let round = 0; sentBytes < GIGABYTES * 1024 * MB; round++) {
      const kind = KINDS[round % KINDS.length];
      if (kind) await execute(kind);
      tell(
        `${round + 1} answers, ${(sentBytes / MB / 1024).toFixed(2)} GB, ` +
          `RSS ${Math.round(process.memoryUsage().rss / MB)} MB, ` +
          `at most ${Math.round(peak / MB)} MB, at the start ${Math.round(start / MB)} MB`,
      );
    }
  } finally {
    clearInterval(watch);
  }
  expect(peak - start).toBeLessThan(MAX_GROWTH);
  expect(readdirSync(path.join(env().dataDir, "files", ".partial"))).toEqual([]);
}, 1_800_000);
