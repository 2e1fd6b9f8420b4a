/** LinkedIn's uploads against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedAnswer, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

const files = {
  image: { name: "a.png", mimetype: "image/png", bytes: Buffer.from("image") },
  video: { name: "a.mp4", mimetype: "video/mp4", bytes: Buffer.from("first-second") },
  pdf: { name: "a.pdf", mimetype: "application/pdf", bytes: Buffer.from("pdf") },
};
let linkedin: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: linkedin.baseUrl }), { files });

beforeAll(async () => {
  linkedin = await startRecordedProvider();
});
afterAll(() => linkedin.close());

const answerWith = (more: Record<string, RecordedAnswer> = {}) =>
  linkedin.answerWith(({ method, path, query }, origin) => {
    const step = `${method} ${path}${query.get("action") ? ` ${query.get("action")}` : ""}`;
    const usual: Record<string, RecordedAnswer> = {
      "GET /v2/userinfo": { body: { sub: "ada" } },
      "POST /rest/images initializeUpload": {
        body: { value: { uploadUrl: `${origin}/put/1`, image: "urn:li:image:1" } },
      },
      "POST /rest/documents initializeUpload": {
        body: { value: { uploadUrl: `${origin}/put/2`, document: "urn:li:document:2" } },
      },
      "POST /rest/videos initializeUpload": {
        body: {
          value: {
            video: "urn:li:video:3",
            uploadToken: "",
            uploadInstructions: [
              { uploadUrl: `${origin}/put/3`, firstByte: 0, lastByte: 5 },
              { uploadUrl: `${origin}/put/4`, firstByte: 6, lastByte: 11 },
            ],
          },
        },
      },
      "POST /rest/videos finalizeUpload": { status: 200 },
      "POST /rest/posts": { status: 201, headers: { "x-restli-id": "urn:li:share:9" } },
    };
    if (method === "PUT") return { status: 201, headers: { etag: `mark-${path.slice(-1)}` } };
    return { ...usual, ...more }[step] ?? { status: 404 };
  });

it("uploads an image for the connected person, and publishes it", async () => {
  answerWith();
  const answer = await run("postWithMedia", {
    file: "image",
    commentary: "Steam (new) #1 by @[Ada L.](urn:li:person:a-1)",
    alt_text: "A mill",
  });
  expect(answer).toEqual({ id: "urn:li:share:9", media_urn: "urn:li:image:1", author: "urn:li:person:ada" });
  const [, started, put, post] = linkedin.requests;
  expect(started?.json).toEqual({ initializeUploadRequest: { owner: "urn:li:person:ada" } });
  expect(put?.bytes.toString()).toBe("image");
  expect(post?.json).toMatchObject({
    author: "urn:li:person:ada",
    commentary: "Steam \\(new\\) #1 by @[Ada L.](urn:li:person:a-1)",
    content: { media: { id: "urn:li:image:1", altText: "A mill" } },
    lifecycleState: "PUBLISHED",
  });
});

it("sends a video in the parts that LinkedIn asks for, and names their marks", async () => {
  answerWith();
  expect(await run("uploadMedia", { file: "video", owner: "urn:li:organization:5" })).toEqual({
    urn: "urn:li:video:3",
    kind: "video",
    owner: "urn:li:organization:5",
  });
  expect(linkedin.requests.slice(1, 3).map(({ bytes }) => bytes.toString())).toEqual(["first-", "second"]);
  expect(linkedin.requests.at(-1)?.json).toEqual({
    finalizeUploadRequest: { video: "urn:li:video:3", uploadToken: "", uploadedPartIds: ["mark-3", "mark-4"] },
  });
});

it("keeps an upload whose post was refused: the error names it", async () => {
  answerWith({ "POST /rest/posts": { status: 403, body: { message: "Not enough permissions" } } });
  await expect(
    run("postWithMedia", { file: "pdf", author: "urn:li:organization:5", commentary: "Read" }),
  ).rejects.toThrow(/document was uploaded as urn:li:document:2.*Not enough permissions/);
});

it("does not call a post refused whose answer was lost", async () => {
  answerWith();
  const losing = runnerOn(handlers, () => ({ baseUrl: linkedin.baseUrl }), {
    files,
    before: ({ path }) =>
      path === "/rest/posts" ? Promise.reject(new OutboundError("timeout", "Too slow.")) : Promise.resolve(),
  });
  const call = losing("postWithMedia", { file: "pdf", author: "urn:li:organization:5", commentary: "Read" });
  await expect(call).rejects.toThrow(/urn:li:document:2, but the post may be published.*Too slow/);
});

it("gives an address for an upload of one's own", async () => {
  answerWith();
  expect(await run("initializeImage", { owner: "urn:li:person:ada" })).toMatchObject({ image_urn: "urn:li:image:1" });
});
