/** X: images, GIFs and videos, which are uploaded before a post names them (https://docs.x.com/x-api/media). */
import { setTimeout as sleep } from "node:timers/promises";
import { multipartForm } from "@/lib/catalog/multipart-form";
import {
  attempt,
  type HandlerFile,
  type HandlerTools,
  type ToolHandler,
  type ToolHandlers,
} from "@/lib/catalog/tool-handler";

type UploadArguments = {
  media?: unknown;
  media_category?: string;
  media_type?: string;
  alt_text?: string;
  wait_for_processing?: boolean;
};
type Processing = {
  state?: string;
  check_after_secs?: number;
  progress_percent?: number;
  error?: { message?: string };
};
type Media = {
  id?: string;
  media_key?: string;
  expires_after_secs?: number;
  size?: number;
  processing_info?: Processing;
};

const UPLOAD = "/2/media/upload";
/** Larger images are sent in parts, as are all GIFs and videos. */
const MAX_SIMPLE_BYTES = 5 * 1024 * 1024;
const PART_BYTES = 4 * 1024 * 1024;
/** A part may be sent again, because its number decides its place. */
const PART_TRIES = 3;
/** Left of the execution's time for the answer. */
const RESERVE_MS = 5_000;
const MAX_PAUSE_SECONDS = 30;
/** The shortest first pause, which doubles to a second: an answer of 0 seconds must not make a busy loop. */
const FIRST_PAUSE_SECONDS = 0.1;

const mediaPath = (id: string | undefined, step: string): string => `${UPLOAD}/${encodeURIComponent(id ?? "")}/${step}`;
const toMedia = (data: unknown): Media => (data as { data?: Media } | undefined)?.data ?? {};

const categoryOf = ({ mimetype }: HandlerFile): string =>
  mimetype === "image/gif" ? "tweet_gif" : mimetype.startsWith("video/") ? "tweet_video" : "tweet_image";

async function sendPart(id: string, index: number, bytes: Uint8Array, { call, fail }: HandlerTools): Promise<void> {
  const part = { name: "part", mimetype: "application/octet-stream", bytes };
  let problem = "";
  for (let tries = 0; tries < PART_TRIES; tries += 1) {
    const form = multipartForm([
      ["segment_index", index],
      ["media", part],
    ]);
    const answer = await attempt(() => call({ method: "POST", path: mediaPath(id, "append"), ...form }));
    if (answer.problem === undefined) return;
    problem = answer.problem;
    // What X refuses for its content, it refuses again.
    if (answer.status !== undefined && answer.status < 500 && answer.status !== 429) break;
  }
  fail(`Part ${index + 1} of the file was not taken, so nothing can be posted: ${problem}`);
}

/**
 * Waits until X has processed a GIF or video, as long as the execution has time. A question that fails ends the wait
 * with the state before it: the file is uploaded, and its ID must not be lost.
 */
async function waitForProcessing(media: Media, { call, fail, deadline, signal }: HandlerTools): Promise<Media> {
  let current = media;
  for (let floor = FIRST_PAUSE_SECONDS; ; floor = Math.min(floor * 2, 1)) {
    const { state = "", check_after_secs: seconds = 1 } = current.processing_info ?? { state: "succeeded" };
    if (["succeeded", "failed"].includes(state)) break;
    const pause = Math.min(Math.max(seconds, floor), MAX_PAUSE_SECONDS) * 1000;
    if (Date.now() + pause + RESERVE_MS > deadline) return current;
    await sleep(pause, undefined, signal ? { signal } : {});
    const query = { command: "STATUS", media_id: media.id };
    const answer = await attempt(() => call({ method: "GET", path: UPLOAD, query }));
    if (answer.problem !== undefined) return current;
    current = { ...current, ...toMedia(answer.value.data) };
  }
  const { state, error } = current.processing_info ?? {};
  return state === "failed" ? fail(`X could not process the file: ${error?.message ?? "it gave no reason"}`) : current;
}

async function uploadInParts(file: HandlerFile, category: string, wait: boolean, tools: HandlerTools): Promise<Media> {
  const { call } = tools;
  const body = { media_type: file.mimetype, total_bytes: file.bytes.length, media_category: category };
  const { id } = toMedia((await call({ method: "POST", path: `${UPLOAD}/initialize`, body })).data);
  if (!id) return tools.fail("X gave no ID for the upload.");
  for (let index = 0; index * PART_BYTES < file.bytes.length; index += 1)
    await sendPart(id, index, file.bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES), tools);
  const media = toMedia((await call({ method: "POST", path: mediaPath(id, "finalize") })).data);
  return wait ? waitForProcessing({ ...media, id }, tools) : { ...media, id };
}

async function describeMedia(id: string, text: string, { call }: HandlerTools): Promise<string[]> {
  const body = { id, metadata: { alt_text: { text } } };
  const { problem } = await attempt(() => call({ method: "POST", path: "/2/media/metadata", body }));
  return problem === undefined ? [] : [`The file was uploaded, but its alt text was not set: ${problem}`];
}

/** Uploads a file in the way its size and type need. */
const uploadMedia: ToolHandler = async (args: UploadArguments, tools) => {
  const { mimetype, ...content } = await tools.readFile(args.media);
  const file = { ...content, mimetype: args.media_type ?? mimetype };
  if (file.bytes.length === 0) return tools.fail("The file is empty.");
  const category = args.media_category ?? categoryOf(file);
  const isSimple = /image$/i.test(category) && file.bytes.length <= MAX_SIMPLE_BYTES;
  const form = isSimple
    ? multipartForm([
        ["media_category", category],
        ["media_type", file.mimetype],
        ["media", file],
      ])
    : undefined;
  const media = form
    ? toMedia((await tools.call({ method: "POST", path: UPLOAD, ...form })).data)
    : await uploadInParts(file, category, args.wait_for_processing ?? true, tools);
  if (!media.id) return tools.fail("X gave no ID for the upload.");
  const problems = args.alt_text ? await describeMedia(media.id, args.alt_text, tools) : [];
  return { ...media, media_id: media.id, state: media.processing_info?.state ?? "succeeded", problems };
};

const appendMedia: ToolHandler = async (
  args: { media_id?: string; segment_index?: number; media?: unknown },
  { call, readFile },
) => {
  const form = multipartForm([
    ["segment_index", args.segment_index ?? 0],
    ["media", await readFile(args.media)],
  ]);
  await call({ method: "POST", path: mediaPath(args.media_id, "append"), ...form });
  return { media_id: args.media_id, segment_index: args.segment_index ?? 0, appended: true };
};

export const handlers: ToolHandlers = { uploadMedia, appendMedia };
