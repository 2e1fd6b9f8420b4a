/** Gmail tools that are more than one request: sending, replying, and reading messages in full. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { headerOf, toMessage, type GmailMessage } from "./message";
import { MailError, writeMail, type Mail } from "./mime";

type MailArguments = {
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
};

/** Requests to Gmail at one time: its limit is 250 units a second for a user, a message costs 5. */
const PARALLEL = 10;
/** Larger messages go through the upload endpoint, which takes 35 MB. */
const MAX_JSON_MESSAGE = 4_000_000;

const userPath = (args: { user_id?: string }): string => `/gmail/v1/users/${encodeURIComponent(args.user_id || "me")}`;

/** Gives the results in the order of the items. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  await Promise.all(
    Array.from({ length: Math.min(PARALLEL, items.length) }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
    }),
  );
  return results;
}

async function toMail(
  args: MailArguments,
  { readFile, fail }: HandlerTools,
  more: Partial<Mail> = {},
): Promise<string> {
  const to = [args.recipient_email, ...(args.extra_recipients ?? [])].filter((address): address is string =>
    Boolean(address?.trim()),
  );
  const [cc, bcc] = [args.cc ?? [], args.bcc ?? []];
  if (to.length + cc.length + bcc.length === 0)
    return fail("The message has no recipient. Give recipient_email, cc or bcc.");
  const attachment = args.attachment ? await readFile(args.attachment) : undefined;
  try {
    return writeMail({
      to,
      cc,
      bcc,
      subject: args.subject ?? "",
      body: args.body ?? args.message_body ?? "",
      isHtml: args.is_html ?? false,
      ...(attachment ? { attachment } : {}),
      ...more,
    });
  } catch (error) {
    if (error instanceof MailError) return fail(error.message);
    throw error;
  }
}

/** What Gmail made, under both names that clients look for it. */
const toResult = (data: unknown): Record<string, unknown> => ({
  ...(data as Record<string, unknown>),
  response_data: data,
});

/** Sends a message, in a thread or on its own. */
async function send(
  user: string,
  mail: string,
  threadId: string | undefined,
  { call }: HandlerTools,
): Promise<Record<string, unknown>> {
  const thread = threadId ? { threadId } : {};
  const answer =
    mail.length > MAX_JSON_MESSAGE && !threadId
      ? await call({
          method: "POST",
          path: `/upload${user}/messages/send`,
          query: { uploadType: "media" },
          headers: { "content-type": "message/rfc822" },
          rawBody: mail,
        })
      : await call({
          method: "POST",
          path: `${user}/messages/send`,
          body: { raw: Buffer.from(mail).toString("base64url"), ...thread },
        });
  return toResult(answer.data);
}

const sendEmail: ToolHandler = async (args: MailArguments, tools) => {
  if (!args.subject && !args.body) return tools.fail("The message is empty. Give a subject or a body.");
  return send(userPath(args), await toMail(args, tools), undefined, tools);
};

const createDraft: ToolHandler = async (args: MailArguments, tools) => {
  const raw = Buffer.from(await toMail(args, tools)).toString("base64url");
  const answer = await tools.call({
    method: "POST",
    path: `${userPath(args)}/drafts`,
    body: { message: { raw, ...(args.thread_id ? { threadId: args.thread_id } : {}) } },
  });
  return toResult(answer.data);
};

/** Mail readers join a reply to its conversation by these headers and the subject (RFC 5322, 3.6.4). */
const replyToThread: ToolHandler = async (args: MailArguments, tools) => {
  const user = userPath(args);
  const answer = await tools.call({
    method: "GET",
    path: `${user}/threads/${encodeURIComponent(args.thread_id ?? "")}`,
    query: { format: "metadata", metadataHeaders: ["Message-ID", "References", "Subject"] },
  });
  const messages = (answer.data as { messages?: GmailMessage[] }).messages ?? [];
  const last = messages.at(-1);
  if (!last) return tools.fail("The thread has no messages.");
  const id = headerOf(last, "Message-ID");
  const subject = headerOf(last, "Subject").replace(/[\r\n]+/g, " ");
  const references = [...headerOf(last, "References").split(/\s+/), id].filter(Boolean);
  const mail = await toMail(args, tools, {
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    references,
    ...(id ? { inReplyTo: id } : {}),
  });
  return send(user, mail, args.thread_id, tools);
};

type FetchArguments = {
  user_id?: string;
  query?: string;
  max_results?: number;
  page_token?: string;
  label_ids?: string[];
  include_spam_trash?: boolean;
  include_payload?: boolean;
  ids_only?: boolean;
  verbose?: boolean;
};

const fetchEmails: ToolHandler = async (args: FetchArguments, { call }) => {
  const user = userPath(args);
  const list = await call({
    method: "GET",
    path: `${user}/messages`,
    query: {
      q: args.query,
      maxResults: args.max_results ?? 1,
      pageToken: args.page_token,
      labelIds: args.label_ids,
      includeSpamTrash: args.include_spam_trash,
    },
  });
  const page = list.data as {
    messages?: { id: string; threadId: string }[];
    nextPageToken?: string;
    resultSizeEstimate?: number;
  };
  const messageRefs = page.messages ?? [];
  const rest = {
    nextPageToken: page.nextPageToken ?? "",
    resultSizeEstimate: page.resultSizeEstimate ?? messageRefs.length,
  };
  if (args.ids_only)
    return { messages: messageRefs.map(({ id, threadId }) => ({ id, messageId: id, threadId })), ...rest };
  const format = args.verbose === false ? "metadata" : "full";
  const messages = await inParallel(messageRefs, async ({ id }) => {
    const { data } = await call({
      method: "GET",
      path: `${user}/messages/${encodeURIComponent(id)}`,
      query: { format },
    });
    return toMessage(data as GmailMessage, { withPayload: args.include_payload ?? true });
  });
  return { messages, ...rest };
};

const fetchMessage: ToolHandler = async (
  args: { user_id?: string; message_id?: string; format?: string },
  { call },
) => {
  const format = args.format ?? "full";
  const { data } = await call({
    method: "GET",
    path: `${userPath(args)}/messages/${encodeURIComponent(args.message_id ?? "")}`,
    query: { format },
  });
  const message = data as GmailMessage & { raw?: string };
  return { ...toMessage(message, { withPayload: true }), ...(message.raw ? { raw: message.raw } : {}) };
};

const fetchThread: ToolHandler = async (
  args: { user_id?: string; thread_id?: string; page_token?: string },
  { call },
) => {
  const { data } = await call({
    method: "GET",
    path: `${userPath(args)}/threads/${encodeURIComponent(args.thread_id ?? "")}`,
    query: { format: "full" },
  });
  const thread = data as { id: string; messages?: GmailMessage[] };
  return {
    threadId: thread.id,
    messages: (thread.messages ?? []).map((message) => toMessage(message, { withPayload: false })),
  };
};

const getAttachment: ToolHandler = async (
  args: { user_id?: string; message_id?: string; attachment_id?: string; file_name?: string },
  { call },
) => {
  const path =
    `${userPath(args)}/messages/${encodeURIComponent(args.message_id ?? "")}` +
    `/attachments/${encodeURIComponent(args.attachment_id ?? "")}`;
  const { data } = await call({ method: "GET", path });
  const { size, data: content = "" } = data as { size?: number; data?: string };
  const name = args.file_name ?? "attachment";
  return {
    file_name: name,
    size: size ?? 0,
    file: { name, mimetype: "application/octet-stream", bytes: Buffer.from(content, "base64url") },
  };
};

type PeopleArguments = {
  resource_name?: string;
  person_fields?: string;
  other_contacts?: boolean;
  page_size?: number;
  page_token?: string;
  sync_token?: string;
};

const getPeople: ToolHandler = async (args: PeopleArguments, { call }) => {
  const fields = args.person_fields ?? "emailAddresses,names,phoneNumbers";
  const request = args.other_contacts
    ? {
        path: "/v1/otherContacts",
        query: {
          readMask: fields,
          pageSize: args.page_size ?? 10,
          pageToken: args.page_token,
          syncToken: args.sync_token,
        },
      }
    : {
        path: `/v1/people/${encodeURIComponent((args.resource_name ?? "people/me").replace(/^people\//, ""))}`,
        query: { personFields: fields },
      };
  const { data } = await call({
    method: "GET",
    path: `https://people.googleapis.com${request.path}`,
    query: request.query,
  });
  return data as Record<string, unknown>;
};

export const handlers: ToolHandlers = {
  getPeople,
  sendEmail,
  createDraft,
  replyToThread,
  fetchEmails,
  fetchMessage,
  fetchThread,
  getAttachment,
};
