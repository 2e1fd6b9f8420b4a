/** The header content-disposition of a download. Pure. */
import contentDisposition from "content-disposition";

/** RFC 6266, 4.3: a plain name for old readers and, where that is not the whole name, the whole one in UTF-8. */
export function toDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return contentDisposition(name.toWellFormed(), { fallback: plain });
}
