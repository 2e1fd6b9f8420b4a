/** LinkedIn: images, videos and documents, which are uploaded before a post names them. */
import {
  attempt,
  type HandlerFile,
  type HandlerTools,
  type ToolHandler,
  type ToolHandlers,
} from "@/lib/catalog/tool-handler";

type Kind = "image" | "video" | "document";
type UploadArguments = { owner?: string; file?: unknown; kind?: Kind };
type PostArguments = UploadArguments & {
  author?: string;
  commentary?: string;
  visibility?: string;
  title?: string;
  alt_text?: string;
};
type Instruction = { uploadUrl?: string; firstByte?: number; lastByte?: number };
type Started = {
  uploadUrl?: string;
  image?: string;
  document?: string;
  video?: string;
  uploadToken?: string;
  uploadInstructions?: Instruction[];
};

/**
 * Mentions, and signs that begin mentions and marks in the text of a post, unless they follow a backslash. Hashtags
 * stay what they are.
 */
const RESERVED = /(@\[[^\]\n]{1,200}\]\(urn:li:[a-z]+:[\w-]+\))|[\\|{}@[\]()<>*_~]/gi;

const kindOf = ({ mimetype }: HandlerFile): Kind =>
  mimetype.startsWith("image/") ? "image" : mimetype.startsWith("video/") ? "video" : "document";

/** The person or page that the file will belong to; the connected person if none is named. */
async function ownerOf(owner: string | undefined, { call }: HandlerTools): Promise<string> {
  if (owner) return owner;
  const { sub } = (await call({ method: "GET", path: "/v2/userinfo" })).data as { sub?: string };
  return `urn:li:person:${sub ?? ""}`;
}

async function start(kind: Kind, request: Record<string, unknown>, { call }: HandlerTools): Promise<Started> {
  const answer = await call({
    method: "POST",
    path: `/rest/${kind}s`,
    query: { action: "initializeUpload" },
    body: { initializeUploadRequest: request },
  });
  return ((answer.data as { value?: Started } | undefined) ?? {}).value ?? {};
}

async function put(url: string | undefined, bytes: Uint8Array, { call, fail }: HandlerTools): Promise<string> {
  if (!url) return fail("LinkedIn gave no address for the upload.");
  const headers = { "content-type": "application/octet-stream" };
  const answer = await call({ method: "PUT", path: url, headers, rawBody: bytes });
  return answer.headers.etag ?? "";
}

/** Sends a video in the parts that LinkedIn asks for, and closes the upload with their marks. */
async function uploadVideo(owner: string, bytes: Uint8Array, tools: HandlerTools): Promise<string | undefined> {
  const request = { owner, fileSizeBytes: bytes.length, uploadCaptions: false, uploadThumbnail: false };
  const { video, uploadToken = "", uploadInstructions = [] } = await start("video", request, tools);
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte = 0, lastByte = bytes.length - 1 } of uploadInstructions)
    uploadedPartIds.push(await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1), tools));
  await tools.call({
    method: "POST",
    path: "/rest/videos",
    query: { action: "finalizeUpload" },
    body: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
  });
  return video;
}

async function upload(args: UploadArguments, tools: HandlerTools): Promise<{ urn: string; kind: Kind; owner: string }> {
  const file = await tools.readFile(args.file);
  if (file.bytes.length === 0) return tools.fail("The file is empty.");
  const kind = args.kind ?? kindOf(file);
  const owner = await ownerOf(args.owner, tools);
  if (kind === "video") {
    const video = await uploadVideo(owner, file.bytes, tools);
    return { urn: video ?? tools.fail("LinkedIn gave no ID for the video."), kind, owner };
  }
  const started = await start(kind, { owner }, tools);
  await put(started.uploadUrl, file.bytes, tools);
  return { urn: started[kind] ?? tools.fail(`LinkedIn gave no ID for the ${kind}.`), kind, owner };
}

const uploadMedia: ToolHandler = async (args: UploadArguments, tools) => upload(args, tools);

const initializeImage: ToolHandler = async (args: { owner?: string }, tools) => {
  const { uploadUrl, image, ...rest } = await start("image", { owner: await ownerOf(args.owner, tools) }, tools);
  return { upload_url: uploadUrl, image_urn: image, value: { uploadUrl, image, ...rest } };
};

/** Uploads a file and publishes a post with it. The error of a post contains the URN of the upload. */
const postWithMedia: ToolHandler = async (args: PostArguments, tools) => {
  const { author, commentary = "", visibility = "PUBLIC", title, alt_text: altText } = args;
  const { urn, kind, owner } = await upload({ ...args, ...(author && { owner: author }) }, tools);
  const media = {
    id: urn,
    ...(kind === "image" ? altText && { altText } : { title: title ?? "Attachment" }),
  };
  const post = {
    author: owner,
    commentary: commentary.replace(RESERVED, (sign, mention?: string) => mention ?? `\\${sign}`),
    visibility,
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    content: { media },
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: false,
  };
  const answer = await attempt(() => tools.call({ method: "POST", path: "/rest/posts", body: post }));
  if (answer.problem !== undefined) {
    const outcome = answer.isUnknown ? "the post may be published, so look before you post again" : "there is no post";
    return tools.fail(`The ${kind} was uploaded as ${urn}, but ${outcome}: ${answer.problem}`);
  }
  return { id: answer.value.headers["x-restli-id"] ?? "", media_urn: urn, author: owner };
};

export const handlers: ToolHandlers = { uploadMedia, initializeImage, postWithMedia };
