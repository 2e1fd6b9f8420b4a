/** An earlier answer of the same call, for tools that only read. */
import { z } from "zod";

/** Patchbay's own. */
export const CacheWish = z
  .strictObject({
    max_age_seconds: z
      .number("must be a number of seconds")
      .int("must be a whole number of seconds")
      .min(1, "must be from 1 to 3600")
      .max(3600, "must be from 1 to 3600"),
  })
  .meta({
    id: "CacheWish",
    description:
      "An answer of the same call by the same user and account that is at most so old can come again; " +
      "only of tools that read",
  });
export type CacheWish = z.output<typeof CacheWish>;

/** Of an earlier answer. */
export const Cached = z
  .object({ at: z.iso.datetime(), age_seconds: z.number().int() })
  .meta({ id: "Cached", description: "The answer is an earlier one; the tool did not run" });
export type Cached = z.output<typeof Cached>;
