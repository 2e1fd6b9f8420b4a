/**
 * Files in an S3 bucket: a real S3 server on loopback, the official client, and clients that know the addresses alone.
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { createTestOwner } from "@/test/builders/owners";
import { expireFiles } from "./expire-files";
import { createAnswerFile, requireFile } from "./stored-files";
import { createUpload, receiveUpload } from "./uploads";
import { forgetSettings } from "@/test/setup/process-memory";

const folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "s3-"));
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: "files", configs: [] }],
});
let projectId: string;

beforeAll(async () => {
  const { port } = await server.run();
  Object.assign(process.env, {
    PATCHBAY_S3_BUCKET: "files",
    PATCHBAY_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    PATCHBAY_S3_ACCESS_KEY_ID: "S3RVER",
    PATCHBAY_S3_SECRET_ACCESS_KEY: "S3RVER",
  });
  ({ projectId } = await createTestOwner());
});
afterAll(async () => {
  await server.close();
});

const md5 = (content: Buffer): string => createHash("md5").update(content).digest("hex");
const bytesOf = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const announce = (content: Buffer, size?: number, project = projectId) =>
  createUpload(project, {
    ...(size !== undefined && { size }),
    toolkitSlug: "gmail",
    toolSlug: "SEND",
    name: "a b.png",
    mimetype: "image/png",
    md5: md5(content),
  });

it("an upload of an announced size goes to the bucket itself, with nothing but its type, and is read from there", async () => {
  const content = Buffer.alloc(3_000_000, 7);
  const { url, key } = await announce(content, content.length);
  expect(url).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/files\/proj_.*X-Amz-Expires=3600.*X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost/,
  );
  expect(url).not.toMatch(/checksum/i);
  await expect(requireFile(projectId, key)).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining("never uploaded") as string,
  });
  expect((await fetch(url, { method: "PUT", body: content, headers: { "content-type": "image/png" } })).status).toBe(
    200,
  );
  const file = await requireFile(projectId, key);
  expect([file.size, md5(await bytesOf(file.read())), file.name]).toEqual([3_000_000, md5(content), "a b.png"]);
});

const put = async (url: string, body: Buffer, type = "image/png") =>
  (await fetch(url, { method: "PUT", body: new Uint8Array(body), headers: { "content-type": type } })).status;

/**
 * What a bucket computes of a request to an address (AWS Signature Version 4, query parameters) and holds against its
 * signature.
 */
function signatureOf(address: string, headers: Record<string, string>): string {
  const url = new URL(address);
  const fact = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? "";
  const query = url.search
    .slice(1)
    .split("&")
    .filter((pair) => !pair.startsWith("X-Amz-Signature="))
    .sort()
    .join("&");
  const all: Record<string, string> = { ...headers, host: url.host };
  const signed = fact("SignedHeaders")
    .split(";")
    .map((name) => `${name}:${all[name] ?? ""}\n`)
    .join("");
  const request = ["PUT", url.pathname, query, signed, fact("SignedHeaders"), "UNSIGNED-PAYLOAD"].join("\n");
  const scope = fact("Credential").split("/").slice(1);
  const text = ["AWS4-HMAC-SHA256", fact("Date"), scope.join("/"), createHash("sha256").update(request).digest("hex")];
  let key: Buffer | string = "AWS4S3RVER";
  for (const part of scope) key = createHmac("sha256", key).update(part).digest();
  return createHmac("sha256", key).update(text.join("\n")).digest("hex");
}

it("an address into the bucket counts for the announced length and type alone", async () => {
  const { url } = await announce(randomBytes(1000), 1000);
  const signature = new URL(url).searchParams.get("X-Amz-Signature");
  const headers = { "content-length": "1000", "content-type": "image/png" };
  expect(signatureOf(url, headers)).toBe(signature);
  expect(signatureOf(url, { ...headers, "content-length": "1001" })).not.toBe(signature);
  expect(signatureOf(url, { ...headers, "content-type": "text/html" })).not.toBe(signature);
});

it("413: a content that is announced larger than files may be gets no address", async () => {
  await expect(announce(randomBytes(3), env().files.maxBytes + 1)).rejects.toMatchObject({ kind: "PayloadTooLarge" });
});

it("an upload of unknown size comes over this server, which checks and counts it, into the bucket", async () => {
  const content = randomBytes(50_000);
  const { url, key } = await announce(content);
  expect(url).toMatch(/^http:\/\/localhost:3000\/api\/v3\/internal\/patchbay\/files\//);
  const [ticket = ""] = new URL(url).pathname.split("/").slice(-2);
  await expect(receiveUpload(ticket, { body: [randomBytes(9)], mimetype: "image/png", length: 9 })).rejects.toThrow();
  await receiveUpload(ticket, { body: [content], mimetype: "image/png", length: content.length });
  const file = await requireFile(projectId, key);
  expect([file.size, md5(await bytesOf(file.read()))]).toEqual([50_000, md5(content)]);
});

describe("the space of a project", () => {
  let project: string;
  const readSizes = async () =>
    (await pool().query("SELECT size::int, reserved::int FROM file WHERE project_id = $1 ORDER BY id", [project])).rows;
  const later = () =>
    pool().query("UPDATE file SET reserved_until = now() - interval '1 minute' WHERE project_id = $1", [project]);

  beforeEach(async () => {
    ({ projectId: project } = await createTestOwner());
    vi.stubEnv("PATCHBAY_FILE_QUOTA_MB", "1");
    forgetSettings();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    forgetSettings();
  });

  it("413: is taken by addresses that may still bring something, and given back when nothing came", async () => {
    await announce(randomBytes(8), 700_000, project);
    await expect(announce(randomBytes(8), 700_000, project)).rejects.toMatchObject({ kind: "PayloadTooLarge" });
    await later();
    await expireFiles();
    expect(await readSizes()).toEqual([{ size: null, reserved: null }]);
    await announce(randomBytes(8), 700_000, project);
  });

  it("counts what came over an address although nobody opened it", async () => {
    const content = randomBytes(700_000);
    const { url } = await announce(content, content.length, project);
    expect(await put(url, content)).toBe(200);
    await later();
    await expireFiles();
    expect(await readSizes()).toEqual([{ size: 700_000, reserved: null }]);
    await expect(announce(randomBytes(8), 700_000, project)).rejects.toMatchObject({ kind: "PayloadTooLarge" });
  });

  it("keeps the larger of two announcements of one content, as either address may be used", async () => {
    const content = randomBytes(8);
    await announce(content, 900_000, project);
    await announce(content, 8, project);
    expect(await readSizes()).toEqual([{ size: null, reserved: 900_000 }]);
  });

  it("is never passed by announcements that arrive at the same time", async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => announce(randomBytes(8), 300_000, project)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });
});

it("an answer of a tool is stored there and downloaded from there, under its own name and type", async () => {
  const file = await createAnswerFile(
    { projectId, toolkitSlug: "drive", toolSlug: "GET" },
    { name: "ü.pdf", mimetype: "application/pdf", body: [Buffer.from("%PDF"), Buffer.alloc(100_000)] },
  );
  expect(file.size).toBe(100_004);
  const answer = await fetch(file.url);
  expect([answer.status, answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength]).toEqual([
    200,
    "application/pdf",
    100_004,
  ]);
  expect(answer.headers.get("content-disposition")).toContain("attachment");
});

it("the expiry job removes the content from the bucket", async () => {
  const file = await createAnswerFile(
    { projectId, toolkitSlug: "drive", toolSlug: "OLD" },
    { name: "o", mimetype: "text/plain", body: [Buffer.from("old")] },
  );
  await pool().query("UPDATE file SET expires_at = now() - interval '1 minute' WHERE key = $1", [file.key]);
  expect(await expireFiles()).toBe(1);
  expect((await fetch(file.url)).status).toBe(404);
});
