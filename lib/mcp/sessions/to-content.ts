/**
 * The content that an MCP client receives from a session's tool in addition to the JSON: pictures, and the files that
 * the response names.
 */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import { mimetypeOf } from "@/lib/sessions/files/mimetype-of";
import { readMountItem } from "@/lib/sessions/files/mounts";
import type { Session } from "@/lib/sessions/session";

type Block = CallToolResult["content"][number];

const MOST_PICTURES = 4;
/** Larger pictures are named as files. */
const PICTURE_BYTES = 1024 * 1024;
const MOST_FILES = 20;
const MOUNT = "/mnt/files/";
/** No file of a session has a longer path. */
const MOST_PATH = 1_000;

/** A file of a session's workbench as a resource: its path in the sandbox. */
export const toFileUri = (path: string): string => `file://${path.split("/").map(encodeURIComponent).join("/")}`;

/** An app's response can contain such a field too, with any value. */
const isPath = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith(MOUNT) && value.length <= MOST_PATH && value.isWellFormed();

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isPath);

/** The paths below /mnt/files that fields named `..._file_path(s)` hold, each once. */
export function filesNamedIn(data: Values): string[] {
  const fields = Object.entries(data).filter(([name]) => /_file_paths?$/.test(name));
  return [...new Set(fields.flatMap(([, value]) => texts(value)))].slice(0, MOST_FILES);
}

function toLink(path: string): Block {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { type: "resource_link", uri: toFileUri(path), name, mimeType: mimetypeOf(name) };
}

async function toPicture(session: Session, path: string, mimeType: string): Promise<Block | null> {
  try {
    const bytes = await readMountItem(session.projectId, session.id, path, PICTURE_BYTES);
    return bytes && { type: "image", data: bytes.toString("base64"), mimeType };
  } catch (error) {
    // Code of the sandbox can have deleted it already, or it cannot be read now: the response itself must not be lost.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The blocks for the files that the data of an answer names. */
export async function toContent(session: Session, data: Values): Promise<Block[]> {
  const blocks: Block[] = [];
  let pictures = 0;
  for (const path of filesNamedIn(data)) {
    const mimeType = mimetypeOf(path);
    const isPicture = /^image\/(png|jpeg)$/.test(mimeType) && pictures < MOST_PICTURES;
    const picture = isPicture ? await toPicture(session, path, mimeType) : null;
    if (picture) pictures++;
    blocks.push(picture ?? toLink(path));
  }
  return blocks;
}
