/** The slug of a toolkit that nobody named. */
import { MAX_SLUG, SLUG_PREFIX } from "../constants";

/** A slug from a name: `custom_parcel_post`. */
export function toSlug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase()
    .slice(0, MAX_SLUG)
    .replace(/_+$/, "");
  return SLUG_PREFIX + (plain || "toolkit");
}
