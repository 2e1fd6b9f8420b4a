/** Google Photos tools that are more than one described request: albums, masks, uploads. */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;

type Update = { albumId?: string; title?: string; coverPhotoMediaItemId?: string };

const updateAlbum: ToolHandler = async ({ albumId, title, coverPhotoMediaItemId }: Update, { call, fail }) => {
  const body = {
    ...(title === undefined ? {} : { title }),
    ...(coverPhotoMediaItemId === undefined ? {} : { coverPhotoMediaItemId }),
  };
  if (Object.keys(body).length === 0) return fail("There is nothing to change. Give title or coverPhotoMediaItemId.");
  const { data } = await call({
    method: "PATCH",
    path: `/albums/${encodeURIComponent(albumId ?? "")}`,
    query: { updateMask: Object.keys(body).join(",") },
    body,
  });
  return data as Values;
};

/** Bytes first, then an item out of their token (https://developers.google.com/photos/library/guides/upload-media). */
const uploadMedia: ToolHandler = async (
  args: { file_to_upload?: unknown; description?: string; albumId?: string },
  { call, readFile, fail },
) => {
  const file = await readFile(args.file_to_upload);
  const uploaded = await call({
    method: "POST",
    path: "/uploads",
    rawBody: file.bytes,
    headers: {
      "content-type": "application/octet-stream",
      "x-goog-upload-content-type": file.mimetype.replace(/[\r\n]/g, ""),
      "x-goog-upload-protocol": "raw",
    },
  });
  if (typeof uploaded.data !== "string" || uploaded.data === "")
    return fail("Google Photos gave no token for the upload, so there is no item. Try again.");
  const item = {
    ...(args.description ? { description: args.description } : {}),
    simpleMediaItem: { uploadToken: uploaded.data.trim(), fileName: file.name },
  };
  const { data } = await call({
    method: "POST",
    path: "/mediaItems:batchCreate",
    body: { ...(args.albumId ? { albumId: args.albumId } : {}), newMediaItems: [item] },
  });
  const result = (
    data as { newMediaItemResults?: { status?: { code?: number; message?: string }; mediaItem?: Values }[] }
  ).newMediaItemResults?.[0];
  if (!result?.mediaItem)
    return fail(`Google Photos did not take the file: ${result?.status?.message ?? "it gave no reason"}.`);
  return result.mediaItem;
};

const getDownload: ToolHandler = async (args: { mediaItemId?: string }, { call }) => {
  const { data } = await call({ method: "GET", path: `/mediaItems/${encodeURIComponent(args.mediaItemId ?? "")}` });
  const {
    baseUrl = "",
    filename = "",
    mimeType = "",
  } = data as { baseUrl?: string; filename?: string; mimeType?: string };
  // The suffix asks for the original: https://developers.google.com/photos/library/guides/access-media-items#base-urls
  return {
    download_url: `${baseUrl}=${mimeType.startsWith("video/") ? "dv" : "d"}`,
    file_name: filename,
    mime_type: mimeType,
  };
};

export const handlers: ToolHandlers = {
  createAlbum: async (args: { title?: string }, { call }) =>
    (await call({ method: "POST", path: "/albums", body: { album: { title: args.title } } })).data as Values,
  updateAlbum,
  updateMediaItem: async (args: { mediaItemId?: string; description?: string }, { call }) =>
    (
      await call({
        method: "PATCH",
        path: `/mediaItems/${encodeURIComponent(args.mediaItemId ?? "")}`,
        query: { updateMask: "description" },
        body: { description: args.description },
      })
    ).data as Values,
  getDownload,
  uploadMedia,
};
