/**
 * The files of a session's workbench as MCP resources
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/resources).
 */
import type { ReadResourceResult, Resource } from "@modelcontextprotocol/sdk/types.js";
import { ApiError } from "@/lib/kernel/errors";
import { mimetypeOf } from "@/lib/sessions/files/mimetype-of";
import { listMount, readMountItem } from "@/lib/sessions/files/mounts";
import type { Session } from "@/lib/sessions/session";
import { toFileUri } from "./to-content";

const FILES_A_PAGE = 100;
/** A resource is sent in one message: larger files are downloaded by `download_url` of the session's mount. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_URI = 4_000;
const PREFIX = "file:///mnt/files/";
const TEXT = /^(text\/|application\/(json|xml)$)/;

/** A page of the files, by path. */
export async function listSessionResources(
  session: Session,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const place = { session_id: session.id, mount_id: "files" };
  const page = await listMount(session.projectId, place, { limit: FILES_A_PAGE, ...(cursor && { cursor }) });
  return {
    resources: page.items.map(({ mount_relative_path: path, size, last_modified: lastModified }) => ({
      uri: toFileUri(`/mnt/files/${path}`),
      name: path,
      mimeType: mimetypeOf(path),
      size,
      annotations: { lastModified },
    })),
    ...(page.next_cursor && { nextCursor: page.next_cursor }),
  };
}

const unknownResource = (uri: string) =>
  new ApiError("NotFound", `There is no resource ${uri.slice(0, 200)} in this session.`, {
    suggestedFix: "List the resources and use the uri of one of them.",
  });

function toPath(uri: string): string {
  if (uri.length > MOST_URI || !uri.startsWith(PREFIX)) throw unknownResource(uri);
  try {
    return decodeURIComponent(uri.slice(PREFIX.length));
  } catch {
    throw unknownResource(uri);
  }
}

/** @throws ApiError NotFound if the session has no such file; PayloadTooLarge for more than 4 MB */
export async function readSessionResource(session: Session, uri: string): Promise<ReadResourceResult> {
  const path = toPath(uri);
  const bytes = await readMountItem(session.projectId, session.id, path, MOST_BYTES);
  if (!bytes)
    throw new ApiError("PayloadTooLarge", `${path.slice(0, 200)} is larger than 4 MB.`, {
      suggestedFix: "Read it in parts with COMPOSIO_REMOTE_BASH_TOOL, or share it with upload_local_file in a cell.",
    });
  const mimeType = mimetypeOf(path);
  const body = TEXT.test(mimeType) ? { text: bytes.toString("utf8") } : { blob: bytes.toString("base64") };
  return { contents: [{ uri, mimeType, ...body }] };
}
