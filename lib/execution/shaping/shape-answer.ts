/** Gives the caller an answer in the size that it asked for; what is too large for it becomes files. */
import { createAnswerFile } from "@/lib/files/stored-files";
import type { FileOrigin } from "@/lib/files/storage-key";
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import { log, type Origin } from "@/lib/kernel/process/log";
import type { Blob } from "./blob";
import type { Shape } from "./shape";
import { fillBlobs } from "./slim";

type Answer = { data: Record<string, unknown>; successful: boolean; warnings?: string[] | undefined };
type Place = { origin: FileOrigin; on: Origin };

const unstored = (on: Origin, error: unknown): void => {
  if (!(error instanceof ApiError) || error.status >= 500)
    log.error(on, "a part of an answer could not be stored", { error });
};

async function storeWhole(origin: FileOrigin, whole: string): Promise<Values> {
  const { key, url, size, expiresAt } = await createAnswerFile(origin, {
    name: "response.json",
    mimetype: "application/json",
    body: [Buffer.from(whole.toWellFormed())],
  });
  return {
    remote_file_info: { file_path: key, url, mimetype: "application/json", size, expires_at: expiresAt.toISOString() },
  };
}

/** References to the stored blobs, in the form of all files in answers. */
async function storeBlobs(blobs: readonly Blob[], { origin, on }: Place): Promise<Map<Blob, Values>> {
  const references = new Map<Blob, Values>();
  for (const [index, blob] of blobs.entries()) {
    const { bytes, mimetype, extension } = blob.open();
    try {
      const file = await createAnswerFile(origin, { name: `blob-${index + 1}.${extension}`, mimetype, body: [bytes] });
      const { url, name, size, key } = file;
      references.set(blob, { s3url: url, mimetype: file.mimetype, name, size, s3key: key });
    } catch (error) {
      // No room for one is no room for the others.
      unstored(on, error);
      break;
    }
  }
  return references;
}

/** The data with its blobs as files; those that no file could be stored for stay texts, with a warning. */
async function toFilled(value: unknown, blobs: readonly Blob[], place: Place) {
  if (blobs.length === 0) return { value, warnings: [] };
  const references = await storeBlobs(blobs, place);
  const left = blobs.length - references.size;
  return {
    value: fillBlobs(value, (blob) => references.get(blob) ?? blob.text),
    warnings: left > 0 ? [`${left} texts in base64 could not be stored as files, so they stay in the answer.`] : [],
  };
}

/**
 * Makes an answer as small as the caller asked. A failed answer stays as it is, because its error must stay readable.
 * If no file can be stored, the answer stays whole: the answer of an execution is never lost.
 */
export async function shapeAnswer<T extends Answer>(answer: T, shape: Shape | undefined, place: Place): Promise<T> {
  if (!shape || !answer.successful) return answer;
  const { value, selection, blobs } = shape.prepare(answer.data);
  const { value: finalValue, warnings } = await toFilled(value, blobs, place);
  const all = [...(answer.warnings ?? []), ...warnings];
  const warned: T = all.length > 0 ? { ...answer, warnings: all } : answer;
  const { data, whole } = shape.finish(finalValue, selection);
  if (whole === undefined) return { ...warned, data };
  try {
    return { ...warned, data: { ...data, ...(await storeWhole(place.origin, whole)) } };
  } catch (error) {
    unstored(place.on, error);
    return { ...warned, data: selection as Values };
  }
}
