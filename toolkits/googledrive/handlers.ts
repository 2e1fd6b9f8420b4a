/** Google Drive tools that are more than one described request: creating with content, uploading, finding folders. */
import { randomBytes } from "node:crypto";
import type { HandlerCall, ToolHandlers } from "@/lib/catalog/handler";

const FOLDER = "application/vnd.google-apps.folder";
const UPLOAD = "https://www.googleapis.com/upload/drive/v3/files";

type Metadata = { name: string; mimeType?: string; parents?: string[] };

const inFolder = (parent: string | undefined): { parents?: string[] } => (parent ? { parents: [parent] } : {});

/** Metadata and content in one request (https://developers.google.com/drive/api/guides/manage-uploads#multipart). */
async function createWithContent(metadata: Metadata, type: string, content: Uint8Array, call: HandlerCall): Promise<Record<string, unknown>> {
  const boundary = `=_${randomBytes(18).toString("hex")}`;
  const head = `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\ncontent-type: ${type.replace(/[\r\n]/g, "")}\r\n\r\n`;
  const rawBody = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--`)]);
  const answer = await call({ method: "POST", path: UPLOAD, query: { uploadType: "multipart", supportsAllDrives: true, fields: "*" }, headers: { "content-type": `multipart/related; boundary="${boundary}"` }, rawBody });
  return answer.data as Record<string, unknown>;
}

/** Text inside quotes of Drive's query language. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

type FolderSearch = { name_contains?: string; name_exact?: string; name_not_contains?: string; full_text_contains?: string; full_text_not_contains?: string; modified_after?: string; starred?: boolean };

/** The search in Drive's query language (https://developers.google.com/drive/api/guides/search-files). */
const folderQuery = (args: FolderSearch): string => [
  `mimeType = ${quoted(FOLDER)}`, "trashed = false",
  ...(args.name_contains ? [`name contains ${quoted(args.name_contains)}`] : []),
  ...(args.name_exact ? [`name = ${quoted(args.name_exact)}`] : []),
  ...(args.name_not_contains ? [`not name contains ${quoted(args.name_not_contains)}`] : []),
  ...(args.full_text_contains ? [`fullText contains ${quoted(args.full_text_contains)}`] : []),
  ...(args.full_text_not_contains ? [`not fullText contains ${quoted(args.full_text_not_contains)}`] : []),
  ...(args.modified_after ? [`modifiedTime > ${quoted(args.modified_after)}`] : []),
  ...(args.starred === undefined ? [] : [`starred = ${args.starred}`]),
].join(" and ");

export const handlers: ToolHandlers = {
  createFileFromText: (args: { file_name?: string; text_content?: string; parent_id?: string; mime_type?: string }, { call }) => {
    const type = args.mime_type ?? "text/plain";
    return createWithContent({ name: args.file_name ?? "", mimeType: type, ...inFolder(args.parent_id) }, `${type}; charset=UTF-8`, Buffer.from(args.text_content ?? ""), call);
  },
  restoreFile: async (args: { file_id?: string; supportsAllDrives?: boolean }, { call }) => {
    const answer = await call({ method: "PATCH", path: `/files/${encodeURIComponent(args.file_id ?? "")}`, query: { supportsAllDrives: args.supportsAllDrives }, body: { trashed: false } });
    return answer.data as Record<string, unknown>;
  },
  createFolder: async (args: { folder_name?: string; parent_id?: string }, { call }) => {
    const answer = await call({ method: "POST", path: "/files", query: { supportsAllDrives: true }, body: { name: args.folder_name, mimeType: FOLDER, ...inFolder(args.parent_id) } });
    return answer.data as Record<string, unknown>;
  },
  findFolder: async (args: FolderSearch, { call }) => {
    const answer = await call({ method: "GET", path: "/files", query: { q: folderQuery(args), supportsAllDrives: true, includeItemsFromAllDrives: true } });
    return answer.data as Record<string, unknown>;
  },
  editFile: async (args: { file_id?: string; content?: string; mime_type?: string }, { call }) => {
    const answer = await call({
      method: "PATCH", path: `${UPLOAD}/${encodeURIComponent(args.file_id ?? "")}`, query: { uploadType: "media", supportsAllDrives: true, fields: "*" },
      headers: { "content-type": (args.mime_type ?? "text/plain").replace(/[\r\n]/g, "") }, rawBody: args.content ?? "",
    });
    return answer.data as Record<string, unknown>;
  },
  uploadFile: async (args: { file_to_upload?: unknown; folder_to_upload_to?: string }, { call, readFile }) => {
    const file = await readFile(args.file_to_upload);
    return createWithContent({ name: file.name, ...inFolder(args.folder_to_upload_to) }, file.mimetype, file.bytes, call);
  },
};
