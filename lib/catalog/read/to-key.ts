/** Keys of caches. */
import { createHash } from "node:crypto";

/** A short key: conditions can name a thousand toolkits and contain a caller's text for each. */
export const toKey = (conditions: unknown): string =>
  createHash("sha256").update(JSON.stringify(conditions)).digest("base64");
