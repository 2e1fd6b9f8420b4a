/** Answers to messages, and forwards, at once or as drafts (learn.microsoft.com/graph/api/resources/message). */
import { attempt, type HandlerCall, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { joinRecipients, recipients, type Recipient } from "./recipients";

type Values = Record<string, unknown>;
type Reply = { message_id?: string; comment?: string; cc_emails?: string[]; bcc_emails?: string[] };
type Draft = { id?: string; ccRecipients?: Recipient[]; bccRecipients?: Recipient[] };

const messagePath = (id: string | undefined): string => `/me/messages/${encodeURIComponent(id ?? "")}`;

const hasCopies = (args: Reply): boolean => Boolean(args.cc_emails?.length || args.bcc_emails?.length);

const copies = (args: Reply): Values => ({
  ccRecipients: recipients(args.cc_emails),
  bccRecipients: recipients(args.bcc_emails),
});

/** Puts recipients of a copy into a message, next to the comment. */
const toReply = (args: Reply): Values => ({
  comment: args.comment ?? "",
  ...(hasCopies(args) ? { message: copies(args) } : {}),
});

type Forward = Reply & { to_recipients?: string[] };

/** Graph takes recipients next to the comment or in the message, and refuses both. */
const toForward = (args: Forward): Values => {
  const people = { toRecipients: recipients(args.to_recipients) };
  return { comment: args.comment ?? "", ...(hasCopies(args) ? { message: { ...people, ...copies(args) } } : people) };
};

const post =
  (action: string, toBody: (args: Forward) => Values): ToolHandler =>
  async (args: Forward, { call }) =>
    (await call({ method: "POST", path: `${messagePath(args.message_id)}/${action}`, body: toBody(args) }))
      .data as Values;

const send =
  (action: string, toBody: (args: Forward) => Values): ToolHandler =>
  async (args: Forward, { call }) => {
    await call({ method: "POST", path: `${messagePath(args.message_id)}/${action}`, body: toBody(args) });
    return { sent: true };
  };

async function draftToAll(args: Reply, call: HandlerCall): Promise<Draft> {
  const path = `${messagePath(args.message_id)}/createReplyAll`;
  return (await call({ method: "POST", path, body: { comment: args.comment ?? "" } })).data as Draft;
}

/** Adds people to a draft: a list that Graph is given takes the place of the people of the conversation. */
async function addCopies(draft: Draft, args: Reply, call: HandlerCall): Promise<Draft> {
  const body = {
    ccRecipients: joinRecipients(draft.ccRecipients ?? [], recipients(args.cc_emails)),
    bccRecipients: joinRecipients(draft.bccRecipients ?? [], recipients(args.bcc_emails)),
  };
  return (await call({ method: "PATCH", path: messagePath(draft.id), body })).data as Draft;
}

const createReplyAllDraft: ToolHandler = async (args: Reply, { call }) => {
  const draft = await draftToAll(args, call);
  if (!hasCopies(args)) return draft;
  const result = await attempt(() => addCopies(draft, args, call));
  return result.problem === undefined
    ? result.value
    : { ...draft, problem: `The draft is there without the added recipients. ${result.problem}` };
};

/** One request, unless further people get it: then a draft is made, completed and sent. */
const replyAll: ToolHandler = async (args: Reply, { call, fail }) => {
  if (!hasCopies(args)) {
    const path = `${messagePath(args.message_id)}/replyAll`;
    await call({ method: "POST", path, body: { comment: args.comment ?? "" } });
    return { sent: true };
  }
  const draft = await draftToAll(args, call);
  const copy = await attempt(() => addCopies(draft, args, call));
  const unsent = `The answer could not be sent, and stays in the drafts with the ID ${draft.id ?? ""}.`;
  if (copy.problem !== undefined) return fail(`${unsent} ${copy.problem}`);
  const result = await attempt(() => call({ method: "POST", path: `${messagePath(draft.id)}/send` }));
  if (result.problem === undefined) return { sent: true };
  const unknown = `If the drafts still have the ID ${draft.id ?? ""}, the answer was not sent.`;
  return fail(`${result.isUnknown ? unknown : unsent} ${result.problem}`);
};

export const replyHandlers: ToolHandlers = {
  replyEmail: send("reply", toReply),
  createDraftReply: post("createReply", toReply),
  replyAll,
  createReplyAllDraft,
  forwardMessage: send("forward", toForward),
  createForwardDraft: post("createForward", toForward),
};
