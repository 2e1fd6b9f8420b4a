/** Reads Gmail's messages: headers, decoded text and attachments out of the tree of MIME parts. */

export type Part = {
  partId?: string;
  mimeType?: string;
  filename?: string;
  headers?: { name: string; value: string }[];
  body?: { attachmentId?: string; size?: number; data?: string };
  parts?: Part[];
};

export type GmailMessage = {
  id: string;
  threadId: string;
  labelIds?: string[];
  snippet?: string;
  internalDate?: string;
  payload?: Part;
};

/** The value of a header, whatever the case of its name; "" when absent. */
export const headerOf = (message: GmailMessage, name: string): string =>
  message.payload?.headers?.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? "";

const partsOf = (part: Part | undefined): Part[] => (part ? [part, ...(part.parts ?? []).flatMap(partsOf)] : []);

const charsetOf = (part: Part): string =>
  /charset="?([^";\s]+)/i.exec(
    part.headers?.find((header) => header.name.toLowerCase() === "content-type")?.value ?? "",
  )?.[1] ?? "utf-8";

function decode(part: Part): string {
  const bytes = Buffer.from(part.body?.data ?? "", "base64url");
  try {
    return new TextDecoder(charsetOf(part)).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

const inlineOf = (message: GmailMessage): Part[] =>
  partsOf(message.payload).filter((part) => !part.filename && part.body?.data);

/** The HTML text; "" where the message has none. */
export function htmlOf(message: GmailMessage): string {
  const part = inlineOf(message).find(({ mimeType }) => mimeType === "text/html");
  return part ? decode(part) : "";
}

/** The parts that are files: attachments, and pictures that the text shows. An attached message stays whole. */
export function filesOf(message: GmailMessage): Part[] {
  const isText = ({ filename, mimeType = "" }: Part): boolean =>
    !filename && (mimeType === "text/plain" || mimeType === "text/html");
  const files = (part: Part): Part[] =>
    part.body?.attachmentId || (part.body?.data && !isText(part)) ? [part] : (part.parts ?? []).flatMap(files);
  return message.payload ? files(message.payload) : [];
}

/** The readable text: the plain part where there is one, otherwise the HTML one. Attached text files do not count. */
export function textOf(message: GmailMessage): string {
  const inline = inlineOf(message);
  const textPart =
    inline.find((part) => part.mimeType === "text/plain") ?? inline.find((part) => part.mimeType === "text/html");
  return textPart ? decode(textPart) : "";
}

const attachmentsOf = (message: GmailMessage) =>
  partsOf(message.payload)
    .filter((part) => part.filename)
    .map((part) => ({
      attachmentId: part.body?.attachmentId ?? "",
      filename: part.filename ?? "",
      mimeType: part.mimeType ?? "application/octet-stream",
      size: part.body?.size ?? 0,
    }));

const timestampOf = (message: GmailMessage): string => {
  const date = new Date(Number(message.internalDate));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
};

/** A message in the words of the tools. The tree of parts is given on request: it holds every byte a second time. */
export function toMessage(message: GmailMessage, { withPayload }: { withPayload: boolean }): Record<string, unknown> {
  const subject = headerOf(message, "Subject");
  return {
    // Clients of two generations read one or the other.
    id: message.id,
    messageId: message.id,
    threadId: message.threadId,
    messageTimestamp: timestampOf(message),
    labelIds: message.labelIds ?? [],
    sender: headerOf(message, "From"),
    to: headerOf(message, "To"),
    subject,
    messageText: textOf(message),
    preview: { subject, body: message.snippet ?? "" },
    attachmentList: attachmentsOf(message),
    ...(withPayload ? { payload: message.payload ?? {} } : {}),
  };
}
