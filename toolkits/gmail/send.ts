/** Messages that leave the mailbox: written from arguments, sent or kept as drafts, in a conversation or alone. */
import { randomBytes } from "node:crypto";
import type { HandlerRequest, HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { MailError, writeMail, type Attachment, type Mail } from "./mime";
import { prepareReply } from "./reply";

export type MailArguments = {
  user_id?: string;
  recipient_email?: string;
  extra_recipients?: string[];
  cc?: string[];
  bcc?: string[];
  subject?: string;
  body?: string;
  message_body?: string;
  is_html?: boolean;
  attachment?: unknown;
  thread_id?: string;
  reply_all?: boolean;
};

/** Larger messages go through the upload endpoint, which takes 35 MB. */
const MAX_JSON_MESSAGE = 4_000_000;

/** The path of a mailbox; "me" is the account's own. */
export const userPath = (args: { user_id?: string }): string =>
  `/gmail/v1/users/${encodeURIComponent(args.user_id || "me")}`;

const recipientsOf = (args: MailArguments): string[] =>
  [args.recipient_email, ...(args.extra_recipients ?? [])].filter((address): address is string =>
    Boolean(address?.trim()),
  );

/**
 * A message as text.
 * @throws the end of the execution, for a message without recipient or with a value that no message can contain
 */
export function toText(mail: Mail, fail: HandlerTools["fail"]): string {
  if (mail.to.length + mail.cc.length + mail.bcc.length === 0)
    return fail("The message has no recipient. Give recipient_email, cc or bcc.");
  try {
    return writeMail(mail);
  } catch (error) {
    if (error instanceof MailError) return fail(error.message);
    throw error;
  }
}

async function attachmentsOf(args: MailArguments, { readFile }: HandlerTools): Promise<Attachment[]> {
  return args.attachment ? [await readFile(args.attachment)] : [];
}

async function toMail(args: MailArguments, tools: HandlerTools): Promise<Mail> {
  return {
    to: recipientsOf(args),
    cc: args.cc ?? [],
    bcc: args.bcc ?? [],
    subject: args.subject ?? "",
    body: args.body ?? args.message_body ?? "",
    isHtml: args.is_html ?? false,
    attachments: await attachmentsOf(args, tools),
  };
}

/** A message in its conversation. Recipients and a subject of the caller's win over those of the conversation. */
async function toReply(args: MailArguments, tools: HandlerTools): Promise<Mail> {
  const [mail, reply] = [await toMail(args, tools), await prepareReply(userPath(args), args, tools)];
  return {
    ...mail,
    to: mail.to.length > 0 ? mail.to : reply.to,
    cc: [...mail.cc, ...reply.cc],
    subject: mail.subject || reply.subject,
    references: reply.references,
    ...(reply.inReplyTo ? { inReplyTo: reply.inReplyTo } : {}),
  };
}

/** What Gmail made, under both names that clients look for it. */
const toResult = (data: unknown): Record<string, unknown> => ({
  ...(data as Record<string, unknown>),
  response_data: data,
});

/**
 * The request for a message: as JSON, or if it is large, as it is; the facts about a large message are a part of their
 * own (https://developers.google.com/workspace/gmail/api/guides/uploads).
 */
function toRequest(path: string, mail: string, toBody: (message: Record<string, string>) => unknown, threadId = "") {
  const thread: Record<string, string> = threadId ? { threadId } : {};
  if (mail.length <= MAX_JSON_MESSAGE)
    return { path, body: toBody({ raw: Buffer.from(mail).toString("base64url"), ...thread }) };
  const upload = (uploadType: string, type: string, rawBody: string): Omit<HandlerRequest, "method"> => ({
    path: `/upload${path}`,
    query: { uploadType },
    headers: { "content-type": type },
    rawBody,
  });
  if (!threadId) return upload("media", "message/rfc822", mail);
  const boundary = `=_${randomBytes(18).toString("hex")}`;
  const facts = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(toBody(thread))}`;
  const message = `--${boundary}\r\ncontent-type: message/rfc822\r\n\r\n${mail}`;
  return upload("multipart", `multipart/related; boundary="${boundary}"`, `${facts}\r\n${message}\r\n--${boundary}--`);
}

/** Sends a message, in a conversation or on its own. */
export async function send(
  user: string,
  mail: string,
  threadId: string | undefined,
  { call }: HandlerTools,
): Promise<Record<string, unknown>> {
  const request = toRequest(`${user}/messages/send`, mail, (message) => message, threadId);
  return toResult((await call({ method: "POST", ...request })).data);
}

const sendEmail: ToolHandler = async (args: MailArguments, tools) => {
  if (!args.subject && !args.body) return tools.fail("The message is empty. Give a subject or a body.");
  return send(userPath(args), toText(await toMail(args, tools), tools.fail), undefined, tools);
};

const createDraft: ToolHandler = async (args: MailArguments, tools) => {
  const mail = args.thread_id ? await toReply(args, tools) : await toMail(args, tools);
  const text = toText(mail, tools.fail);
  const request = toRequest(`${userPath(args)}/drafts`, text, (message) => ({ message }), args.thread_id);
  return toResult((await tools.call({ method: "POST", ...request })).data);
};

/** The subject of the conversation stays: with another one Gmail begins a new conversation. */
const replyToThread: ToolHandler = async (args: MailArguments, tools) => {
  const mail = await toReply({ ...args, subject: "" }, tools);
  return send(userPath(args), toText(mail, tools.fail), args.thread_id, tools);
};

export const sendHandlers: ToolHandlers = { sendEmail, createDraft, replyToThread };
