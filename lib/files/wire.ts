/** Converts stored files to the form of the API. */
import { toDisposition } from "./to-disposition";
import type { OpenedFile } from "./stored-files";

/**
 * The headers of a download. A file may be anybody's HTML: it is never shown on our origin, whose session it could use.
 */
export const toDownloadHeaders = ({
  name,
  mimetype,
  size,
  md5,
}: Pick<OpenedFile, "name" | "mimetype" | "size" | "md5">): Record<string, string> => ({
  "content-type": mimetype,
  "content-length": String(size),
  "content-disposition": toDisposition(name),
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-store",
  etag: `"${md5}"`,
});
