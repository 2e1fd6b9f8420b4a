/** Files in an S3 bucket: a real S3 server on loopback, the official client, and clients that know the addresses alone. */
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "@/lib/kernel/db";
import { createTestOwner } from "@/test/owners";
import { expireFiles } from "./expire-files";
import { createAnswerFile, requireFile } from "./stored-files";
import { createUpload } from "./uploads";

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
const announce = (content: Buffer) =>
  createUpload(projectId, {
    toolkitSlug: "gmail",
    toolSlug: "SEND",
    name: "a b.png",
    mimetype: "image/png",
    md5: md5(content),
  });

it("an upload goes to the bucket itself, with nothing but its type, and is read from there", async () => {
  const content = Buffer.alloc(3_000_000, 7);
  const { url, key } = await announce(content);
  expect(url).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/files\/proj_.*X-Amz-Expires=3600.*X-Amz-SignedHeaders=content-type%3Bhost/,
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
