/** Uploads and downloads on disk, through the routes, with the real database. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { GET, PUT } from "@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route";
import { moveClock } from "@/lib/kernel/time/clock";
import { pool } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { createTestOwner } from "@/test/builders/owners";
import { FileUpload } from "./contract";
import { expireFiles } from "./expire-files";
import { findFiles } from "./find-files";
import { createAnswerFile, requireFile } from "./stored-files";
import { createUpload } from "./uploads";

const md5 = (content: string | Buffer): string => createHash("md5").update(content).digest("hex");

let projectId: string;
let otherProjectId: string;
beforeAll(async () => {
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
});

const announce = (
  content: string,
  more: { name?: string; mimetype?: string; toolSlug?: string } = {},
  as = projectId,
) =>
  createUpload(as, {
    toolkitSlug: "gmail",
    toolSlug: "GMAIL_SEND_EMAIL",
    name: "a.txt",
    mimetype: "text/plain",
    md5: md5(content),
    ...more,
  });

const paramsOf = (url: string) => {
  const [ticket = "", filename = ""] = new URL(url).pathname.split("/").slice(-2);
  return { params: Promise.resolve({ ticket, filename }) };
};
const put = (url: string, body: string | Buffer | ReadableStream, type: string | null = "text/plain") =>
  PUT(
    new Request(url, {
      method: "PUT",
      body: body as BodyInit,
      duplex: "half",
      headers: type === null ? {} : { "content-type": type },
    } as RequestInit),
    paramsOf(url),
  );
const get = (url: string) => GET(new Request(url), paramsOf(url));
const words = async (answer: Response) => ((await answer.json()) as { error: { message: string } }).error.message;

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
};
const inSpool = () => readdirSync(path.join(env().dataDir, "files", ".partial"));

describe("an upload", () => {
  it("lands under a key of its project, and the same content for the same tool has the same key and id", async () => {
    const first = await announce("hello");
    expect(first.key).toBe(`${projectId}/gmail/GMAIL_SEND_EMAIL/request/${md5("hello")}`);
    expect((await put(first.url, "hello")).status).toBe(200);
    expect(await announce("hello", { name: "b.txt" })).toMatchObject({ id: first.id, key: first.key });
    const file = await requireFile(projectId, first.key);
    expect([file.name, file.size, await textOf(file.read())]).toEqual(["b.txt", 5, "hello"]);
    expect((await announce("hello", { toolSlug: "GMAIL_REPLY" })).key).not.toBe(first.key);
    expect((await announce("hello", {}, otherProjectId)).key.startsWith(`${otherProjectId}/`)).toBe(true);
  });

  it("streams 25 MB without keeping them in memory", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const hash = createHash("md5");
    for (let index = 0; index < 25; index++) hash.update(megabyte);
    const { url, key } = await createUpload(projectId, {
      toolkitSlug: "gmail",
      toolSlug: "BIG",
      name: "big",
      mimetype: "text/plain",
      md5: hash.digest("hex"),
    });
    let sentCount = 0;
    const stream = new ReadableStream({
      pull: (controller) => {
        if (sentCount++ < 25) controller.enqueue(megabyte);
        else controller.close();
      },
    });
    expect((await put(url, stream)).status).toBe(200);
    expect((await requireFile(projectId, key)).size).toBe(25 * 1024 * 1024);
  });

  it("takes a content that comes without a type as the announced one", async () => {
    for (const [index, type] of [null, ""].entries()) {
      const { url, key } = await announce(`no type ${index}`);
      expect((await put(url, Buffer.from(`no type ${index}`), type)).status).toBe(200);
      expect((await requireFile(projectId, key)).mimetype).toBe("text/plain");
    }
  });

  it("400: another content and another type are refused, and leave nothing behind", async () => {
    const { url, key } = await announce("the right one");
    expect(await words(await put(url, "the wrong one"))).toContain("MD5");
    expect(await words(await put(url, "the right one", "text/html"))).toContain("text/plain");
    expect((await failure(requireFile(projectId, key))).message).toContain("never uploaded");
    expect(inSpool()).toEqual([]);
  });

  it("400: an upload that is cut leaves nothing behind; names in any script make an address that can be read", async () => {
    const { url } = await announce("cut off", { name: `${"\u6587".repeat(300)}.txt` });
    expect(decodeURIComponent(new URL(url).pathname)).toMatch(/\u6587{20,60}\.txt$/);
    const cut = new ReadableStream({
      pull: (controller) => {
        controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
      },
    });
    expect(await words(await put(url, cut))).toContain("ended before");
    expect(inSpool()).toEqual([]);
  });

  it("413: more than the limit, announced or not", async () => {
    const { url } = await announce("big");
    const chunk = new Uint8Array(8 * 1024 * 1024);
    let sentCount = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sentCount++;
        controller.enqueue(chunk);
      },
    });
    expect((await put(url, endless)).status).toBe(413);
    expect(sentCount).toBeLessThan(20);
    const request = new Request(url, {
      method: "PUT",
      body: "x",
      headers: { "content-type": "text/plain", "content-length": "999999999" },
    });
    expect((await PUT(request, paramsOf(url))).status).toBe(413);
    expect(inSpool()).toEqual([]);
  });

  it("403: an address that was changed, expired, or is for a download", async () => {
    const { url } = await announce("signed");
    const ticket = new URL(url).pathname.split("/").at(-2) ?? "";
    const [payload = "", signature = ""] = ticket.split(".");
    const forged = Buffer.from(
      Buffer.from(payload, "base64url").toString().replace(projectId, otherProjectId),
    ).toString("base64url");
    for (const bad of [
      `${forged}.${signature}`,
      payload,
      `${payload}.`,
      `${payload}.${signature.slice(0, -1)}`,
      "..",
      "x.y",
    ])
      expect((await put(url.replace(ticket, bad), "signed")).status).toBe(403);
    expect((await get(url)).status).toBe(403);
    const back = moveClock(3_601_000);
    try {
      const late = await put(url, "signed");
      expect(late.status).toBe(403);
      expect(await words(late)).toContain("expired");
    } finally {
      back();
    }
  });

  it("400: slugs, types and sums that could name another place are refused before anything is written", () => {
    const good = {
      toolkit_slug: "Gmail",
      tool_slug: "gmail_send",
      filename: "../../etc/passwd",
      mimetype: "text/plain",
      md5: md5("x").toUpperCase(),
    };
    expect(FileUpload.parse(good)).toMatchObject({ toolkit_slug: "gmail", tool_slug: "GMAIL_SEND", md5: md5("x") });
    for (const bad of [
      { toolkit_slug: ".." },
      { toolkit_slug: "a/b" },
      { tool_slug: "../x" },
      { tool_slug: "a\0" },
      { md5: "../../x" },
      { md5: "abc" },
      { mimetype: "text/plain\r\nx: y" },
      { mimetype: "nothing" },
      { filename: "" },
    ])
      expect([bad, FileUpload.safeParse({ ...good, ...bad }).success]).toEqual([bad, false]);
  });
});

describe("a download", () => {
  const place = () => ({ projectId, toolkitSlug: "drive", toolSlug: "DRIVE_GET" });

  it("gives the bytes as an attachment that the browser never shows on our origin", async () => {
    const file = await createAnswerFile(place(), {
      name: '../ü "x".html',
      mimetype: "text/html",
      body: [Buffer.from("<script>1</script>")],
    });
    expect(file).toMatchObject({
      size: 18,
      key: expect.stringContaining(`${projectId}/drive/DRIVE_GET/response/`) as string,
    });
    const answer = await get(file.url);
    expect(await answer.text()).toBe("<script>1</script>");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": "18",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox") as string,
      "content-disposition": expect.stringMatching(/^attachment; /) as string,
    });
    expect(new URL(file.url).pathname).not.toContain("..");
    expect((await put(file.url, "x")).status).toBe(403);
  });

  it("403 after its time", async () => {
    const file = await createAnswerFile(place(), { name: "a", mimetype: "text/plain", body: [Buffer.from("a")] });
    const back = moveClock(3_601_000);
    try {
      expect((await get(file.url)).status).toBe(403);
    } finally {
      back();
    }
  });
});

describe("requireFile", () => {
  it("404: another project's key, and keys that would leave the folder", async () => {
    const { url, key } = await announce("mine");
    await put(url, "mine");
    for (const bad of [
      key,
      `${otherProjectId}/../${key}`,
      `${otherProjectId}/a/b/request/../../../../secret`,
      "../secret",
      "",
      key.replace("/request/", "/request//"),
    ])
      expect([bad, (await failure(requireFile(otherProjectId, bad))).status]).toEqual([bad, 404]);
    expect((await failure(requireFile(otherProjectId, key))).message).toContain("no file with the key");
  });
});

describe("the list", () => {
  it("pages newest first, filters by toolkit and tool, and shows no other project", async () => {
    const { projectId: id } = await createTestOwner();
    for (const number of [1, 2, 3])
      await announce(`file ${number}`, { name: `${number}.txt`, toolSlug: number === 3 ? "OTHER" : "ONE" }, id);
    const first = await findFiles(id, { limit: 2 });
    expect(first).toMatchObject({
      total_items: 3,
      total_pages: 2,
      items: [
        { filename: "3.txt", tool_slug: "OTHER", md5: md5("file 3"), mimetype: "text/plain", toolkit_slug: "gmail" },
        { filename: "2.txt" },
      ],
    });
    expect(
      (await findFiles(id, { limit: 2, cursor: first.next_cursor })).items.map(({ filename }) => filename),
    ).toEqual(["1.txt"]);
    expect((await findFiles(id, { limit: 9, toolSlug: "one" })).total_items).toBe(2);
    expect((await findFiles(id, { limit: 9, toolkitSlug: "slack" })).items).toEqual([]);
    expect((await failure(findFiles(id, { limit: 9, cursor: "x" }))).status).toBe(400);
  });
});

describe("the expiry job", () => {
  it("removes rows and contents whose time is over, and nothing else", async () => {
    const old = await createAnswerFile(
      { projectId, toolkitSlug: "drive", toolSlug: "OLD" },
      { name: "o", mimetype: "text/plain", body: [Buffer.from("old")] },
    );
    const { url, key } = await announce("still good");
    await put(url, "still good");
    await pool().query("UPDATE file SET expires_at = now() - interval '1 minute' WHERE key = $1", [old.key]);
    expect(await expireFiles()).toBe(1);
    expect(existsSync(path.join(env().dataDir, "files", old.key))).toBe(false);
    expect((await failure(requireFile(projectId, old.key))).status).toBe(404);
    expect((await requireFile(projectId, key)).size).toBe(10);
  });
});
