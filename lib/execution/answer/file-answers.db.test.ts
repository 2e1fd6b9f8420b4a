/** Answers that are files, of tools and through the proxy. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { executeProxy } from "../execute-proxy";
import {
  type ReceivedRequest,
  baseUrl,
  requests,
  projectId,
  otherProjectId,
  FACTS,
  caller,
  run,
  proxy,
  md5,
  download,
  failure,
  bytesAnswer,
  spoolIsEmpty,
  type Reference,
  referenceOf,
  setAnswer,
} from "@/test/builders/file-tools";

describe("file answers", () => {
  it("are stored and returned as a signed URL, which the log does not contain", async () => {
    const bytes = randomBytes(100_000);
    setAnswer(
      bytesAnswer(bytes, {
        "content-type": "application/pdf; charset=binary",
        "content-disposition": "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf",
      }),
    );
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

  it("can be passed to another tool by their key", async () => {
    setAnswer(bytesAnswer(Buffer.from("chained"), { "content-type": "text/plain" }));
    const { name, mimetype, s3key } = referenceOf(await run("LOOPBACK_DOWNLOAD", {}));
    expect(name).toBe("summary.txt");
    await run("LOOPBACK_BYTES", { content: { name, mimetype, s3key } });
    expect(requests[1]?.body.toString()).toBe("chained");
  });

  it("are recognized by their media type, or by their bytes if they have none", async () => {
    setAnswer(bytesAnswer(Buffer.from([1, 2, 3]), { "content-type": "image/png" }));
    expect(referenceOf(await run("LOOPBACK_READ", {}))).toMatchObject({
      mimetype: "image/png",
      name: "read.png",
      size: 3,
    });
    setAnswer(bytesAnswer(Buffer.from([0, 1, 2, 3]), {}));
    expect(referenceOf(await run("LOOPBACK_READ", {}))).toMatchObject({
      mimetype: "application/octet-stream",
      size: 4,
    });
  });

  it("are stored for composite tools too", async () => {
    const { data } = await run("LOOPBACK_ATTACHMENT", {});
    expect(data).toMatchObject({ size: 3, file: { name: "a.bin", mimetype: "application/x-test", size: 3 } });
    expect((await download((data.file as Reference).s3url)).bytes.toString()).toBe("abc");
  });

  it("a refusal is never a file", async () => {
    setAnswer((response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"message":"gone"}');
    });
    expect(await run("LOOPBACK_DOWNLOAD", {})).toMatchObject({
      successful: false,
      data: { message: "gone", status_code: 404 },
    });
  });

  it("a JSON answer above 25 MB becomes a file instead of being cut", async () => {
    const body = Buffer.from(`{"rows":["${"x".repeat(26 * 1024 * 1024)}"]}`);
    setAnswer(bytesAnswer(body, { "content-type": "application/json" }));
    const reference = referenceOf(await run("LOOPBACK_READ", {}));
    expect(reference).toMatchObject({ mimetype: "application/json", name: "read.json", size: body.length });
    expect(md5((await download(reference.s3url)).bytes)).toBe(md5(body));
  });

  it("a JSON answer of too many values becomes a file with a warning", async () => {
    const body = Buffer.from(`{"rows":[${"[],".repeat(400_000)}[]]}`);
    setAnswer(bytesAnswer(body, { "content-type": "application/json" }));
    const result = await run("LOOPBACK_READ", {});
    const reference = referenceOf(result);
    expect(reference).toMatchObject({ mimetype: "application/json", name: "read.json", size: body.length });
    expect(result.warnings).toEqual(["The answer holds more than 250,000 values, so it is a file."]);
    expect(md5((await download(reference.s3url)).bytes)).toBe(md5(body));
  });

  it("an endless answer ends at the limit of files, in bounded memory, and leaves nothing behind", async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    let chunkCount = 0;
    setAnswer((response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      const more = () => {
        while (!response.destroyed && response.write(chunk)) chunkCount++;
      };
      response.on("drain", more);
      more();
    });
    const before = process.memoryUsage().rss;
    const result = await run("LOOPBACK_DOWNLOAD", {});
    expect(result).toMatchObject({ successful: false, data: { phase: "too-large" } });
    expect(chunkCount).toBeLessThan(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    spoolIsEmpty();
  });
});

describe("the proxy", () => {
  it("returns a file for JSON of too many values, in successes and in refusals", async () => {
    const body = Buffer.from(`[${"[],".repeat(400_000)}[]]`);
    for (const status of [200, 400]) {
      setAnswer((response) => response.writeHead(status, { "content-type": "application/json" }).end(body));
      const answer = await proxy({});
      expect(answer).toMatchObject({ status, binary_data: { size: body.length, content_type: "application/json" } });
      expect(answer.data).toBeUndefined();
    }
  });

  it("returns bytes as a URL with type, size and expiry", async () => {
    setAnswer(bytesAnswer(Buffer.from([0x89, 0x50, 0, 0xff]), { "content-type": "image/png" }));
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

  it("sends the content of a URL with its type, and deletes the temporary copy", async () => {
    const bytes = randomBytes(3_000_000);
    setAnswer((response, { method }) => {
      if (method === "GET") bytesAnswer(bytes, { "content-type": "image/webp" })(response, {} as ReceivedRequest);
      else response.end("{}");
    });
    expect(
      (await proxy({ method: "PUT", endpoint: "/target", binary_body: { url: `${baseUrl}/source` } })).status,
    ).toBe(200);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /source", "PUT /target"]);
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect([
      requests[1]?.headers["content-type"],
      requests[1]?.headers["content-length"],
      md5(requests[1]?.body ?? Buffer.alloc(0)),
    ]).toEqual(["image/webp", "3000000", md5(bytes)]);
    spoolIsEmpty();
  });

  it("reads a file of this server by its download URL, without a network request", async () => {
    setAnswer(bytesAnswer(Buffer.from("%PDF"), { "content-type": "application/pdf" }));
    const { s3url } = referenceOf(await run("LOOPBACK_DOWNLOAD", {}));
    await proxy({
      method: "POST",
      endpoint: "/target",
      binary_body: { url: s3url, content_type: "application/x-own" },
    });
    expect([requests[1]?.headers["content-type"], requests[1]?.body.toString()]).toEqual(["application/x-own", "%PDF"]);
    expect(
      (
        await failure(
          executeProxy(
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

  it("returns 400 for a private, refusing or invalid URL, and sends nothing", async () => {
    setAnswer((response) => {
      response.writeHead(403).end();
    });
    for (const [url, words] of [
      ["http://10.0.0.1/x", "not a public address"],
      [`${baseUrl}/no`, "answered 403"],
      ["file:///etc/passwd", "file:"],
      ["nonsense", "not a valid URL"],
    ] as const) {
      const { status, message } = await failure(proxy({ method: "POST", endpoint: "/target", binary_body: { url } }));
      expect([url, status, message]).toEqual([url, 400, expect.stringContaining(words)]);
    }
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });
});
