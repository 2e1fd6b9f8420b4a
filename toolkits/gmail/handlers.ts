/** Gmail tools that are more than one request: reading messages in full; sending is in files of its own. */
import { attempt, inParallel, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { forwardMessage } from "./forward";
import { toMessage, type GmailMessage } from "./message";
import { sendHandlers, userPath } from "./send";

/** Requests to Gmail at the same time: its limit is 250 units a second for a user, a message costs 5. */
const PARALLEL = 10;

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

const toFailedMessage = ({ id, problem }: { id: string; problem: string }) => ({ messageId: id, problem });

/** A message that cannot be read, such as one that was deleted meanwhile, is named with the others. */
const fetchEmails: ToolHandler = async (args: FetchArguments, { call, fail }) => {
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
  const read = async (id: string) => {
    const path = `${user}/messages/${encodeURIComponent(id)}`;
    const { data } = await call({ method: "GET", path, query: { format } });
    return toMessage(data as GmailMessage, { withPayload: args.include_payload ?? true });
  };
  const results = await inParallel(messageRefs, PARALLEL, async ({ id }) => ({
    id,
    ...(await attempt(() => read(id))),
  }));
  const failed = results.flatMap((result) => (result.problem === undefined ? [] : [toFailedMessage(result)]));
  const messages = results.flatMap((result) => (result.problem === undefined ? [result.value] : []));
  if (messages.length === 0 && failed[0]) return fail(failed[0].problem);
  return { messages, ...rest, ...(failed.length > 0 ? { failed } : {}) };
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
  request_sync_token?: boolean;
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
          // Google gives nextSyncToken only when it was asked for; it comes with the last page.
          requestSyncToken: args.request_sync_token ? true : undefined,
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
  ...sendHandlers,
  forwardMessage,
  getPeople,
  fetchEmails,
  fetchMessage,
  fetchThread,
  getAttachment,
};
