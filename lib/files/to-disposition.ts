/** The header content-disposition of a download. Pure. */
import contentDisposition from "content-disposition";

/**
 * The header's value: an ASCII name for old clients and, if that is not the whole name, the full one in UTF-8 (RFC
 * 6266, 4.3).
 */
export function toDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return contentDisposition(name.toWellFormed(), { fallback: plain });
}
