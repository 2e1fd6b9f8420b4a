/** YouTube tools that are more than one described request: uploads, changes of a video, captions, handles. */
import { randomBytes } from "node:crypto";
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;
type Video = { id?: string; snippet?: Values; status?: Values };
type VideoFacts = {
  videoId?: string;
  title?: string;
  description?: string;
  tags?: string[];
  categoryId?: string;
  privacyStatus?: string;
  publishAt?: string;
  selfDeclaredMadeForKids?: boolean;
  containsSyntheticMedia?: boolean;
};

const API = "/youtube/v3";
const definedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const statusOf = ({ privacyStatus, publishAt, selfDeclaredMadeForKids, containsSyntheticMedia }: VideoFacts): Values =>
  definedValues({ privacyStatus, publishAt, selfDeclaredMadeForKids, containsSyntheticMedia });

/** The status to send: YouTube writes some members itself, and takes a time to publish for private videos only. */
function mergeStatus(current: Values | undefined, changes: Values): Values {
  const status = definedValues({
    ...current,
    uploadStatus: undefined,
    failureReason: undefined,
    rejectionReason: undefined,
    madeForKids: undefined,
    ...changes,
  });
  return status.privacyStatus === "private" ? status : definedValues({ ...status, publishAt: changes.publishAt });
}

/**
 * A part that is sent replaces the old one as a whole, so the old one is read first
 * (https://developers.google.com/youtube/v3/docs/videos/update).
 */
const updateVideo: ToolHandler = async (args: VideoFacts, { call, fail }) => {
  const { title, description, tags, categoryId, videoId } = args;
  const snippet = definedValues({ title, description, tags, categoryId });
  const changes = statusOf(args);
  const parts = [
    ...(Object.keys(snippet).length > 0 ? ["snippet"] : []),
    ...(Object.keys(changes).length > 0 ? ["status"] : []),
  ];
  if (parts.length === 0)
    return fail("There is nothing to change. Give a title, description, tags, categoryId or privacyStatus.");
  const part = parts.join(",");
  const response = (await call({ method: "GET", path: `${API}/videos`, query: { part, id: videoId } })).data as {
    items?: Video[];
  };
  const video = response.items?.[0] ?? fail(`There is no video ${videoId} that this account may change.`);
  const currentSnippet = {
    title: video.snippet?.title,
    description: video.snippet?.description,
    tags: video.snippet?.tags,
    categoryId: video.snippet?.categoryId,
    defaultLanguage: video.snippet?.defaultLanguage,
    defaultAudioLanguage: video.snippet?.defaultAudioLanguage,
  };
  const body = {
    id: videoId,
    ...(parts.includes("snippet") ? { snippet: { ...definedValues(currentSnippet), ...snippet } } : {}),
    ...(parts.includes("status") ? { status: mergeStatus(video.status, changes) } : {}),
  };
  return (await call({ method: "PUT", path: `${API}/videos`, query: { part }, body })).data as Values;
};

type UploadFacts = VideoFacts & { videoFilePath?: unknown; notifySubscribers?: boolean };

/** Facts and bytes in one request; the limit of a file is the executor's. */
const uploadVideo: ToolHandler = async (args: UploadFacts, { call, readFile }) => {
  const file = await readFile(args.videoFilePath);
  const facts = {
    snippet: definedValues({
      title: args.title,
      description: args.description,
      tags: args.tags,
      categoryId: args.categoryId ?? "22",
    }),
    status: statusOf({ ...args, privacyStatus: args.privacyStatus ?? "private" }),
  };
  const boundary = `=_${randomBytes(18).toString("hex")}`;
  const head =
    `--${boundary}\r\ncontent-type: application/json; ` +
    `charset=UTF-8\r\n\r\n${JSON.stringify(facts)}\r\n--${boundary}\r\ncontent-type: ` +
    `${file.mimetype.replace(/[\r\n]/g, "")}\r\n\r\n`;
  const rawBody = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--`)]);
  const answer = await call({
    method: "POST",
    path: `/upload${API}/videos`,
    query: { uploadType: "multipart", part: "snippet,status", notifySubscribers: args.notifySubscribers },
    headers: { "content-type": `multipart/related; boundary="${boundary}"` },
    rawBody,
  });
  return answer.data as Values;
};

export const handlers: ToolHandlers = {
  updateVideo,
  uploadVideo,
  findChannel: async (args: { channel_handle?: string }, { call, fail }) => {
    const handle = `@${(args.channel_handle ?? "").trim().replace(/^@/, "")}`;
    const { data } = await call({
      method: "GET",
      path: `${API}/channels`,
      query: { part: "id,snippet", forHandle: handle },
    });
    const { items = [] } = data as { items?: { id: string; snippet?: { title?: string } }[] };
    const channel = items[0] ?? fail(`There is no channel ${handle}.`);
    return { channel_id: channel.id, title: channel.snippet?.title ?? "", items };
  },
  loadCaptions: async (args: { id?: string; tfmt?: string; tlang?: string }, { call }) => {
    const { data } = await call({
      method: "GET",
      path: `${API}/captions/${encodeURIComponent(args.id ?? "")}`,
      query: { tfmt: args.tfmt ?? "srt", tlang: args.tlang },
      headers: { accept: "*/*" },
    });
    return {
      captions: data instanceof Uint8Array ? Buffer.from(data).toString("utf8") : typeof data === "string" ? data : "",
    };
  },
  subscribe: async (args: { channelId?: string }, { call }) => {
    const body = { snippet: { resourceId: { kind: "youtube#channel", channelId: args.channelId } } };
    return (await call({ method: "POST", path: `${API}/subscriptions`, query: { part: "snippet" }, body }))
      .data as Values;
  },
  updateThumbnail: async (args: { videoId?: string; thumbnail?: unknown }, { call, readFile }) => {
    const file = await readFile(args.thumbnail);
    const answer = await call({
      method: "POST",
      path: `/upload${API}/thumbnails/set`,
      query: { videoId: args.videoId, uploadType: "media" },
      headers: { "content-type": file.mimetype.replace(/[\r\n]/g, "") },
      rawBody: file.bytes,
    });
    return answer.data as Values;
  },
};
