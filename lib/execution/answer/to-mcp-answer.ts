/** The result of a tool of an MCP server as the body of an answer: its bytes become files. */
import type { McpCallResult } from "@/lib/mcp-client/call-mcp-tool";
import { McpFailure } from "@/lib/mcp-client/mcp-failure";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { cutText } from "@/lib/kernel/text/storable";
import { toReference, type AnswerSink } from "./file-answers";

/** Files of one answer; further bytes are left out, with a note. */
const MOST_FILES = 50;
/** Characters of a failure's words. */
const MAX_WORDS = 2000;

const ENDING = /^[a-z]+\/([a-z0-9]{1,8})\b/;

/** The name of a file that the server does not name: by its place and its media type. */
const nameOf = (kind: string, place: number, mimetype: string): string => {
  const ending = ENDING.exec(mimetype)?.[1];
  return `${kind}-${place + 1}${ending ? `.${ending}` : ""}`;
};

const lastPart = (uri: string): string => {
  const name = uri.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "";
  return /^[\w.-]{1,100}$/.test(name) ? name : "";
};

/** Stores bytes that the server sent as base64. */
async function toFile(sink: AnswerSink, name: string, mimetype: string, base64: string): Promise<Values> {
  return toReference(await sink.keep({ name, mimetype, bytes: Buffer.from(base64, "base64") }));
}

const mimetypeOf = (item: Values): string =>
  typeof item.mimeType === "string" ? item.mimeType : "application/octet-stream";

/** One item of the content; images, sounds and resources of bytes hold `file` in place of their bytes. */
async function toItem(item: Values, place: number, sink: AnswerSink, room: { files: number }): Promise<Values> {
  const { data, resource, ...rest } = item;
  const holder = isObject(resource) ? resource : item;
  const bytes = isObject(resource) ? resource.blob : data;
  if (typeof bytes !== "string") return item;
  const { blob: _, ...described } = isObject(resource) ? resource : {};
  const visible = isObject(resource) ? { ...rest, resource: described } : rest;
  if (room.files === 0) return { ...visible, left_out: `An answer holds at most ${MOST_FILES} files.` };
  room.files--;
  const type = mimetypeOf(holder);
  const uriName = typeof holder.uri === "string" ? lastPart(holder.uri) : "";
  return { ...visible, file: await toFile(sink, uriName || nameOf(String(item.type), place, type), type, bytes) };
}

/** @throws McpFailure for a value of too many levels */
function toText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new McpFailure("bounds", "The answer of the MCP server has too many levels.", undefined, { cause });
  }
}

const textOf = (item: Values): string => (item.type === "text" && typeof item.text === "string" ? item.text : "");

/**
 * The body of the answer as JSON, `{content, structuredContent?}`, and the words of its texts without the secrets.
 */
export async function toMcpAnswer(
  result: McpCallResult,
  sink: AnswerSink,
): Promise<{ body: Buffer; words: (secrets: readonly string[]) => string }> {
  const room = { files: MOST_FILES };
  const content: Values[] = [];
  for (const [place, item] of result.content.entries()) content.push(await toItem(item, place, sink, room));
  const { structuredContent } = result;
  const text = toText({ content, ...(structuredContent !== undefined && { structuredContent }) });
  const words = (secrets: readonly string[]) =>
    cutText(hiderOf(secrets).text(result.content.map(textOf).filter(Boolean).join(" ")), MAX_WORDS);
  return { body: Buffer.from(text), words };
}
