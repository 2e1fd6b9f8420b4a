/** Media messages of WhatsApp: the link, caption and file name stand in an object that bears the kind's name. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { mediaHandlers } from "./media";
import { messageHandlers } from "./messages";

type Json = Record<string, unknown>;
type MediaArgs = {
  phone_number_id?: string;
  to_number?: string;
  media_type?: string;
  media?: Json;
  link?: string;
  id?: string;
  caption?: string;
  filename?: string;
  context?: Json;
} & Record<string, unknown>;

/** Sounds and stickers have no caption, and only documents have a file name: Meta refuses what a kind does not take. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  image: ["link", "id", "caption"],
  video: ["link", "id", "caption"],
  audio: ["link", "id"],
  document: ["link", "id", "caption", "filename"],
  sticker: ["link", "id"],
};

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);

export const handlers: ToolHandlers = {
  ...mediaHandlers,
  ...messageHandlers,
  sendMedia: async (args: MediaArgs, { call, fail }) => {
    const { media_type: kind, to_number: to } = args;
    const takes = kind === undefined ? undefined : TAKES[kind];
    if (kind === undefined || !takes) return fail("Say what kind of media it is: media_type is missing.");
    if (!to) return fail("Say to whom it is sent: to_number is missing.");
    const values = Object.fromEntries(takes.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
    const media = { ...values, ...args.media };
    if (!("link" in media) && !("id" in media)) return fail("Give the media a link, or the id of an uploaded file.");
    const { data } = await call({
      method: "POST",
      path: `/${encodeURIComponent(args.phone_number_id ?? "")}/messages`,
      body: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to,
        type: kind,
        [kind]: media,
        ...(args.context ? { context: args.context } : {}),
      },
    });
    return isObject(data) ? data : { response_data: data };
  },
};
