/** Maps of a caller's with a bound: reading a hundred thousand keys holds the server before anything looks at them. */
import { z } from "zod";

/** The schema for objects of at most `most` fields; larger objects are refused before any field is read. */
export const ofFewKeys = <T extends z.ZodType>(schema: T, most = 100) =>
  z.preprocess((value, context) => {
    if (value === null || typeof value !== "object" || Object.keys(value).length <= most) return value;
    context.addIssue({ code: "custom", message: `must have at most ${most} fields` });
    return z.NEVER;
  }, schema);

/** The rest of `room` after the texts and names within a value, in UTF-16 units; below 0 as soon as they are more. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length;
  if (value === null || typeof value !== "object") return room - 1;
  let left = room - 1;
  for (const name in value) {
    left = roomAfter((value as Record<string, unknown>)[name], left - (Array.isArray(value) ? 0 : name.length));
    if (left < 0) return left;
  }
  return left;
}

/** Keys, certificates and whole files of service accounts fit many times. */
const MAX_STORED = 256 * 1024;

/** The same for fields that are stored: their texts together have a bound too. */
export const ofStoredFields = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (roomAfter(value, MAX_STORED) >= 0) return value;
    context.addIssue({ code: "custom", message: `must have at most ${MAX_STORED} characters in all of its fields` });
    return z.NEVER;
  }, ofFewKeys(schema));
