/** Dropbox tools that send or read a file's content, look through pages, or need a nested form. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;

const CONTENT = "https://content.dropboxapi.com/2";

/** Servers take heads of some 16 kB. */
const MAX_HEADER_LENGTH = 8_000;

/**
 * Headers are ASCII: other characters of the JSON are written as \u escapes
 * (https://www.dropbox.com/developers/reference/json-encoding).
 */
function headerJson(value: Values, fail: HandlerTools["fail"]): string {
  const json = JSON.stringify(value);
  if (json.length > MAX_HEADER_LENGTH)
    return fail(`The path and the options have ${json.length} characters; Dropbox takes ${MAX_HEADER_LENGTH} at most.`);
  return json.replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Dropbox knows the top folder as an empty path, and refuses a slash at the end. */
function folderPath(path: string | undefined): string {
  const trimmed = (path ?? "").trim();
  let end = trimmed.length;
  while (trimmed.charAt(end - 1) === "/") end--;
  return trimmed.slice(0, end);
}

/** Without the fields that are absent. */
const definedValues = (fields: Values): Values =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A request whose arguments travel in a header and whose body is content. */
async function sendContent(
  { call, fail }: HandlerTools,
  path: string,
  args: Values,
  rawBody: string | Uint8Array,
): Promise<Values> {
  const headers = { "content-type": "application/octet-stream", "dropbox-api-arg": headerJson(args, fail) };
  return (await call({ method: "POST", path, headers, rawBody })).data as Values;
}

type Upload = {
  path?: string;
  content?: unknown;
  mode?: string;
  autorename?: boolean;
  mute?: boolean;
  strict_conflict?: boolean;
};

const uploadFile: ToolHandler = async (args: Upload, tools) => {
  const file = await tools.readFile(args.content);
  const path = args.path?.endsWith("/") ? `${args.path}${file.name}` : args.path;
  return sendContent(
    tools,
    `${CONTENT}/files/upload`,
    definedValues({
      path,
      mode: args.mode ?? "add",
      autorename: args.autorename,
      mute: args.mute,
      strict_conflict: args.strict_conflict,
    }),
    file.bytes,
  );
};

const readFile: ToolHandler = async ({ path }: { path?: string }, { call, fail }) => {
  const arg = headerJson({ path }, fail);
  const facts = (await call({ method: "POST", path: "/files/get_metadata", body: { path } })).data as { name?: string };
  const answer = await call({
    method: "POST",
    path: `${CONTENT}/files/download`,
    headers: { accept: "*/*", "dropbox-api-arg": arg },
  });
  const { data } = answer;
  const type = answer.headers["content-type"] ?? "application/octet-stream";
  const file = (bytes: Uint8Array) => ({
    size: bytes.length,
    file: { name: facts.name ?? "file", mimetype: type, bytes },
  });
  if (data instanceof Uint8Array) {
    const text = asText(data);
    return { metadata: facts, ...file(data), ...(text === null ? {} : { content: text }) };
  }
  const content = typeof data === "string" ? data : data === undefined ? "" : JSON.stringify(data);
  return { metadata: facts, ...file(Buffer.from(content)), content };
};

/** Longer texts are left to the download. */
const MAX_TEXT_BYTES = 100_000;

/** Dropbox declares every content as octet-stream, so the bytes decide whether it is text. */
function asText(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** At most this many pages of a folder are looked through. */
const MAX_PAGES = 20;

type FolderPage = { entries?: Values[]; cursor?: string; has_more?: boolean };

type FolderArguments = { path?: string; recursive?: boolean; limit?: number; include_deleted?: boolean };

const listFolders: ToolHandler = async (
  { path, recursive = false, limit, include_deleted }: FolderArguments,
  { call },
) => {
  const folders: Values[] = [];
  // Deleted files and deleted folders cannot be distinguished: Dropbox returns both as "deleted".
  const tags = new Set<unknown>(include_deleted ? ["folder", "deleted"] : ["folder"]);
  const body = definedValues({ path: folderPath(path), recursive, limit, include_deleted });
  let page = (await call({ method: "POST", path: "/files/list_folder", body })).data as FolderPage;
  for (let count = 1; ; count++) {
    folders.push(...(page.entries ?? []).filter((entry) => tags.has(entry[".tag"])));
    if (!page.has_more || count === MAX_PAGES) return { folders, is_complete: !page.has_more };
    page = (await call({ method: "POST", path: "/files/list_folder/continue", body: { cursor: page.cursor } }))
      .data as FolderPage;
  }
};

type Search = {
  query?: string;
  path?: string;
  max_results?: number;
  filename_only?: boolean;
  file_extensions?: string[];
  cursor?: string;
};

const search: ToolHandler = async ({ cursor, query, path, ...options }: Search, { call, fail }) => {
  if (cursor)
    return (await call({ method: "POST", path: "/files/search/continue_v2", body: { cursor } })).data as Values;
  if (!query) return fail("There is nothing to look for. Give query, or the cursor of an answer for its next page.");
  const narrowed = definedValues({ ...(folderPath(path) ? { path: folderPath(path) } : {}), ...options });
  return (await call({ method: "POST", path: "/files/search_v2", body: { query, options: narrowed } })).data as Values;
};

type FileRequest = {
  title?: string;
  destination?: string;
  deadline?: string;
  allow_late_uploads?: string;
  open?: boolean;
  description?: string;
};

const createFileRequest: ToolHandler = async (
  { deadline, allow_late_uploads, ...request }: FileRequest,
  { call, fail },
) => {
  if (allow_late_uploads && !deadline)
    return fail("Late files need a deadline. Give deadline too, or leave allow_late_uploads out.");
  const body = definedValues({
    ...request,
    deadline: deadline ? definedValues({ deadline, allow_late_uploads }) : undefined,
  });
  return (await call({ method: "POST", path: "/file_requests/create", body })).data as Values;
};

const createPaper: ToolHandler = async (
  { path = "", content = "", import_format = "markdown" }: { path?: string; content?: string; import_format?: string },
  tools,
) =>
  sendContent(
    tools,
    "/files/paper/create",
    { path: path.endsWith(".paper") ? path : `${path}.paper`, import_format },
    content,
  );

export const handlers: ToolHandlers = { uploadFile, readFile, listFolders, search, createFileRequest, createPaper };
