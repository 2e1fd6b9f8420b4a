/** Facts of a conversation that an answer in it needs: its subject, the ids of its messages, and its people. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { addressKey, MAX_HEADER, otherAddresses, readAddresses } from "./addresses";
import { headerOf, type GmailMessage } from "./message";

/** Mail readers join an answer to its conversation by these headers and the subject (RFC 5322, 3.6.4). */
export type Reply = { to: string[]; cc: string[]; subject: string; references: string[]; inReplyTo: string };

const HEADERS = ["Message-ID", "References", "Subject", "From", "Reply-To", "To", "Cc"];
/** Ids of earlier messages that a reply names; the last IDs join it to its conversation. */
const MAX_REFERENCES = 50;
/** Longer ids break the line limit of RFC 5322, 2.1.1. */
const MAX_ID = 900;

/** The ids of the conversation up to this message, oldest first. */
export function referencesOf(message: GmailMessage): string[] {
  const ids = [...headerOf(message, "References").split(/\s+/), headerOf(message, "Message-ID").trim()];
  return ids.filter((id) => id !== "" && id.length <= MAX_ID).slice(-MAX_REFERENCES);
}

/** The subject in one line, behind "Re:" or "Fwd:" unless it already begins so. */
export function withPrefix(prefix: "Re" | "Fwd", subject: string): string {
  const line = subject.replace(/[\r\n]+/g, " ");
  return line.toLowerCase().startsWith(`${prefix.toLowerCase()}:`) ? line : `${prefix}: ${line}`;
}

/**
 * The message that is answered: the last that came in, because the last that was sent can be a forward; if none came
 * in, the last. Drafts and messages in the bin are not answered.
 */
async function lastMessage(user: string, threadId: string, { call, fail }: HandlerTools): Promise<GmailMessage> {
  const { data } = await call({
    method: "GET",
    path: `${user}/threads/${encodeURIComponent(threadId)}`,
    query: { format: "metadata", metadataHeaders: HEADERS },
  });
  const messages = (data as { messages?: GmailMessage[] }).messages ?? [];
  const has = ({ labelIds = [] }: GmailMessage, label: string): boolean => labelIds.includes(label);
  const answerable = messages.filter((message) => !has(message, "DRAFT") && !has(message, "TRASH"));
  return (
    answerable.findLast((message) => !has(message, "SENT") || has(message, "INBOX")) ??
    answerable.at(-1) ??
    fail("The thread has no messages.")
  );
}

/** The people of an answer: the sender, or its recipients after a message of the user; with `all` everybody. */
function peopleOf(
  message: GmailMessage,
  { userAddress, all }: { userAddress: string; all: boolean },
  fail: HandlerTools["fail"],
): Pick<Reply, "to" | "cc"> {
  const read = (name: string): string[] => {
    const header = headerOf(message, name);
    if (header.length <= MAX_HEADER) return readAddresses(header);
    return fail(
      `The header ${name} of the message has ${header.length} characters, which are too many to be answered.`,
    );
  };
  const isOwn = message.labelIds?.includes("SENT") ?? false;
  const replyTo = isOwn ? read("To") : read("Reply-To");
  const first = isOwn || replyTo.length > 0 ? replyTo : read("From");
  if (!all) return { to: otherAddresses(first, []), cc: [] };
  const mine = [userAddress, ...(isOwn ? read("From") : [])].filter(Boolean);
  const others = otherAddresses(first, mine);
  // A message to oneself is answered to oneself.
  const people = others.length > 0 ? others : otherAddresses(first, []);
  const copies = isOwn ? read("Cc") : [...read("To"), ...read("Cc")];
  return { to: people, cc: otherAddresses(copies, [...mine, ...people]) };
}

async function ownAddress(user: string, { call }: HandlerTools): Promise<string> {
  const { data } = await call({ method: "GET", path: `${user}/profile` });
  return addressKey((data as { emailAddress?: string }).emailAddress ?? "");
}

/** Reads from a conversation what an answer to its last message needs. */
export async function prepareReply(
  user: string,
  args: { thread_id?: string; reply_all?: boolean },
  tools: HandlerTools,
): Promise<Reply> {
  const message = await lastMessage(user, args.thread_id ?? "", tools);
  const all = args.reply_all ?? false;
  return {
    ...peopleOf(message, { userAddress: all ? await ownAddress(user, tools) : "", all }, tools.fail),
    subject: withPrefix("Re", headerOf(message, "Subject")),
    references: referencesOf(message),
    inReplyTo: headerOf(message, "Message-ID").trim().slice(0, MAX_ID),
  };
}
