/** Reads files of OneDrive as text, converts them to PDF, and shares them with several people. */
import { attempt, type HandlerCall, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { cutText } from "@/lib/catalog/cut-text";
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";
import { itemPath } from "./paths";

type Values = Record<string, unknown>;
type Item = {
  id?: string;
  name?: string;
  size?: number;
  file?: { mimeType?: string };
  parentReference?: { id?: string };
} & Values;

const TEXT_TYPE =
  /^text\/|^application\/(json|xml|yaml|x-yaml|javascript|x-javascript|sql|x-sh|x-ndjson)\b|\+(json|xml)$/;
/** Endings of text files that OneDrive calls binary. */
const TEXT_NAME =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|xml|ya?ml|html?|css|js|ts|py|sh|sql|log|ini|toml|srt|vtt|ics)$/i;
/** Kinds that Graph converts to PDF (https://learn.microsoft.com/graph/api/driveitem-get-content-format). */
const PDF_NAME = /\.(csv|docx?|odp|ods|odt|potm?|potx|ppsx?|ppsxm|pptx?|pptm|rtf|xlsx?)$/i;
const DEFAULT_CHARACTERS = 100_000;

async function readFacts(item: string | undefined, call: HandlerCall): Promise<Item> {
  const query = { $select: "id,name,size,file,folder,parentReference,webUrl" };
  return (await call({ method: "GET", path: itemPath(item).item, query })).data as Item;
}

async function readContent(
  item: string | undefined,
  format: string | undefined,
  call: HandlerCall,
): Promise<Uint8Array> {
  const path = `${itemPath(item).item}/content`;
  const { data } = await call({ method: "GET", path, query: { format }, headers: { accept: "*/*" }, binary: true });
  if (data instanceof Uint8Array) return data;
  return Buffer.from(typeof data === "string" ? data : data === undefined ? "" : JSON.stringify(data));
}

type TextArguments = { item?: string; offset?: number; max_characters?: number };

const readAsText: ToolHandler = async (args: TextArguments, { call, fail }) => {
  const { id, name = "", file } = await readFacts(args.item, call);
  if (!file) return fail(`${name} is a folder, which has no text. ONE_DRIVE_ONEDRIVE_LIST_ITEMS lists what is in it.`);
  const type = file.mimeType ?? "";
  if (!TEXT_TYPE.test(type) && !TEXT_NAME.test(name))
    return fail(
      `${name} is of the type ${type || "unknown"}, which is no text. ONE_DRIVE_DOWNLOAD_FILE gives the file itself, also as PDF.`,
    );
  const text = new TextDecoder().decode(await readContent(args.item, undefined, call));
  const { part, next } = cutText(text, args.offset ?? 0, args.max_characters ?? DEFAULT_CHARACTERS);
  const rest = next === undefined ? {} : { next_offset: next };
  return { id, name, mime_type: type, text: part, total_characters: text.length, ...rest };
};

type ConvertArguments = { item?: string; name?: string; folder?: string };

const convertToPdf: ToolHandler = async (args: ConvertArguments, { call, fail }) => {
  const source = await readFacts(args.item, call);
  const { name = "" } = source;
  if (!PDF_NAME.test(name))
    return fail(
      `${name} cannot become a PDF. OneDrive converts Word, Excel, PowerPoint, OpenDocument, RTF and CSV files.`,
    );
  const bytes = await readContent(args.item, "pdf", call);
  const base = (args.name ?? name.replace(/\.[^.]+$/, "")).replace(/\.pdf$/i, "");
  const path = `${itemPath(args.folder ?? source.parentReference?.id).child(`${base}.pdf`)}/content`;
  const query = { "@microsoft.graph.conflictBehavior": "rename" };
  const headers = { "content-type": "application/pdf" };
  return (await call({ method: "PUT", path, query, headers, rawBody: bytes })).data as Values;
};

type ShareArguments = {
  item?: string;
  emails?: string[];
  role?: "read" | "write";
  message?: string;
  notify?: boolean;
  require_sign_in?: boolean;
  link?: "view" | "edit";
  link_scope?: "anonymous" | "organization";
};
type Granted = { id?: string; roles?: string[]; error?: { message?: string; code?: string } };
type Shared = { who: string; permission_id: string; roles: string[] };
type Failed = { who: string; problem: string };

/** Graph answers for each person, in their order; those that it refuses have an error. */
async function invite(path: string, emails: string[], args: ShareArguments, call: HandlerCall): Promise<Granted[]> {
  const body = {
    recipients: emails.map((email) => ({ email })),
    roles: [args.role ?? "read"],
    requireSignIn: args.require_sign_in ?? true,
    sendInvitation: args.notify ?? true,
    ...(args.message ? { message: args.message } : {}),
  };
  const { value = [] } = (await call({ method: "POST", path: `${path}/invite`, body })).data as { value?: Granted[] };
  return value;
}

const shareItem: ToolHandler = async (args: ShareArguments, { call, fail }) => {
  const emails = [...new Set((args.emails ?? []).map((email) => toAsciiAddress(email.trim())))];
  if (emails.length === 0 && !args.link) return fail("Nobody is named. Give emails, or link.");
  const path = itemPath(args.item).item;
  const result = emails.length > 0 ? await attempt(() => invite(path, emails, args, call)) : { value: [] };
  const [shared, failed]: [Shared[], Failed[]] = [[], []];
  for (const [index, who] of emails.entries()) {
    const granted = result.problem === undefined ? result.value[index] : undefined;
    const problem = result.problem ?? granted?.error?.message ?? granted?.error?.code;
    if (problem !== undefined || !granted)
      failed.push({ who, problem: problem ?? "OneDrive answered nothing about this person." });
    else shared.push({ who, permission_id: granted.id ?? "", roles: granted.roles ?? [] });
  }
  const body = { type: args.link, scope: args.link_scope ?? "organization" };
  const link = args.link ? await attempt(() => call({ method: "POST", path: `${path}/createLink`, body })) : undefined;
  if (link?.problem !== undefined) failed.push({ who: "those who have the link", problem: link.problem });
  const address =
    link?.problem === undefined
      ? (link?.value.data as { link?: { webUrl?: string } } | undefined)?.link?.webUrl
      : undefined;
  if (shared.length === 0 && address === undefined) return fail(failed[0]?.problem ?? "OneDrive gave no link.");
  return { shared, failed, is_complete: failed.length === 0, ...(address ? { link: address } : {}) };
};

export const fileHandlers: ToolHandlers = { readAsText, convertToPdf, shareItem };
