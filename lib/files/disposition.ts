/** The header content-disposition of a download. Pure. */

/** RFC 6266, 4.3: a plain name for old readers, the whole one in UTF-8 for the others. */
export const toDisposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`;
