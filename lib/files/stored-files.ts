/** Files for tools: opens them by key, and makes them from a provider's answer. */
import { cutText } from "@/lib/kernel/text/storable";
import { inSeconds } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { keepWithinQuota } from "./quota";
import { readTicket, URL_SECONDS } from "./signed-url";
import { dropSpooled, spool, type Bytes } from "./spool";
import { storage } from "./storage";
import { isKeyOf, toAnswerKey, type FileOrigin } from "./storage-key";

/** Answers are kept for a shorter time than uploads, because they are rarely needed again. */
const ANSWER_DAYS = 7;

export type OpenedFile = {
  name: string;
  mimetype: string;
  md5: string;
  /** bytes */
  size: number;
  /** The content from its beginning; may be called again. */
  read: () => AsyncIterable<Uint8Array>;
};

type Row = NonNullable<Awaited<ReturnType<typeof db.storedFile.findFirst>>>;

const noFile = (key: string): ApiError =>
  new ApiError("NotFound", `There is no file with the key ${key.slice(0, 200)} in this project.`, {
    suggestedFix: "Upload the file with POST /api/v3/files/upload/request and send the returned key as s3key.",
  });

async function open({ projectId, key, name, mimetype, md5, storage: place }: Row): Promise<OpenedFile> {
  const { maxBytes } = env().files;
  const size = await storage(place).sizeOf(key);
  if (size === null)
    throw new ApiError("NotFound", `The file ${name} was announced, but its content was never uploaded.`, {
      suggestedFix: "Send the content to the new_presigned_url of its upload request with PUT, then try again.",
    });
  // Uploads through this server are checked against the limit, but those that went directly to a bucket are not.
  if (size > maxBytes)
    throw new ApiError("PayloadTooLarge", `The file ${name} is larger than ${maxBytes} bytes.`, {
      suggestedFix: "Upload a smaller file, or let the operator raise PATCHBAY_FILE_MAX_MB.",
    });
  await db.storedFile.updateMany({ where: { projectId, key, size: null }, data: { size } });
  return { name, mimetype, md5, size, read: () => storage(place).read(key) };
}

/**
 * Opens a file by the key of its upload.
 * @throws ApiError NotFound for an unknown key, a key of another project, and a content that never arrived
 */
export async function requireFile(projectId: string, key: string): Promise<OpenedFile> {
  const row = isKeyOf(projectId, key)
    ? await db.storedFile.findUnique({ where: { projectId_key: { projectId, key } } })
    : null;
  if (!row) throw noFile(key);
  return open(row);
}

/**
 * Opens a file for a caller with a signed download URL.
 * @throws ApiError Forbidden for the URL, NotFound for a deleted file
 */
export async function openDownload(ticket: string): Promise<OpenedFile & { projectId: string }> {
  const { projectId, fileId } = readTicket(ticket, "get");
  const row = await db.storedFile.findFirst({ where: { projectId, id: fileId } });
  if (!row)
    throw new ApiError("NotFound", "The file of this URL was deleted.", {
      suggestedFix: "Execute the tool again for a new file.",
    });
  return { ...(await open(row)), projectId };
}

/** A file with the content of an answer, and its signed URL. */
export type AnswerFile = { url: string; key: string; name: string; mimetype: string; size: number; expiresAt: Date };

/**
 * Stores the bytes of a provider's answer, streamed in bounded memory.
 * @throws ApiError PayloadTooLarge; then nothing is stored
 */
export async function createAnswerFile(
  origin: FileOrigin,
  { name, mimetype, body }: { name: string; mimetype: string; body: Bytes },
): Promise<AnswerFile> {
  const spooled = await spool(body);
  const { projectId, toolkitSlug, toolSlug } = origin;
  const id = newId("file");
  const key = toAnswerKey(origin, id.replace("file_", ""));
  const target = storage();
  const row = { id, projectId, key, name: cutText(name.replaceAll("\0", ""), 500), mimetype };
  try {
    // The row comes first: otherwise a crash would leave a content that no job ever finds.
    await keepWithinQuota(projectId, { id, name: row.name, size: spooled.size }, (tx) =>
      tx.storedFile.create({
        data: {
          ...row,
          toolkitSlug,
          toolSlug,
          md5: spooled.md5,
          size: spooled.size,
          storage: target.name,
          expiresAt: inSeconds(Math.min(ANSWER_DAYS, env().files.keepDays) * 86_400),
        },
      }),
    );
    await target.take(key, spooled, mimetype);
  } catch (error) {
    await dropSpooled(spooled);
    throw error;
  }
  return {
    url: await target.downloadUrl(row),
    key,
    name: row.name,
    mimetype,
    size: spooled.size,
    expiresAt: inSeconds(URL_SECONDS),
  };
}
