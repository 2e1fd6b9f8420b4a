/** Forwards a message with its text, the pictures in it and its attachments. */
import { attempt, inParallel, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { filesOf, headerOf, htmlOf, textOf, type GmailMessage, type Part } from "./message";
import type { Attachment, Mail } from "./mime";
import { referencesOf, withPrefix } from "./reply";
import { send, toText, userPath } from "./send";

type ForwardArguments = {
  user_id?: string;
  message_id?: string;
  recipients?: string[];
  cc?: string[];
  bcc?: string[];
  additional_text?: string;
};

/** Gmail sends messages of up to 25 MB (https://support.google.com/mail/answer/6584). */
const MAX_FILES = 25 * 1024 * 1024;
/** Attachments that are read at the same time, because each is held whole. */
const PARALLEL_FILES = 4;

const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/\r\n|\r|\n/g, "<br>\n");

const LINES = ["From", "Date", "Subject", "To", "Cc"];

/** The text of the forward: the caller's words, who wrote the original to whom, and the original. */
function bodyOf(message: GmailMessage, words: string): Pick<Mail, "body" | "isHtml"> {
  const html = htmlOf(message);
  const facts = LINES.flatMap((name) => {
    const value = headerOf(message, name);
    return value ? [`${name}: ${value}`] : [];
  });
  const head = ["---------- Forwarded message ---------", ...facts].join("\n");
  const [before, original] = [words ? `${words}\n\n` : "", html || textOf(message)];
  return html
    ? { isHtml: true, body: `<div>${escapeHtml(before)}</div>\n<div>${escapeHtml(head)}</div>\n<br>\n${original}` }
    : { isHtml: false, body: `${before}${head}\n\n${original}` };
}

const headerOfPart = (part: Part, name: string): string =>
  part.headers?.find((header) => header.name.toLowerCase() === name)?.value ?? "";

/** A file of the message. One with a content ID is a picture of the text only if the text shows it. */
function toAttachment(part: Part, index: number, data: string, html: string): Attachment {
  const contentId = headerOfPart(part, "content-id").trim().replace(/^<|>$/g, "");
  return {
    name: (part.filename || `attachment-${index + 1}`).replace(/[\r\n\0]/g, " "),
    mimetype: part.mimeType ?? "application/octet-stream",
    bytes: Buffer.from(data, "base64url"),
    ...(/^[\x21-\x7e]{1,900}$/.test(contentId) && html.includes(`cid:${contentId}`) ? { contentId } : {}),
  };
}

/** All files of the message; nothing may be sent without one of them. */
async function readFiles(user: string, message: GmailMessage, { call, fail }: HandlerTools): Promise<Attachment[]> {
  const parts = filesOf(message);
  const size = parts.reduce((sum, { body }) => sum + (body?.size ?? 0), 0);
  if (size > MAX_FILES)
    return fail(`The attachments have ${size} bytes; Gmail sends ${MAX_FILES}. Forward it in Gmail, or send a link.`);
  const path = `${user}/messages/${encodeURIComponent(message.id)}/attachments`;
  const read = async ({ body }: Part): Promise<string> => {
    if (!body?.attachmentId) return body?.data ?? "";
    const { data } = await call({ method: "GET", path: `${path}/${encodeURIComponent(body.attachmentId)}` });
    return (data as { data?: string }).data ?? "";
  };
  const contents = await inParallel(parts, PARALLEL_FILES, (part) => attempt(() => read(part)));
  const html = htmlOf(message);
  return contents.map((content, index) => {
    const part = parts[index] ?? {};
    if (content.problem !== undefined)
      return fail(`Nothing was sent: ${part.filename || "an attachment"} could not be read. ${content.problem}`);
    return toAttachment(part, index, content.value, html);
  });
}

export const forwardMessage: ToolHandler = async (args: ForwardArguments, tools) => {
  const user = userPath(args);
  const { data } = await tools.call({
    method: "GET",
    path: `${user}/messages/${encodeURIComponent(args.message_id ?? "")}`,
    query: { format: "full" },
  });
  const message = data as GmailMessage;
  const mail: Mail = {
    to: args.recipients ?? [],
    cc: args.cc ?? [],
    bcc: args.bcc ?? [],
    subject: withPrefix("Fwd", headerOf(message, "Subject")),
    references: referencesOf(message),
    ...bodyOf(message, args.additional_text ?? ""),
  };
  // A wrong address is refused before files are read.
  toText(mail, tools.fail);
  const attachments = await readFiles(user, message, tools);
  const result = await send(user, toText({ ...mail, attachments }, tools.fail), undefined, tools);
  return { ...result, attachments: attachments.map(({ name }) => name) };
};
