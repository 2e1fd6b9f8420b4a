/** Answers in all the ways in which servers write them, over real HTTP: nothing of a success is lost or changed. */
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";
import { parseBody } from "./tool-response";

let outbound: typeof import("@/lib/kernel/outbound/send");
let server: Server;
let base: string;
/** By the path of a request: the bytes of its answer, written one after the other, and whether the connection ends. */
const answers = new Map<string, { parts: Buffer[]; ends: boolean }>();
const sockets = new Set<Socket>();

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function answer(socket: Socket, path: string): Promise<void> {
  const { parts, ends } = answers.get(path) ?? { parts: [], ends: true };
  for (const part of parts) {
    socket.write(part);
    await nextTurn();
  }
  if (ends) socket.end();
}

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    let head = "";
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      const path = head.split(" ")[1] ?? "";
      head = "";
      void answer(socket, path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", `127.0.0.1:${port}`);
  vi.stubEnv("PATCHBAY_SECRET", "a test secret of enough characters, not used elsewhere");
  forgetSettings();
  outbound = await import("@/lib/kernel/outbound/send");
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

type Reply = {
  status?: number;
  headers?: Record<string, string>;
  framing?: keyof typeof FRAMINGS;
  body?: Buffer;
  before?: string;
};

const FRAMINGS = {
  length: (body: Buffer) => ({ head: `content-length: ${body.length}\r\n`, parts: [body], ends: false }),
  chunked: (body: Buffer) => ({ head: "transfer-encoding: chunked\r\n", parts: chunks(body, 7), ends: false }),
  bytes: (body: Buffer) => ({ head: "transfer-encoding: chunked\r\n", parts: chunks(body, 1), ends: false }),
  close: (body: Buffer) => ({ head: "connection: close\r\n", parts: [body], ends: true }),
};

function chunks(body: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < body.length; offset += size) {
    const part = body.subarray(offset, offset + size);
    parts.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]));
  }
  // The first chunks come separately, as from a slow server.
  return [...parts.slice(0, 3), Buffer.concat([...parts.slice(3), Buffer.from("0\r\n\r\n")])];
}

let count = 0;

async function ask(
  { status = 200, headers = {}, framing = "length", body = Buffer.alloc(0), before = "" }: Reply,
  method = "GET",
) {
  const { head, parts, ends } = FRAMINGS[framing](body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const framed = status === 204 || status === 304 ? "" : head;
  const path = `/${count++}`;
  const start = Buffer.from(`${before}HTTP/1.1 ${status} X\r\n${lines.join("")}${framed}\r\n`);
  const bodyParts = method === "HEAD" || status === 204 || status === 304 ? [] : parts;
  answers.set(path, { parts: [start, ...bodyParts], ends });
  return outbound.send({ projectId: "p", method, url: base + path, timeoutMs: 20_000 });
}

const gzip = (body: Buffer) => zlib.gzipSync(body);
const CODINGS: Record<string, { header: string; code: (body: Buffer) => Buffer }> = {
  none: { header: "", code: (body) => body },
  identity: { header: "identity", code: (body) => body },
  "a charset by mistake": { header: "utf-8", code: (body) => body },
  gzip: { header: "gzip", code: gzip },
  "gzip in capitals": { header: "GZIP", code: gzip },
  "x-gzip": { header: "x-gzip", code: gzip },
  "gzip without its trailer": { header: "gzip", code: (body) => gzip(body).subarray(0, -8) },
  "gzip without the end of its trailer": { header: "gzip", code: (body) => gzip(body).subarray(0, -3) },
  "gzip that was flushed and never ended": {
    header: "gzip",
    code: (body) => zlib.gzipSync(body, { finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  },
  "gzip in two members": {
    header: "gzip",
    code: (body) => Buffer.concat([gzip(body.subarray(0, 4)), gzip(body.subarray(4))]),
  },
  "the name of gzip alone": { header: "gzip", code: (body) => body },
  deflate: { header: "deflate", code: (body) => zlib.deflateSync(body) },
  "deflate without its checksum": { header: "deflate", code: (body) => zlib.deflateSync(body).subarray(0, -4) },
  "raw deflate": { header: "deflate", code: (body) => zlib.deflateRawSync(body) },
  "gzip that is called deflate": { header: "deflate", code: gzip },
  br: { header: "br", code: (body) => zlib.brotliCompressSync(body) },
  "gzip twice": { header: "gzip, gzip", code: (body) => gzip(gzip(body)) },
  "br, then gzip": { header: "br,gzip", code: (body) => gzip(zlib.brotliCompressSync(body)) },
  "identity, then deflate": { header: "identity, deflate", code: (body) => zlib.deflateSync(body) },
};

const TEXT = '{"name":"é € x"}';
const as = (label: string, text = TEXT, addBOM = false) => iconv.encode(text, label, { addBOM });
const ENCODINGS: Record<string, { type: string; body: Buffer }> = {
  "UTF-8": { type: "application/json", body: as("utf-8") },
  "UTF-8 with a mark": { type: "application/json", body: as("utf-8", TEXT, true) },
  "UTF-8 without a type": { type: "", body: as("utf-8") },
  "UTF-16 with a mark": { type: "application/json", body: as("utf-16le", TEXT, true) },
  "UTF-16 the other way round": { type: "text/plain; charset=utf-8", body: as("utf-16be", TEXT, true) },
  "UTF-16 without a mark": { type: "application/json; charset=utf-16", body: as("utf-16be") },
  "UTF-32 with a mark": { type: "application/json", body: as("utf-32le", TEXT, true) },
  "windows-1252 by its charset": { type: "application/json; charset=windows-1252", body: as("windows-1252") },
  "windows-1252 untold": { type: "application/json", body: as("windows-1252") },
  "Latin-9 by its charset": { type: 'text/json; charset="ISO-8859-15"', body: as("iso-8859-15") },
};

describe.each(Object.keys(FRAMINGS) as (keyof typeof FRAMINGS)[])("an answer framed by %s", (framing) => {
  describe.each(Object.entries(CODINGS))("a body coded as %s", (_, { header, code }) => {
    test.each(Object.entries(ENCODINGS))("JSON in %s is read whole", async (_name, { type, body }) => {
      const headers = { ...(header && { "content-encoding": header }), ...(type && { "content-type": type }) };
      for (const status of [200, 201, 422]) {
        const response = await ask({ status, headers, framing, body: code(body) });
        expect(response.status).toBe(status);
        expect(parseBody(response)).toMatchObject({ kind: "json", value: JSON.parse(TEXT) as unknown });
      }
    });
  });
});

describe.each(["gzip", "x-gzip", "deflate", "br", "gzip, br", "zstd", "compress", "identity", "utf-8"])(
  "an empty body that is declared as %s",
  (coding) => {
    test.each([200, 201, 202, 204, 205, 304, 404])("is an empty answer with status %i", async (status) => {
      for (const framing of Object.keys(FRAMINGS) as (keyof typeof FRAMINGS)[]) {
        const response = await ask({ status, headers: { "content-encoding": coding }, framing });
        expect([response.status, parseBody(response)]).toEqual([status, { kind: "empty" }]);
      }
      const head = await ask({ status, headers: { "content-encoding": coding }, body: Buffer.from("xx") }, "HEAD");
      expect([head.status, head.body.length]).toEqual([status, 0]);
    });
  },
);

test.each(["gzip", "deflate", "br"])("a body in %s that its framing cuts off stays an error", async (coding) => {
  const whole = CODINGS[coding]?.code(Buffer.from(TEXT.repeat(50))) ?? Buffer.alloc(0);
  for (const [head, part] of [
    [`content-length: ${whole.length}`, whole.subarray(0, -5)],
    [
      "transfer-encoding: chunked",
      Buffer.concat([Buffer.from(`${whole.length.toString(16)}\r\n`), whole.subarray(0, -5)]),
    ],
  ] as const) {
    const path = `/${count++}`;
    const start = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\n${head}\r\n\r\n`;
    answers.set(path, { parts: [Buffer.from(start), part], ends: true });
    await expect(outbound.send({ projectId: "p", method: "GET", url: base + path })).rejects.toMatchObject({
      phase: "protocol",
    });
  }
});

test.each(["compress", "x-compress", ...("createZstdDecompress" in zlib ? [] : ["zstd"])])(
  "a body in %s is refused by that name",
  async (coding) => {
    const request = ask({ headers: { "content-encoding": coding }, body: Buffer.from([0x1f, 0x9d, 0x90]) });
    await expect(request).rejects.toThrow(coding.replace("x-", ""));
  },
);

test("a body that cannot be decoded is an error with the status, and frees its connection", async () => {
  const body = Buffer.concat([gzip(Buffer.from(TEXT)).subarray(0, 10), Buffer.alloc(40, 0x07)]);
  const request = ask({ status: 201, headers: { "content-encoding": "gzip" }, body });
  await expect(request).rejects.toThrow(/returned 201, but the body is not gzip/);
});

test("an answer with an unusual number of codings is refused", async () => {
  const request = ask({ headers: { "content-encoding": "gzip, gzip, gzip, gzip" }, body: gzip(Buffer.from("a")) });
  await expect(request).rejects.toThrow("coded 4 times");
});

test("headers in UTF-8 are read as such, and Latin-1 stays", async () => {
  const path = `/${count++}`;
  const parts = [Buffer.from("HTTP/1.1 200 OK\r\nx-a: ré中\r\n"), Buffer.from("x-b: r\xe9\r\n", "latin1")];
  answers.set(path, { parts: [Buffer.concat([...parts, Buffer.from("content-length: 0\r\n\r\n")])], ends: false });
  const { headers } = await outbound.send({ projectId: "p", method: "GET", url: base + path });
  expect([headers["x-a"], headers["x-b"]]).toEqual(["ré中", "ré"]);
});
