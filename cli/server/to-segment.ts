import { UsageError } from "../command";

/** A slug or an ID as a part of a path. @throws {UsageError} for a dot segment, which would lead to another path */
export function toSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new UsageError(`"${text}" is no slug and no ID.`);
  return encodeURIComponent(text);
}
