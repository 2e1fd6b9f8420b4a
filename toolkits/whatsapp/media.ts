/** WhatsApp: files that are uploaded before a message names them, and files that people sent. */
import { multipartForm } from "@/lib/catalog/multipart-form";
import { attempt, type HandlerTools, type ToolHandlers } from "@/lib/catalog/tool-handler";

type Json = Record<string, unknown>;
type Info = { url?: string; mime_type?: string; sha256?: string; file_size?: number; id?: string };
type UploadArgs = { phone_number_id?: string; file_to_upload?: unknown; media_type?: string };

/** What Meta takes of each kind, in bytes (developers.facebook.com, Cloud API, Media). */
const MAX_BYTES: Readonly<Record<string, number>> = {
  image: 5 * 1024 * 1024,
  sticker: 500 * 1024,
  audio: 16 * 1024 * 1024,
  video: 16 * 1024 * 1024,
  document: 100 * 1024 * 1024,
};

const part = (text: string | undefined): string => encodeURIComponent(text ?? "");

const readInfo = async (id: string | undefined, { call }: HandlerTools): Promise<Info> =>
  (await call({ method: "GET", path: `/${part(id)}` })).data as Info;

export const mediaHandlers: ToolHandlers = {
  uploadMedia: async (args: UploadArgs, tools) => {
    const file = await tools.readFile(args.file_to_upload);
    const most = MAX_BYTES[args.media_type ?? "document"] ?? MAX_BYTES.document ?? 0;
    if (file.bytes.length > most)
      return tools.fail(
        `The file has ${file.bytes.length} bytes, and WhatsApp takes ${most} of the kind ${args.media_type ?? "document"}.`,
      );
    const form = multipartForm([
      ["messaging_product", "whatsapp"],
      ["type", file.mimetype],
      ["file", file],
    ]);
    const { data } = await tools.call({ method: "POST", path: `/${part(args.phone_number_id)}/media`, ...form });
    const { id } = data as { id?: string };
    const info = await attempt(() => readInfo(id, tools));
    const facts: Json = info.problem === undefined ? { ...info.value } : { mime_type: file.mimetype };
    return { file_size: file.bytes.length, ...facts, id };
  },
  downloadMedia: async (args: { media_id?: string }, tools) => {
    const info = await readInfo(args.media_id, tools);
    if (!info.url) return tools.fail("WhatsApp gave no address for the file. It may be older than 30 days.");
    const request = { method: "GET", path: info.url, headers: { accept: "*/*" }, binary: true } as const;
    const bytes = (await tools.call(request)).data as Uint8Array;
    const mimetype = info.mime_type ?? "application/octet-stream";
    const ending = mimetype.split(";")[0]?.split("/")[1] ?? "bin";
    return {
      id: args.media_id,
      mime_type: mimetype,
      file_size: bytes.length,
      sha256: info.sha256,
      file: { name: `${args.media_id ?? "file"}.${ending}`, mimetype, bytes },
    };
  },
};
