/** Files into and out of tools and the proxy, against a provider on loopback, with the real database and storage. */
import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toolkitHandlers } from "@/generated/handlers";
import { GET } from "@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route";
import { receiveUpload } from "@/lib/files/uploads";
import { createUpload } from "@/lib/files/uploads";
import { pool } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { flushToolLogs } from "@/lib/logs/tool-logs";
import { createTestOwner } from "@/test/owners";
import { connectLoopback, installLoopbackToolkit } from "@/test/loopback-provider";
import { executeTool, type ExecutionInput } from "./execute-tool";
import { setToolHandlers } from "./handlers";
import { proxyExecute, type ProxyInput } from "./proxy";

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = (response: ServerResponse, seen: Seen) => void;

const file = { type: "object", file_uploadable: true };
const flat = (fields: { key: string; name: string; as?: "file" }[]) => ({
  mode: "flat" as const,
  contentType: "multipart/form-data",
  fields,
});
const gmailFields = Object.fromEntries(
  ["recipient_email", "subject", "body"].map((name) => [name, { type: "string" }]),
);
const TOOLS = [
  {
    slug: "LOOPBACK_FORM",
    input: { type: "object", properties: { file, files: { type: "array", items: file }, title: { type: "string" } } },
    request: {
      method: "POST" as const,
      path: "/form",
      parameters: [],
      body: flat([
        { key: "title", name: "title" },
        { key: "file", name: "file", as: "file" },
        { key: "files", name: "files[]", as: "file" },
      ]),
    },
  },
  {
    slug: "LOOPBACK_BYTES",
    input: { type: "object", properties: { content: file } },
    request: {
      method: "PUT" as const,
      path: "/bytes",
      parameters: [],
      body: { mode: "file" as const, contentType: "application/octet-stream", key: "content" },
    },
  },
  {
    slug: "LOOPBACK_DOWNLOAD",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/reports/summary", parameters: [], binary: true },
  },
  {
    slug: "LOOPBACK_READ",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/read", parameters: [] },
  },
  {
    slug: "LOOPBACK_SEND_EMAIL",
    input: { type: "object", properties: { ...gmailFields, attachment: file } },
    handler: "gmail/sendEmail",
  },
  { slug: "LOOPBACK_ATTACHMENT", input: { type: "object", properties: {} }, handler: "attachment" },
];

let server: Server;
let baseUrl: string;
let seen: Seen[] = [];
let answer: Answer;
let projectId: string;
let otherProjectId: string;
let accountId: string;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const one = {
          method: incoming.method ?? "",
          url: incoming.url ?? "",
          headers: incoming.headers,
          body: Buffer.concat(chunks),
        };
        seen.push(one);
        answer(response, one);
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await installLoopbackToolkit(baseUrl, TOOLS);
  setToolHandlers({
    ...toolkitHandlers,
    loopback: {
      attachment: () =>
        Promise.resolve({
          size: 3,
          file: { name: "a.bin", mimetype: "application/x-test", bytes: Buffer.from("abc") },
        }),
    },
  });
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  accountId = await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
  await connectLoopback(otherProjectId, "ada", "key-of-another-ada-0123456789");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  };
});

const FACTS = { source: {} };
const caller = (id: string) => ({ projectId: id, settings: { storePayloads: true } });
const run = (slug: string, args: Record<string, unknown>, as = projectId) =>
  executeTool(caller(as), slug, { user_id: "ada", arguments: args } as ExecutionInput, FACTS);
const proxy = (input: Partial<ProxyInput>) =>
  proxyExecute(caller(projectId), { connected_account_id: accountId, endpoint: "/x", method: "GET", ...input }, FACTS);

const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");

/** Uploads a file as a client does, and gives the argument for it. */
async function uploaded(bytes: Buffer, { name = "a.txt", mimetype = "text/plain" } = {}) {
  const { key, url } = await createUpload(projectId, {
    toolkitSlug: "loopback",
    toolSlug: "ANY",
    name,
    mimetype,
    md5: md5(bytes),
  });
  await receiveUpload(new URL(url).pathname.split("/").at(-2) ?? "", { body: [bytes], mimetype, length: bytes.length });
  return { name, mimetype, s3key: key };
}

async function download(url: string): Promise<{ type: string | null; bytes: Buffer }> {
  const [ticket = "", filename = ""] = new URL(url).pathname.split("/").slice(-2);
  const response = await GET(new Request(url), { params: Promise.resolve({ ticket, filename }) });
  expect(response.status).toBe(200);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
};

const bytesAnswer =
  (bytes: Buffer, headers: Record<string, string>): Answer =>
  (response) => {
    response.writeHead(200, headers).end(bytes);
  };
const spoolIsEmpty = () => {
  expect(readdirSync(path.join(env().dataDir, "files", ".partial"))).toEqual([]);
};

type Reference = { s3url: string; mimetype: string; name: string; size: number; s3key: string };
const referenceOf = ({ data }: { data: Record<string, unknown> }, name = "response_data"): Reference =>
  data[name] as Reference;

describe("file arguments", () => {
  it("are streamed into a form, under their own name and type, with a length that is known", async () => {
    const bytes = randomBytes(25 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    expect(
      (
        await run("LOOPBACK_FORM", {
          title: "t",
          file: await uploaded(bytes, { name: "big.bin", mimetype: "application/x-big" }),
        })
      ).successful,
    ).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
    const [request] = seen;
    expect(Number(request?.headers["content-length"])).toBe(request?.body.length);
    const head = request?.body.subarray(0, 400).toString("latin1") ?? "";
    expect(head).toContain('name="file"; filename="big.bin"\r\ncontent-type: application/x-big\r\n\r\n');
    expect(request?.body.includes(bytes.subarray(-1000))).toBe(true);
  });

  it("may be a list, each its own part", async () => {
    await run("LOOPBACK_FORM", {
      files: [await uploaded(Buffer.from("one"), { name: "1" }), await uploaded(Buffer.from("two"), { name: "2" })],
    });
    expect(
      seen[0]?.body.toString().match(/name="files\[\]"; filename="\d"\r\ncontent-type: text\/plain\r\n\r\n(one|two)/g),
    ).toHaveLength(2);
  });

  it("may be the whole body", async () => {
    await run("LOOPBACK_BYTES", {
      content: await uploaded(Buffer.from("\0\x01\xff", "latin1"), { mimetype: "image/png" }),
    });
    expect([seen[0]?.headers["content-type"], seen[0]?.headers["content-length"], seen[0]?.body]).toEqual([
      "image/png",
      "3",
      Buffer.from("\0\x01\xff", "latin1"),
    ]);
  });

  it("reach composite tools: an email with an attachment of 24 MB", async () => {
    const bytes = randomBytes(24 * 1024 * 1024);
    const sent = await run("LOOPBACK_SEND_EMAIL", {
      recipient_email: "a@example.com",
      subject: "S",
      body: "B",
      attachment: await uploaded(bytes, { name: "r.pdf", mimetype: "application/pdf" }),
    });
    expect(sent.error).toBeNull();
    expect(seen[0]?.url).toContain("/upload/gmail/v1/users/me/messages/send");
    const mail = seen[0]?.body.toString("latin1") ?? "";
    const [, encoded = ""] = /filename="?r\.pdf"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail.slice(0)) ?? [];
    expect(md5(Buffer.from(encoded, "base64"))).toBe(md5(bytes));
  });

  it("404: another project's key, and one that nobody uploaded; 422: what is no file. Nothing is sent", async () => {
    const mine = await uploaded(Buffer.from("mine"));
    const foreign = await failure(run("LOOPBACK_FORM", { file: mine }, otherProjectId));
    expect([foreign.status, foreign.message]).toEqual([
      404,
      expect.stringMatching(/^file: There is no file with the key/),
    ]);
    const { key } = await createUpload(projectId, {
      toolkitSlug: "loopback",
      toolSlug: "ANY",
      name: "n",
      mimetype: "text/plain",
      md5: md5(Buffer.from("never")),
    });
    expect((await failure(run("LOOPBACK_FORM", { file: { ...mine, s3key: key } }))).message).toContain(
      "never uploaded",
    );
    expect((await failure(run("LOOPBACK_FORM", { file: { name: "x" } }))).status).toBe(422);
    expect(
      (
        await failure(
          run("LOOPBACK_SEND_EMAIL", { recipient_email: "a@b.c", subject: "s", attachment: mine }, otherProjectId),
        )
      ).status,
    ).toBe(404);
    expect(seen).toEqual([]);
  });
});

describe("file answers", () => {
  it("are stored and named by a signed address, which the log does not hold", async () => {
    const bytes = randomBytes(100_000);
    answer = bytesAnswer(bytes, {
      "content-type": "application/pdf; charset=binary",
      "content-disposition": "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf",
    });
    const result = await run("LOOPBACK_DOWNLOAD", {});
    const reference = referenceOf(result);
    expect(reference).toEqual({
      s3url: expect.stringContaining("http") as string,
      mimetype: "application/pdf",
      name: "résumé.pdf",
      size: 100_000,
      s3key: expect.stringContaining(`${projectId}/loopback/LOOPBACK_DOWNLOAD/response/`) as string,
    });
    expect(await download(reference.s3url)).toEqual({ type: "application/pdf", bytes });
    await flushToolLogs();
    const { rows } = await pool().query<{ row: string }>("SELECT response::text AS row FROM tool_log WHERE id = $1", [
      result.log_id,
    ]);
    expect(rows[0]?.row).toContain("résumé.pdf");
    expect(rows[0]?.row).not.toContain(new URL(reference.s3url).pathname.split("/").at(-2));
  });

  it("can be given to another tool by their key", async () => {
    answer = bytesAnswer(Buffer.from("chained"), { "content-type": "text/plain" });
    const { name, mimetype, s3key } = referenceOf(await run("LOOPBACK_DOWNLOAD", {}));
    expect(name).toBe("summary.txt");
    await run("LOOPBACK_BYTES", { content: { name, mimetype, s3key } });
    expect(seen[1]?.body.toString()).toBe("chained");
  });

  it("are known by their type, or by their bytes where there is none", async () => {
    answer = bytesAnswer(Buffer.from([1, 2, 3]), { "content-type": "image/png" });
    expect(referenceOf(await run("LOOPBACK_READ", {}))).toMatchObject({
      mimetype: "image/png",
      name: "read.png",
      size: 3,
    });
    answer = bytesAnswer(Buffer.from([0, 1, 2, 3]), {});
    expect(referenceOf(await run("LOOPBACK_READ", {}))).toMatchObject({
      mimetype: "application/octet-stream",
      size: 4,
    });
  });

  it("of composite tools are stored too", async () => {
    const { data } = await run("LOOPBACK_ATTACHMENT", {});
    expect(data).toMatchObject({ size: 3, file: { name: "a.bin", mimetype: "application/x-test", size: 3 } });
    expect((await download((data.file as Reference).s3url)).bytes.toString()).toBe("abc");
  });

  it("a refusal is never a file", async () => {
    answer = (response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"message":"gone"}');
    };
    expect(await run("LOOPBACK_DOWNLOAD", {})).toMatchObject({
      successful: false,
      data: { message: "gone", status_code: 404 },
    });
  });

  it("an answer of JSON beyond 25 MB becomes a file instead of being cut", async () => {
    const body = Buffer.from(`{"rows":["${"x".repeat(26 * 1024 * 1024)}"]}`);
    answer = bytesAnswer(body, { "content-type": "application/json" });
    const reference = referenceOf(await run("LOOPBACK_READ", {}));
    expect(reference).toMatchObject({ mimetype: "application/json", name: "read.json", size: body.length });
    expect(md5((await download(reference.s3url)).bytes)).toBe(md5(body));
  });

  it("an endless answer ends at the limit of files, in bounded memory, and leaves nothing behind", async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    let written = 0;
    answer = (response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written++;
      };
      response.on("drain", more);
      more();
    };
    const before = process.memoryUsage().rss;
    const result = await run("LOOPBACK_DOWNLOAD", {});
    expect(result).toMatchObject({ successful: false, data: { phase: "too-large" } });
    expect(written).toBeLessThan(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    spoolIsEmpty();
  });
});

describe("the proxy", () => {
  it("answers bytes as an address with type, size and end", async () => {
    answer = bytesAnswer(Buffer.from([0x89, 0x50, 0, 0xff]), { "content-type": "image/png" });
    const { binary_data: binary, data } = await proxy({ endpoint: "/logo" });
    expect([binary, data]).toEqual([
      {
        url: expect.stringContaining("/files/") as string,
        content_type: "image/png",
        size: 4,
        expires_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
      undefined,
    ]);
    expect((await download(binary?.url ?? "")).bytes).toEqual(Buffer.from([0x89, 0x50, 0, 0xff]));
  });

  it("sends the content of an address, with its type, and removes its copy", async () => {
    const bytes = randomBytes(3_000_000);
    answer = (response, { method }) => {
      if (method === "GET") bytesAnswer(bytes, { "content-type": "image/webp" })(response, {} as Seen);
      else response.end("{}");
    };
    expect(
      (await proxy({ method: "PUT", endpoint: "/target", binary_body: { url: `${baseUrl}/source` } })).status,
    ).toBe(200);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /source", "PUT /target"]);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect([
      seen[1]?.headers["content-type"],
      seen[1]?.headers["content-length"],
      md5(seen[1]?.body ?? Buffer.alloc(0)),
    ]).toEqual(["image/webp", "3000000", md5(bytes)]);
    spoolIsEmpty();
  });

  it("takes a file of this server by its download address, without the network", async () => {
    answer = bytesAnswer(Buffer.from("%PDF"), { "content-type": "application/pdf" });
    const { s3url } = referenceOf(await run("LOOPBACK_DOWNLOAD", {}));
    await proxy({
      method: "POST",
      endpoint: "/target",
      binary_body: { url: s3url, content_type: "application/x-own" },
    });
    expect([seen[1]?.headers["content-type"], seen[1]?.body.toString()]).toEqual(["application/x-own", "%PDF"]);
    expect(
      (
        await failure(
          proxyExecute(
            caller(otherProjectId),
            {
              connected_account_id: undefined,
              custom_connection_data: {
                authScheme: "API_KEY",
                toolkitSlug: "loopback",
                val: { api_key: "brought-along-0123456789" },
              },
              endpoint: "/x",
              method: "POST",
              binary_body: { url: s3url },
            },
            FACTS,
          ),
        )
      ).status,
    ).toBe(400);
  });

  it("400: an address that is private, refuses, or is none; nothing is sent", async () => {
    answer = (response) => {
      response.writeHead(403).end();
    };
    for (const [url, words] of [
      ["http://10.0.0.1/x", "not a public address"],
      [`${baseUrl}/no`, "answered 403"],
      ["file:///etc/passwd", "file:"],
      ["nonsense", "not a valid URL"],
    ] as const) {
      const { status, message } = await failure(proxy({ method: "POST", endpoint: "/target", binary_body: { url } }));
      expect([url, status, message]).toEqual([url, 400, expect.stringContaining(words)]);
    }
    expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
  });
});
