/** Ids of polled items in the form in which they are remembered. Pure. */
import { createHash } from "node:crypto";
import { isStorable } from "@/lib/kernel/text/storable";

/** Ids of providers are shorter. Three thousand of them stand in one cursor. */
const MAX_ID = 500;

/**
 * An id as it is, or a digest of one that is very long or that the database does not take: two different ids are never
 * the same.
 */
export const toKeptId = (id: string): string =>
  id.length <= MAX_ID && isStorable(id)
    ? id
    : // As JSON, because UTF-8 has one form for all halves of characters.
      `sha256:${createHash("sha256").update(JSON.stringify(id)).digest("base64url")}`;
