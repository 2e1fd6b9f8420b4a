/** Files that clients send for a tool: announced first, then uploaded to a signed address. */
import { inSeconds } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { assertSpaceLeft, keepWithinQuota } from "./quota";
import { dropSpooled, spool, type Bytes } from "./spool";
import { readTicket } from "./signed-url";
import { storage } from "./storage";
import { toUploadKey } from "./storage-key";

const DAY_SECONDS = 86_400;

export type AnnouncedFile = { toolkitSlug: string; toolSlug: string; name: string; mimetype: string; md5: string };

/**
 * Announces a file and gives the address that takes its content. The same content for the same tool has the same key and
 * id; its name and type are then the last ones given.
 * @throws ApiError PayloadTooLarge for a new content when the project's files take all that they may
 */
export async function createUpload(
  projectId: string,
  { toolkitSlug, toolSlug, name, mimetype, md5 }: AnnouncedFile,
): Promise<{ id: string; key: string; url: string }> {
  const key = toUploadKey({ projectId, toolkitSlug, toolSlug }, md5);
  const target = storage();
  const facts = {
    name: name.toWellFormed().replaceAll("\0", ""),
    mimetype,
    expiresAt: inSeconds(env().files.keepDays * DAY_SECONDS),
  };
  const known = await db.storedFile.findUnique({
    where: { projectId_key: { projectId, key } },
    select: { storage: true, size: true },
  });
  if (known?.storage !== target.name || known.size === null) await assertSpaceLeft(projectId, facts.name);
  // A content that is in another storage than today's has to come again.
  const moved = known && known.storage !== target.name ? { storage: target.name, size: null } : {};
  const { id } = await db.storedFile.upsert({
    where: { projectId_key: { projectId, key } },
    create: { id: newId("file"), projectId, key, toolkitSlug, toolSlug, md5, storage: target.name, ...facts },
    update: { ...facts, ...moved },
    select: { id: true },
  });
  return { id, key, url: await target.uploadUrl({ id, projectId, key, name: facts.name, mimetype }) };
}

const essence = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/** How a body ends when its sender goes away. */
const CUT = new Set(["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR", "AbortError"]);

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
  const row = await db.storedFile.findFirst({ where: { projectId, id: fileId, storage: "disk" } });
  if (!row)
    throw new ApiError("NotFound", "The file of this address is gone.", {
      suggestedFix: "Ask for an upload address again.",
    });
  if (mimetype === null || essence(mimetype) !== essence(row.mimetype))
    throw new ApiError(
      "BadRequest",
      `The upload was announced as ${row.mimetype} and came as ${mimetype ?? "no type at all"}.`,
      { suggestedFix: `Send the header content-type: ${row.mimetype}.` },
    );
  if (length !== null && length > maxBytes)
    throw new ApiError("PayloadTooLarge", `The file is larger than ${maxBytes} bytes.`, {
      suggestedFix: "Send a smaller file, or let the operator raise PATCHBAY_FILE_MAX_MB.",
    });
  const spooled = await spool(body, { maxBytes, md5: row.md5 }).catch((error: NodeJS.ErrnoException) => {
    if (!CUT.has(error.code ?? error.name)) throw error;
    throw new ApiError("BadRequest", "The upload ended before its content did.", {
      suggestedFix: "Send the content again.",
      cause: error,
    });
  });
  try {
    await keepWithinQuota(projectId, { id: fileId, name: row.name, size: spooled.size }, async (tx) => {
      await tx.storedFile.updateMany({ where: { projectId, id: fileId }, data: { size: spooled.size } });
      await storage("disk").take(row.key, spooled, row.mimetype);
    });
  } catch (error) {
    await dropSpooled(spooled);
    throw error;
  }
  return { md5: row.md5 };
}
