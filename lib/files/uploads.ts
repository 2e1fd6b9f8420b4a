/** Files that clients send for a tool: first announced, then uploaded to a signed URL. */
import { inSeconds } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { assertSpaceLeft, keepWithinQuota } from "./quota";
import { dropSpooled, spool, type Bytes, type Spooled } from "./spool";
import { readTicket, toSignedUrl, URL_SECONDS } from "./signed-url";
import type { FileFacts } from "./file-storage";
import { storage } from "./storage";
import { toUploadKey } from "./storage-key";

const DAY_SECONDS = 86_400;

export type AnnouncedFile = {
  toolkitSlug: string;
  toolSlug: string;
  name: string;
  mimetype: string;
  md5: string;
  /** bytes, if the caller sends the size */
  size?: number;
};

const tooLarge = (): ApiError =>
  new ApiError("PayloadTooLarge", `The file is larger than ${env().files.maxBytes} bytes.`, {
    suggestedFix: "Send a smaller file, or let the operator raise PATCHBAY_FILE_MAX_MB.",
  });

/** An upload to a bucket that began before the signed URL expired can end after it. */
const RESERVED_SECONDS = 2 * URL_SECONDS;

/**
 * Announces a file and returns the URL that takes its content. The same content for the same tool has the same key and
 * id; its name and type are then those of the last call. A content goes straight to the bucket only if its size is
 * announced: the URL is bound to that size, and the space is reserved until the upload was checked. Every other content
 * passes through this server, which counts its bytes.
 * @throws ApiError PayloadTooLarge for a content that is too large, or if the project's files have reached their limit
 */
export async function createUpload(
  projectId: string,
  { toolkitSlug, toolSlug, name: rawName, mimetype, md5, size }: AnnouncedFile,
): Promise<{ id: string; key: string; url: string }> {
  if (size !== undefined && size > env().files.maxBytes) throw tooLarge();
  const key = toUploadKey({ projectId, toolkitSlug, toolSlug }, md5);
  const target = storage();
  const name = rawName.toWellFormed().replaceAll("\0", "");
  const storedFile = await db.storedFile.findUnique({
    where: { projectId_key: { projectId, key } },
    select: { id: true, storage: true, size: true, reserved: true },
  });
  if (storedFile?.storage !== target.name || storedFile.size === null) await assertSpaceLeft(projectId, name);
  const facts = { name, mimetype, expiresAt: inSeconds(env().files.keepDays * DAY_SECONDS) };
  // A content that is in another storage than today's has to come again.
  const moved = storedFile && storedFile.storage !== target.name ? { storage: target.name, size: null } : {};
  const keep = async (tx: Pick<Db, "storedFile">, reservation: { reserved?: number; reservedUntil?: Date }) =>
    tx.storedFile.upsert({
      where: { projectId_key: { projectId, key } },
      create: {
        ...{ id: newId("file"), projectId, key, toolkitSlug, toolSlug, md5, storage: target.name },
        ...facts,
        ...reservation,
      },
      update: { ...facts, ...moved, ...reservation },
      select: { id: true },
    });
  if (!target.uploadUrl || size === undefined) {
    const { id } = await keep(db, {});
    return { id, key, url: toSignedUrl({ projectId, fileId: id, may: "put" }, name, URL_SECONDS) };
  }
  // An earlier URL for the same key can bring a larger content.
  const reserved = Math.max(size, Number(storedFile?.reserved ?? 0), Number(storedFile?.size ?? 0));
  const { id } = await keepWithinQuota(projectId, { id: storedFile?.id ?? "", name, size: reserved }, async (tx) => {
    const now = await tx.storedFile.findUnique({
      where: { projectId_key: { projectId, key } },
      select: { reserved: true },
    });
    return keep(tx, {
      reserved: Math.max(reserved, Number(now?.reserved ?? 0)),
      reservedUntil: inSeconds(RESERVED_SECONDS),
    });
  });
  return { id, key, url: await target.uploadUrl({ id, projectId, key, name, mimetype, size }) };
}

const essence = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/** The error of a body whose sender went away. */
const CUT = new Set(["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR", "AbortError"]);

const fileGone = () =>
  new ApiError("NotFound", "The file of this URL was deleted.", { suggestedFix: "Request a new upload URL." });

export type UploadedContent = { body: Bytes; mimetype: string | null; length: number | null };

/**
 * Takes the content of an announced file. What is cut, too large or another content is not kept.
 * @param ticket of the signed address
 * @throws ApiError Forbidden for the address, NotFound for a file that is gone, BadRequest for another type or content,
 *   PayloadTooLarge
 */
export async function receiveUpload(
  ticket: string,
  { body, mimetype, length }: UploadedContent,
): Promise<{ md5: string }> {
  const { projectId, fileId } = readTicket(ticket, "put");
  const { maxBytes } = env().files;
  const row = await db.storedFile.findFirst({ where: { projectId, id: fileId } });
  if (!row) throw fileGone();
  // A content without a type gets the announced type: many HTTP libraries send no type with bytes.
  if (mimetype && essence(mimetype) !== essence(row.mimetype))
    throw new ApiError("BadRequest", `The upload was announced as ${row.mimetype} and came as ${mimetype}.`, {
      suggestedFix: `Send the header content-type: ${row.mimetype}.`,
    });
  if (length !== null && length > maxBytes) throw tooLarge();
  const spooled = await spool(body, { maxBytes, md5: row.md5 }).catch((error: NodeJS.ErrnoException) => {
    if (!CUT.has(error.code ?? error.name)) throw error;
    throw new ApiError("BadRequest", "The upload ended before its content did.", {
      suggestedFix: "Send the content again.",
      cause: error,
    });
  });
  await takeSpooled(row, spooled);
  return { md5: row.md5 };
}

/**
 * Stores an uploaded content: on disk together with its size; in a bucket after its size, because that can take longer
 * than a transaction should. Without a row nobody would delete the content: the file can expire during the
 * upload.
 * @throws ApiError NotFound for a deleted file
 */
async function takeSpooled(
  { id, projectId, name, key, mimetype, storage: place }: FileFacts & { storage: string },
  spooled: Spooled,
): Promise<void> {
  const take = () => storage(place).take(key, spooled, mimetype);
  try {
    await keepWithinQuota(projectId, { id, name, size: spooled.size }, async (tx) => {
      const { count } = await tx.storedFile.updateMany({ where: { projectId, id }, data: { size: spooled.size } });
      if (count === 0) throw fileGone();
      if (place === "disk") await take();
    });
    if (place === "disk") return;
    await take().catch(async (error: unknown) => {
      await db.storedFile.updateMany({ where: { projectId, id }, data: { size: null } });
      throw error;
    });
    // By its key, because the same content can have been announced again.
    if ((await db.storedFile.count({ where: { projectId, key } })) > 0) return;
    await storage(place).remove([key]);
    throw fileGone();
  } catch (error) {
    await dropSpooled(spooled);
    throw error;
  }
}
