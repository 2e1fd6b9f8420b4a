/** Telegram: files that are sent with a message, as a form (https://core.telegram.org/bots/api#sending-files). */
import { multipartForm } from "@/lib/catalog/multipart-form";
import type { HandlerFile, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type FileArguments = {
  chat_id?: string;
  file?: unknown;
  kind?: string;
  caption?: string;
  parse_mode?: string;
  reply_to_message_id?: number;
  message_thread_id?: number;
  disable_notification?: boolean;
  has_spoiler?: boolean;
};

type Kind = { method: string; field: string; maxBytes: number };

const MB = 1024 * 1024;
const KINDS: Readonly<Record<string, Kind>> = {
  photo: { method: "sendPhoto", field: "photo", maxBytes: 10 * MB },
  video: { method: "sendVideo", field: "video", maxBytes: 50 * MB },
  animation: { method: "sendAnimation", field: "animation", maxBytes: 50 * MB },
  audio: { method: "sendAudio", field: "audio", maxBytes: 50 * MB },
  voice: { method: "sendVoice", field: "voice", maxBytes: 50 * MB },
  document: { method: "sendDocument", field: "document", maxBytes: 50 * MB },
};

/** A picture or a film is shown as one only in the formats that Telegram can show; all else is a document. */
function kindOf({ mimetype, bytes }: HandlerFile): string {
  if (mimetype === "image/gif") return "animation";
  if (/^image\/(png|jpe?g|webp)$/.test(mimetype)) return bytes.length <= 10 * MB ? "photo" : "document";
  if (mimetype === "video/mp4") return "video";
  if (mimetype === "audio/ogg") return "voice";
  return /^audio\/(mpeg|mp3|mp4|x-m4a)$/.test(mimetype) ? "audio" : "document";
}

const sendFile: ToolHandler = async (args: FileArguments, { call, readFile, fail }) => {
  const file = await readFile(args.file);
  const name = args.kind ?? kindOf(file);
  const kind = KINDS[name] ?? fail(`There is no kind ${name}.`);
  if (file.bytes.length > kind.maxBytes)
    return fail(`The file has ${file.bytes.length} bytes, and Telegram takes ${kind.maxBytes} as ${name}.`);
  const form = multipartForm([
    ["chat_id", args.chat_id],
    ["caption", args.caption],
    ["parse_mode", args.parse_mode],
    ["message_thread_id", args.message_thread_id],
    ["disable_notification", args.disable_notification],
    ["has_spoiler", args.has_spoiler],
    [
      "reply_parameters",
      args.reply_to_message_id === undefined ? undefined : JSON.stringify({ message_id: args.reply_to_message_id }),
    ],
    [kind.field, file],
  ]);
  const { data } = await call({ method: "POST", path: `/${kind.method}`, ...form });
  return { kind: name, ...(data as Record<string, unknown>) };
};

export const handlers: ToolHandlers = { sendFile };
