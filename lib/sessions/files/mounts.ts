/** The files of a session's workbench for people and programs outside, by signed addresses. */
import type { z } from "zod";
import { URL_SECONDS, readTicket, toSignedUrl } from "@/lib/files/signed-url";
import { dropSpooled, readSpooled, spool, type Bytes } from "@/lib/files/spool";
import { ApiError } from "@/lib/kernel/errors";
import { inSeconds } from "@/lib/kernel/time/clock";
import { requireSession } from "../sessions";
import {
  deleteSessionFile,
  listSessionFiles,
  MOUNT,
  openSessionFile,
  toRelative,
  writeSessionFile,
} from "@/lib/workbench/session-files";
import { requireWorkbench } from "@/lib/workbench/workbench-state";
import type { mountsApi } from "./contract";
import { shareFile } from "./share-file";

/** The only mount that a session has. */
const MOUNT_ID = "files";
/** The longest path that fits into an address. */
const MOST_PATH_BYTES = 900;

type Answer<Name extends keyof typeof mountsApi> = z.input<(typeof mountsApi)[Name]["response"]>;
type MountKey = { session_id: string; mount_id: string };

const mounted = (path: string) => ({ mount_relative_path: path, sandbox_mount_prefix: MOUNT });

/**
 * The id of the session that owns the mount.
 * @throws ApiError NotFound for an unknown session or mount; Unavailable if this server stores no files
 */
async function requireMount(
  projectId: string,
  { session_id: sessionId, mount_id: mountId }: MountKey,
): Promise<string> {
  const { id } = await requireSession(projectId, sessionId);
  if (mountId !== MOUNT_ID)
    throw new ApiError("NotFound", `This session has no mount ${JSON.stringify(mountId.slice(0, 100))}.`, {
      suggestedFix: `Its only mount is ${MOUNT_ID}.`,
    });
  // Sandboxes need more, but files only the links to open folders that Linux has.
  if (process.platform !== "linux") await requireWorkbench();
  return id;
}

type Listing = z.output<typeof mountsApi.listMountItems.query>;

/**
 * The files whose paths begin with a prefix, by path; the cursor is the last path of a page.
 * @throws ApiError as `requireMount`; BadRequest for a prefix that is no path
 */
export async function listMount(
  projectId: string,
  mount: MountKey,
  { cursor, limit, mount_relative_prefix: rawPrefix = "" }: Listing,
): Promise<Answer<"listMountItems">> {
  const id = await requireMount(projectId, mount);
  const prefix = rawPrefix.replace(/^\/mnt\/files(\/|$)/, "").replace(/^\/+/, "");
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const all = await listSessionFiles(projectId, id, folder);
  const after = cursor && Buffer.from(cursor, "base64url").toString();
  const fitting = all.filter(({ path }) => path.startsWith(prefix) && (!after || path > after));
  const page = fitting.slice(0, limit);
  const last = fitting.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ path, size, modifiedAt }) => ({
      ...mounted(path),
      size,
      last_modified: modifiedAt.toISOString(),
    })),
    // Clients refuse null here.
    ...(last && { next_cursor: Buffer.from(last.path).toString("base64url") }),
  };
}

/** @throws ApiError as `requireMount`; BadRequest for what is no path, or too long a one */
export async function createMountUpload(
  projectId: string,
  mount: MountKey,
  rawPath: string,
): Promise<Answer<"createMountUpload">> {
  const id = await requireMount(projectId, mount);
  const path = toRelative(rawPath);
  if (Buffer.byteLength(path) > MOST_PATH_BYTES)
    throw new ApiError("BadRequest", `A path may have at most ${MOST_PATH_BYTES} bytes.`, {
      suggestedFix: "Choose a shorter name.",
    });
  const fileId = `${id}.${Buffer.from(path).toString("base64url")}`;
  const url = toSignedUrl({ projectId, fileId, may: "mount" }, path.split("/").at(-1) ?? "", URL_SECONDS);
  return { ...mounted(path), upload_url: url, expires_at: inSeconds(URL_SECONDS).toISOString() };
}

/**
 * Stores the content of a file in the workbench of the session that the ticket names.
 * @throws ApiError Forbidden for the address; NotFound for a deleted session; PayloadTooLarge above the size of files
 *   or the session's quota; Conflict if a folder is in the way
 */
export async function receiveMounted(ticket: string, body: Bytes): Promise<{ md5: string }> {
  const { projectId, fileId } = readTicket(ticket, "mount");
  const [sessionId = "", path = ""] = fileId.split(".");
  const id = await requireMount(projectId, { session_id: sessionId, mount_id: MOUNT_ID });
  // Its size is known only afterwards, and half a file must never be seen.
  const spooled = await spool(body);
  try {
    const target = Buffer.from(path, "base64url").toString();
    await writeSessionFile(projectId, id, target, { size: spooled.size, body: readSpooled(spooled) });
    return { md5: spooled.md5 };
  } finally {
    await dropSpooled(spooled);
  }
}

/** The address is that of a copy. @throws ApiError as `requireMount` and `shareFile` */
export async function createMountDownload(
  projectId: string,
  mount: MountKey,
  rawPath: string,
): Promise<Answer<"createMountDownload">> {
  const id = await requireMount(projectId, mount);
  const path = toRelative(rawPath);
  const { url, expiresAt } = await shareFile(projectId, id, path);
  return { ...mounted(path), download_url: url, expires_at: expiresAt.toISOString() };
}

/**
 * The bytes of a file of at most `most` bytes; null for a larger file.
 * @throws ApiError as `requireMount`; NotFound for an unknown file, BadRequest for an invalid path
 */
export async function readMountItem(
  projectId: string,
  sessionId: string,
  path: string,
  most: number,
): Promise<Buffer | null> {
  const id = await requireMount(projectId, { session_id: sessionId, mount_id: MOUNT_ID });
  const { file, size } = await openSessionFile(projectId, id, toRelative(path));
  try {
    if (size > most) return null;
    // Code in the sandbox can append to it at the same time.
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @throws ApiError as `requireMount`; NotFound for an unknown file */
export async function deleteMountItem(
  projectId: string,
  mount: MountKey,
  rawPath: string,
): Promise<Answer<"deleteMountItem">> {
  const id = await requireMount(projectId, mount);
  const path = toRelative(rawPath);
  await deleteSessionFile(projectId, id, path);
  return mounted(path);
}
