/** The limit on the total size of a project's files. */
import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PUT } from "@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route";
import { pool } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { createTestOwner } from "@/test/builders/owners";
import { createAnswerFile, requireFile } from "./stored-files";
import { createUpload } from "./uploads";
import { forgetSettings } from "@/test/setup/process-memory";

beforeEach(() => {
  vi.stubEnv("PATCHBAY_FILE_QUOTA_MB", "1");
  forgetSettings();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const KB = 1024;
const md5 = (content: Buffer) => createHash("md5").update(content).digest("hex");
const announce = (projectId: string, content: Buffer) =>
  createUpload(projectId, {
    toolkitSlug: "gmail",
    toolSlug: "GMAIL_SEND_EMAIL",
    name: "a.bin",
    mimetype: "text/plain",
    md5: md5(content),
  });
const put = (url: string, body: Buffer) => {
  const [ticket = "", filename = ""] = new URL(url).pathname.split("/").slice(-2);
  return PUT(
    new Request(url, { method: "PUT", body: new Uint8Array(body), headers: { "content-type": "text/plain" } }),
    { params: Promise.resolve({ ticket, filename }) },
  );
};
const answerOf = (projectId: string, size: number) =>
  createAnswerFile(
    { projectId, toolkitSlug: "gmail", toolSlug: "GMAIL_GET" },
    { name: "b.bin", mimetype: "text/plain", body: [randomBytes(size)] },
  );
const readUsedBytes = async (projectId: string) =>
  Number(
    (
      await pool().query<{ sum: string }>("SELECT coalesce(sum(size), 0) AS sum FROM file WHERE project_id = $1", [
        projectId,
      ])
    ).rows[0]?.sum,
  );

it(
  "413: neither an upload nor an answer goes beyond it, " +
    "and the refusal says what is used and what helps; another project goes on",
  async () => {
    const [{ projectId }, { projectId: other }] = [await createTestOwner(), await createTestOwner()];
    const [first, second] = [randomBytes(600 * KB), randomBytes(500 * KB)];
    const [firstUpload, two] = [await announce(projectId, first), await announce(projectId, second)];
    expect((await put(firstUpload.url, first)).status).toBe(200);
    const refusal = await put(two.url, second);
    expect([refusal.status, await refusal.json()]).toMatchObject([
      413,
      {
        error: {
          slug: "FileQuotaExceeded",
          message:
            "The files of this project take 614400 bytes of the 1 MB that they may take together, " +
            "so there is no room for a.bin (512000 bytes).",
          suggested_fix: expect.stringContaining("PATCHBAY_FILE_QUOTA_MB") as string,
        },
      },
    ]);
    await expect(requireFile(projectId, two.key)).rejects.toMatchObject({ kind: "NotFound" });
    await expect(answerOf(projectId, 500 * KB)).rejects.toMatchObject({ kind: "PayloadTooLarge" });
    expect((await put((await announce(other, second)).url, second)).status).toBe(200);
    expect([await readUsedBytes(projectId), readdirSync(path.join(env().dataDir, "files", ".partial"))]).toEqual([
      600 * KB,
      [],
    ]);
  },
);

it("is never passed by files that arrive at the same time", async () => {
  const { projectId } = await createTestOwner();
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => answerOf(projectId, 100 * KB)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await readUsedBytes(projectId)).toBe(1000 * KB);
});

it("413: announces nothing new when all is used, and takes again what is there", async () => {
  const { projectId } = await createTestOwner();
  const content = randomBytes(1024 * KB);
  expect((await put((await announce(projectId, content)).url, content)).status).toBe(200);
  await expect(announce(projectId, randomBytes(3))).rejects.toMatchObject({
    kind: "PayloadTooLarge",
    message:
      "The files of this project take 1 MB of the 1 MB that they may take together, so there is no room for a.bin.",
  });
  expect((await put((await announce(projectId, content)).url, content)).status).toBe(200);
});

it("keeps a file whose name has an emoji where it is cut", async () => {
  const { projectId } = await createTestOwner();
  const place = { projectId, toolkitSlug: "gmail", toolSlug: "GMAIL_GET" };
  const name = `${"x".repeat(499)}😀.txt`;
  const { key } = await createAnswerFile(place, { name, mimetype: "text/plain", body: [randomBytes(1)] });
  expect((await requireFile(projectId, key)).name).toBe("x".repeat(499));
});
