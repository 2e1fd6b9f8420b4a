/** The text of a document that came as a text, or as its bytes in UTF-8. */
export const decodeSource = (source: string | Uint8Array): string =>
  typeof source === "string"
    ? source
    : Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("utf8");
