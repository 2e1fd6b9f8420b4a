/** Outlook tools whose arguments are flat where Microsoft Graph's are nested: messages, events, contacts, searches. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { replyHandlers } from "./replies";
import { recipient, recipients } from "./recipients";

type Values = Record<string, unknown>;
type Mail = {
  to_email?: string;
  to_name?: string;
  to_emails?: string[];
  to_recipients?: string[];
  cc_emails?: string[];
  bcc_emails?: string[];
  subject?: string;
  body?: string;
  is_html?: boolean;
  attachment?: unknown;
  save_to_sent_items?: boolean;
};

/** Larger files need an upload session (https://learn.microsoft.com/graph/outlook-large-attachments). */
const MAX_ATTACHMENT = 3 * 1024 * 1024;

const content = (text: string | undefined, isHtml: boolean | undefined): Values => ({
  contentType: isHtml ? "HTML" : "Text",
  content: text ?? "",
});

async function attachments(file: unknown, { readFile, fail }: HandlerTools): Promise<Values> {
  if (file === undefined || file === null) return {};
  const { name, mimetype, bytes } = await readFile(file);
  if (bytes.length > MAX_ATTACHMENT)
    return fail(`${name} has more than 3 MB, which Outlook does not take in one piece. Send a link to it instead.`);
  return {
    attachments: [
      {
        "@odata.type": "#microsoft.graph.fileAttachment",
        name,
        contentType: mimetype,
        contentBytes: Buffer.from(bytes).toString("base64"),
      },
    ],
  };
}

async function toMessage(args: Mail, tools: HandlerTools): Promise<Values> {
  const first = args.to_email ? [recipient(args.to_email, args.to_name)] : [];
  return {
    subject: args.subject ?? "",
    body: content(args.body, args.is_html),
    toRecipients: [...first, ...recipients(args.to_emails), ...recipients(args.to_recipients)],
    ccRecipients: recipients(args.cc_emails),
    bccRecipients: recipients(args.bcc_emails),
    ...(await attachments(args.attachment, tools)),
  };
}

type EventArguments = {
  subject?: string;
  body?: string;
  is_html?: boolean;
  start_datetime?: string;
  end_datetime?: string;
  time_zone?: string;
  location?: string;
  attendees_info?: { email: string; name?: string; type?: string }[];
  is_online_meeting?: boolean;
  show_as?: string;
  categories?: string[];
  calendar_id?: string;
  is_all_day?: boolean;
  recurrence?: Values;
};

const createEvent: ToolHandler = async (args: EventArguments, { call }) => {
  const toTime = (dateTime: string | undefined): Values => ({ dateTime, timeZone: args.time_zone ?? "UTC" });
  const body = {
    subject: args.subject,
    start: toTime(args.start_datetime),
    end: toTime(args.end_datetime),
    showAs: args.show_as ?? "busy",
    isOnlineMeeting: args.is_online_meeting ?? false,
    attendees: (args.attendees_info ?? []).map(({ email, name, type }) => ({
      ...recipient(email, name),
      type: type ?? "required",
    })),
    ...(args.body === undefined ? {} : { body: content(args.body, args.is_html) }),
    ...(args.location ? { location: { displayName: args.location } } : {}),
    ...(args.categories ? { categories: args.categories } : {}),
    ...(args.is_all_day ? { isAllDay: true } : {}),
    ...(args.recurrence ? { recurrence: args.recurrence } : {}),
  };
  const path = args.calendar_id ? `/me/calendars/${encodeURIComponent(args.calendar_id)}/events` : "/me/events";
  return (await call({ method: "POST", path, body })).data as Values;
};

export const handlers: ToolHandlers = {
  ...replyHandlers,
  createEvent,
  sendEmail: async (args: Mail, tools) => {
    await tools.call({
      method: "POST",
      path: "/me/sendMail",
      body: { message: await toMessage(args, tools), saveToSentItems: args.save_to_sent_items ?? true },
    });
    return { sent: true };
  },
  createDraft: async (args: Mail, tools) =>
    (await tools.call({ method: "POST", path: "/me/messages", body: await toMessage(args, tools) })).data as Values,
  searchMessages: async (args: { query?: string; size?: number; skip_token?: string }, { call }) => {
    const query = {
      $search: `"${(args.query ?? "").replace(/[\\"]/g, "\\$&")}"`,
      $top: args.size ?? 25,
      $skiptoken: args.skip_token,
    };
    const page = (await call({ method: "GET", path: "/me/messages", query })).data as {
      value?: Values[];
      "@odata.nextLink"?: string;
    };
    return { messages: page.value ?? [], next_link: page["@odata.nextLink"] ?? "" };
  },
  createContact: async (
    { notes, folder_id, ...contact }: Values & { notes?: string; folder_id?: string },
    { call },
  ) => {
    const path = folder_id ? `/me/contactFolders/${encodeURIComponent(folder_id)}/contacts` : "/me/contacts";
    return (await call({ method: "POST", path, body: { ...contact, ...(notes ? { personalNotes: notes } : {}) } }))
      .data as Values;
  },
};
