/** X's uploads against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

const files = {
  image: { name: "a.png", mimetype: "image/png", bytes: Buffer.alloc(10, 1) },
  video: { name: "a.mp4", mimetype: "video/mp4", bytes: Buffer.alloc(4 * 1024 * 1024 + 3, 2) },
  empty: { name: "e.png", mimetype: "image/png", bytes: Buffer.alloc(0) },
};
let x: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: x.baseUrl }), { files });

beforeAll(async () => {
  x = await startRecordedProvider();
});
afterAll(() => x.close());

const formOf = ({ bytes, headers }: RecordedProvider["requests"][number]) =>
  new Response(bytes as BodyInit, { headers: { "content-type": headers["content-type"] ?? "" } }).formData();
const steps = () => x.requests.map(({ method, path }) => `${method} ${path}`);

it("sends a small image in one request, with its alt text after it", async () => {
  x.answerWith(({ path }) =>
    path === "/2/media/metadata"
      ? { status: 403, body: { title: "Forbidden" } }
      : { body: { data: { id: "7", media_key: "3_7" } } },
  );
  const answer = await run("uploadMedia", { media: "image", alt_text: "A mill" });
  expect(answer).toMatchObject({
    id: "7",
    media_id: "7",
    state: "succeeded",
    problems: [expect.stringContaining("alt text was not set")],
  });
  const [upload, metadata] = x.requests;
  if (!upload) throw new Error("nothing was sent");
  const form = await formOf(upload);
  expect([form.get("media_category"), (form.get("media") as File).size]).toEqual(["tweet_image", 10]);
  expect(metadata?.json).toEqual({ id: "7", metadata: { alt_text: { text: "A mill" } } });
});

it("sends a video in parts, a lost one again, and waits until it is processed", async () => {
  let [appended, questions] = [0, 0];
  x.answerWith(({ method, path }) => {
    if (path.endsWith("/initialize")) return { body: { data: { id: "9" } } };
    if (path.endsWith("/append")) {
      appended += 1;
      return appended === 1 ? { status: 503, body: { title: "Busy" } } : { status: 204 };
    }
    if (method === "GET") questions += 1;
    const state = questions === 2 ? "succeeded" : "in_progress";
    return { body: { data: { id: "9", processing_info: { state, check_after_secs: 0 } } } };
  });
  expect(await run("uploadMedia", { media: "video" })).toMatchObject({
    media_id: "9",
    state: "succeeded",
    problems: [],
  });
  expect(steps()).toEqual([
    "POST /2/media/upload/initialize",
    "POST /2/media/upload/9/append",
    "POST /2/media/upload/9/append",
    "POST /2/media/upload/9/append",
    "POST /2/media/upload/9/finalize",
    "GET /2/media/upload",
    "GET /2/media/upload",
  ]);
  expect(x.requests[0]?.json).toEqual({
    media_type: "video/mp4",
    total_bytes: files.video.bytes.length,
    media_category: "tweet_video",
  });
  const parts = await Promise.all(x.requests.slice(1, 4).map(formOf));
  expect(parts.map((form) => [form.get("segment_index"), (form.get("media") as File).size])).toEqual([
    ["0", 4 * 1024 * 1024],
    ["0", 4 * 1024 * 1024],
    ["1", 3],
  ]);
});

it("keeps the ID of an upload whose state cannot be read, and asks with growing pauses", async () => {
  let questions = 0;
  x.answerWith(({ method, path }) => {
    if (path.endsWith("/append")) return { status: 204 };
    if (method === "GET" && (questions += 1) === 2) return { status: 503, body: { title: "Busy" } };
    return { body: { data: { id: "9", processing_info: { state: "in_progress", check_after_secs: 0 } } } };
  });
  expect(await run("uploadMedia", { media: "video" })).toMatchObject({ media_id: "9", state: "in_progress" });
  expect(questions).toBe(2);
});

it("does not call an upload without an ID a success", async () => {
  x.answerWith(() => ({ body: {} }));
  await expect(run("uploadMedia", { media: "image" })).rejects.toThrow(/no ID/);
});

it("answers before the video is processed where the caller does not wait", async () => {
  x.answerWith(({ path }) =>
    path.endsWith("/append")
      ? { status: 204 }
      : { body: { data: { id: "9", processing_info: { state: "pending", check_after_secs: 900 } } } },
  );
  expect(await run("uploadMedia", { media: "video", wait_for_processing: false })).toMatchObject({ state: "pending" });
});

it("says what went wrong with a part, with the processing, and with an empty file", async () => {
  x.answerWith(({ path }) =>
    path.endsWith("/append") ? { status: 400, body: { title: "Bad part" } } : { body: { data: { id: "9" } } },
  );
  await expect(run("uploadMedia", { media: "video" })).rejects.toThrow(/Part 1 .*Bad part/);
  expect(x.requests).toHaveLength(2);
  const failed = { data: { id: "9", processing_info: { state: "failed", error: { message: "Too long" } } } };
  x.answerWith(({ path }) => (path.endsWith("/append") ? { status: 204 } : { body: failed }));
  await expect(run("uploadMedia", { media: "video" })).rejects.toThrow(/Too long/);
  await expect(run("uploadMedia", { media: "empty" })).rejects.toThrow(/empty/);
});
