/** Reads files as text, and makes copies of them in other formats. */
import {
  attempt,
  type HandlerCall,
  type HandlerTools,
  type ToolHandler,
  type ToolHandlers,
} from "@/lib/catalog/tool-handler";
import { cutText } from "@/lib/catalog/cut-text";
import { createWithContent, inFolder } from "./upload";

const GOOGLE = "application/vnd.google-apps.";
const OFFICE = "application/vnd.openxmlformats-officedocument.";
/** The text form of Google's own kinds (developers.google.com/workspace/drive/api/guides/ref-export-formats). */
const TEXT_FORMS: Readonly<Record<string, string>> = {
  [`${GOOGLE}document`]: "text/markdown",
  [`${GOOGLE}spreadsheet`]: "text/csv",
  [`${GOOGLE}presentation`]: "text/plain",
  [`${GOOGLE}script`]: `${GOOGLE}script+json`,
};
const TEXT_TYPE =
  /^text\/|^application\/(json|xml|yaml|x-yaml|javascript|x-javascript|sql|x-sh|rtf|x-ndjson)\b|\+(json|xml)$/;
const DEFAULT_CHARACTERS = 100_000;

type File = { id?: string; name?: string; mimeType?: string; parents?: string[] };

const filePath = (id: string | undefined): string => `/files/${encodeURIComponent(id ?? "")}`;

const readFacts = async (id: string | undefined, call: HandlerCall): Promise<File> =>
  (
    await call({
      method: "GET",
      path: filePath(id),
      query: { fields: "id,name,mimeType,parents", supportsAllDrives: true },
    })
  ).data as File;

const toBytes = (data: unknown): Uint8Array =>
  data instanceof Uint8Array
    ? data
    : Buffer.from(typeof data === "string" ? data : data === undefined ? "" : JSON.stringify(data));

/** The content of a file, exported as another type if one is given. */
async function readContent(id: string | undefined, type: string | undefined, call: HandlerCall): Promise<Uint8Array> {
  const request = type
    ? { path: `${filePath(id)}/export`, query: { mimeType: type } }
    : { path: filePath(id), query: { alt: "media", supportsAllDrives: true } };
  return toBytes((await call({ method: "GET", ...request, headers: { accept: "*/*" }, binary: true })).data);
}

type TextArguments = { file_id?: string; offset?: number; max_characters?: number };

const readAsText: ToolHandler = async (args: TextArguments, { call, fail }) => {
  const { id, name = "", mimeType = "" } = await readFacts(args.file_id, call);
  const form = TEXT_FORMS[mimeType];
  if (!form && !TEXT_TYPE.test(mimeType))
    return fail(
      `${name} is of the type ${mimeType}, which has no text form. GOOGLEDRIVE_CONVERT_FILE makes a Google document ` +
        "of PDF, Word and picture files; read that one.",
    );
  const text = Buffer.from(await readContent(args.file_id, form, call)).toString("utf8");
  const { part, next } = cutText(text, args.offset ?? 0, args.max_characters ?? DEFAULT_CHARACTERS);
  return {
    id,
    name,
    mime_type: mimeType,
    text_type: form ?? mimeType,
    text: part,
    total_characters: text.length,
    ...(next === undefined ? {} : { next_offset: next }),
    ...(mimeType === `${GOOGLE}spreadsheet` ? { note: "Drive gives the first sheet only." } : {}),
  };
};

/** What a file can become: Google's own kinds, and those that Google's kinds are exported to. */
const TARGETS: Readonly<Record<string, { type: string; ending: string; from?: string }>> = {
  google_document: { type: `${GOOGLE}document`, ending: "" },
  google_spreadsheet: { type: `${GOOGLE}spreadsheet`, ending: "" },
  google_presentation: { type: `${GOOGLE}presentation`, ending: "" },
  pdf: { type: "application/pdf", ending: ".pdf" },
  docx: { type: `${OFFICE}wordprocessingml.document`, ending: ".docx", from: "document" },
  xlsx: { type: `${OFFICE}spreadsheetml.sheet`, ending: ".xlsx", from: "spreadsheet" },
  pptx: { type: `${OFFICE}presentationml.presentation`, ending: ".pptx", from: "presentation" },
  csv: { type: "text/csv", ending: ".csv", from: "spreadsheet" },
  txt: { type: "text/plain", ending: ".txt", from: "document" },
  md: { type: "text/markdown", ending: ".md", from: "document" },
};

type ConvertArguments = { file_id?: string; format?: string; name?: string; folder_id?: string };

/** Google's kind that a file becomes on the way to another format. */
const kindFor = ({ mimeType = "" }: File, from: string | undefined): string =>
  from ??
  (/spreadsheet|excel|csv/.test(mimeType)
    ? "spreadsheet"
    : /presentation|powerpoint/.test(mimeType)
      ? "presentation"
      : "document");

async function copyAs(id: string | undefined, body: Record<string, unknown>, { call }: HandlerTools): Promise<File> {
  const path = `${filePath(id)}/copy`;
  const query = { supportsAllDrives: true, fields: "id,name,mimeType,webViewLink,parents" };
  return (await call({ method: "POST", path, query, body })).data as File;
}

/** Exports through a copy of Google's kind, which is deleted again; one that stays is named. */
async function exportCopy(source: File, kind: string, type: string, tools: HandlerTools) {
  const name = `${source.name ?? "file"} (temporary)`;
  const copy = await copyAs(source.id, { name, mimeType: `${GOOGLE}${kind}` }, tools);
  const content = await attempt(() => readContent(copy.id, type, tools.call));
  const path = filePath(copy.id);
  const removal = await attempt(() => tools.call({ method: "DELETE", path, query: { supportsAllDrives: true } }));
  const left =
    removal.problem === undefined
      ? undefined
      : `The temporary copy ${copy.id ?? ""} is still there. ${removal.problem}`;
  if (content.problem !== undefined) return tools.fail([content.problem, left].filter(Boolean).join(" "));
  return { bytes: content.value, problem: left };
}

const convertFile: ToolHandler = async (args: ConvertArguments, tools) => {
  const target = TARGETS[args.format ?? ""];
  if (!target) return tools.fail(`format must be one of ${Object.keys(TARGETS).join(", ")}.`);
  const source = await readFacts(args.file_id, tools.call);
  const base = args.name ?? (source.name ?? "file").replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const parents = args.folder_id ? [args.folder_id] : source.parents;
  const place = parents ? { parents } : {};
  if (target.type.startsWith(GOOGLE))
    return { file: await copyAs(args.file_id, { name: base, mimeType: target.type, ...place }, tools) };
  const isGoogle = source.mimeType?.startsWith(GOOGLE) ?? false;
  const { bytes, problem } = isGoogle
    ? { bytes: await readContent(args.file_id, target.type, tools.call), problem: undefined }
    : await exportCopy(source, kindFor(source, target.from), target.type, tools);
  const metadata = {
    name: base.endsWith(target.ending) ? base : base + target.ending,
    mimeType: target.type,
    ...place,
  };
  const file = await createWithContent(metadata, target.type, bytes, tools.call);
  return { file, ...(problem ? { problem } : {}) };
};

/** The types of text that Drive makes Google's kinds of. */
const IMPORTED: Readonly<Record<string, string>> = {
  [`${GOOGLE}document`]: "text/plain",
  [`${GOOGLE}spreadsheet`]: "text/csv",
};

type NewText = {
  file_name?: string;
  text_content?: string;
  parent_id?: string;
  mime_type?: string;
  text_type?: string;
};

/** A Google type is what the text becomes; the text itself has a type of its own. */
const createFileFromText: ToolHandler = (args: NewText, { call, fail }) => {
  const type = args.mime_type ?? "text/plain";
  const isGoogle = type.startsWith(GOOGLE);
  const textType = args.text_type ?? (isGoogle ? IMPORTED[type] : type);
  if (!textType)
    return fail(
      `Text cannot become ${type}. Give a document or a spreadsheet of Google, or a type such as text/plain.`,
    );
  const metadata = { name: args.file_name ?? "", mimeType: type, ...inFolder(args.parent_id) };
  return createWithContent(metadata, `${textType}; charset=UTF-8`, Buffer.from(args.text_content ?? ""), call);
};

export const formatHandlers: ToolHandlers = { readAsText, convertFile, createFileFromText };
