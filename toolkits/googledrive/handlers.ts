/** Google Drive tools that are more than one described request: creating with content, uploading, finding folders. */
import { quotedText } from "@/lib/catalog/quoted-text";
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { formatHandlers } from "./formats";
import { searchFiles } from "./search";
import { shareFile } from "./share";
import { createWithContent, inFolder, UPLOAD } from "./upload";

const FOLDER = "application/vnd.google-apps.folder";

type FolderSearch = {
  name_contains?: string;
  name_exact?: string;
  name_not_contains?: string;
  full_text_contains?: string;
  full_text_not_contains?: string;
  modified_after?: string;
  starred?: boolean;
  page_size?: number;
  page_token?: string;
};

/** The search in Drive's query language (https://developers.google.com/drive/api/guides/search-files). */
const folderQuery = (args: FolderSearch): string =>
  [
    `mimeType = ${quotedText(FOLDER)}`,
    "trashed = false",
    ...(args.name_contains ? [`name contains ${quotedText(args.name_contains)}`] : []),
    ...(args.name_exact ? [`name = ${quotedText(args.name_exact)}`] : []),
    ...(args.name_not_contains ? [`not name contains ${quotedText(args.name_not_contains)}`] : []),
    ...(args.full_text_contains ? [`fullText contains ${quotedText(args.full_text_contains)}`] : []),
    ...(args.full_text_not_contains ? [`not fullText contains ${quotedText(args.full_text_not_contains)}`] : []),
    ...(args.modified_after ? [`modifiedTime > ${quotedText(args.modified_after)}`] : []),
    ...(args.starred === undefined ? [] : [`starred = ${args.starred}`]),
  ].join(" and ");

/**
 * Google's own kinds have no bytes: they are exported
 * (https://developers.google.com/workspace/drive/api/guides/ref-export-formats).
 */
const downloadFile: ToolHandler = async (args: { file_id?: string; mime_type?: string }, { call, fail }) => {
  const path = `/files/${encodeURIComponent(args.file_id ?? "")}`;
  const facts = (await call({ method: "GET", path, query: { fields: "id,name,mimeType", supportsAllDrives: true } }))
    .data as { id?: string; name?: string; mimeType?: string };
  const isExported = facts.mimeType?.startsWith("application/vnd.google-apps.") ?? false;
  if (facts.mimeType === FOLDER)
    return fail("This is a folder, which has no content. Use GOOGLEDRIVE_LIST_FILES to see what is in it.");
  const type = isExported ? (args.mime_type ?? "application/pdf") : (facts.mimeType ?? "application/octet-stream");
  const request = isExported
    ? { path: `${path}/export`, query: { mimeType: type } }
    : { path, query: { alt: "media", supportsAllDrives: true } };
  const { data } = await call({ method: "GET", ...request, headers: { accept: "*/*" } });
  const about = { id: facts.id, name: facts.name, mimetype: type };
  const file = (bytes: Uint8Array) => ({
    size: bytes.length,
    downloaded_file_content: { name: facts.name ?? "file", mimetype: type, bytes },
  });
  if (data instanceof Uint8Array) return { ...about, ...file(data) };
  const content = typeof data === "string" ? data : data === undefined ? "" : JSON.stringify(data);
  return { ...about, ...file(Buffer.from(content)), content };
};

type Shortcut = {
  name?: string;
  target_id?: string;
  target_mime_type?: string;
  supportsAllDrives?: boolean;
  ignoreDefaultVisibility?: boolean;
  includeLabels?: string;
  includePermissionsForView?: string;
  keepRevisionForever?: boolean;
};

const createShortcut: ToolHandler = async (
  { name, target_id, target_mime_type, supportsAllDrives = true, ...query }: Shortcut,
  { call },
) => {
  const body = {
    name,
    mimeType: "application/vnd.google-apps.shortcut",
    shortcutDetails: { targetId: target_id, ...(target_mime_type ? { targetMimeType: target_mime_type } : {}) },
  };
  return (await call({ method: "POST", path: "/files", query: { ...query, supportsAllDrives }, body })).data as Record<
    string,
    unknown
  >;
};

type PermissionChange = {
  fileId?: string;
  permissionId?: string;
  permission?: Record<string, unknown>;
  [flag: string]: unknown;
};

const updatePermission: ToolHandler = async (
  { fileId, permissionId, permission, ...flags }: PermissionChange,
  { call },
) => {
  const path = `/files/${encodeURIComponent(fileId ?? "")}/permissions/${encodeURIComponent(permissionId ?? "")}`;
  return (await call({ method: "PATCH", path, query: flags as Record<string, boolean>, body: permission ?? {} }))
    .data as Record<string, unknown>;
};

export const handlers: ToolHandlers = {
  ...formatHandlers,
  searchFiles,
  shareFile,
  downloadFile,
  createShortcut,
  updatePermission,
  restoreFile: async (args: { file_id?: string; supportsAllDrives?: boolean }, { call }) => {
    const answer = await call({
      method: "PATCH",
      path: `/files/${encodeURIComponent(args.file_id ?? "")}`,
      query: { supportsAllDrives: args.supportsAllDrives },
      body: { trashed: false },
    });
    return answer.data as Record<string, unknown>;
  },
  createFolder: async (args: { folder_name?: string; parent_id?: string }, { call }) => {
    const answer = await call({
      method: "POST",
      path: "/files",
      query: { supportsAllDrives: true },
      body: { name: args.folder_name, mimeType: FOLDER, ...inFolder(args.parent_id) },
    });
    return answer.data as Record<string, unknown>;
  },
  findFolder: async (args: FolderSearch, { call }) => {
    const answer = await call({
      method: "GET",
      path: "/files",
      query: {
        q: folderQuery(args),
        pageSize: args.page_size ?? 100,
        pageToken: args.page_token,
        supportsAllDrives: true,
        includeItemsFromAllDrives: true,
      },
    });
    return answer.data as Record<string, unknown>;
  },
  editFile: async (args: { file_id?: string; content?: string; mime_type?: string }, { call }) => {
    const answer = await call({
      method: "PATCH",
      path: `${UPLOAD}/${encodeURIComponent(args.file_id ?? "")}`,
      query: { uploadType: "media", supportsAllDrives: true, fields: "*" },
      headers: { "content-type": (args.mime_type ?? "text/plain").replace(/[\r\n]/g, "") },
      rawBody: args.content ?? "",
    });
    return answer.data as Record<string, unknown>;
  },
  uploadFile: async (args: { file_to_upload?: unknown; folder_to_upload_to?: string }, { call, readFile }) => {
    const file = await readFile(args.file_to_upload);
    return createWithContent(
      { name: file.name, ...inFolder(args.folder_to_upload_to) },
      file.mimetype,
      file.bytes,
      call,
    );
  },
};
