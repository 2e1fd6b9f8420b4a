/** Maps of a caller's with a bound: reading a hundred thousand keys holds the server before anything looks at them. */
import { z } from "zod";

/** The schema for objects of at most `most` fields; larger ones are refused before any field is read. */
export const ofFewKeys = <T extends z.ZodType>(schema: T, most = 100) =>
  z.preprocess((value, context) => {
    if (value === null || typeof value !== "object" || Object.keys(value).length <= most) return value;
    context.addIssue({ code: "custom", message: `must have at most ${most} fields` });
    return z.NEVER;
  }, schema);
