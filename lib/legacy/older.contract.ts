/** What the operations of the API from before version 3 have in common. */
import { z } from "zod";
import { limitQuery } from "@/lib/contract/page";

/** The facts that all of them share. Each also names its `successor`, the operation of today. */
export const OLDER = { auth: "project", tag: "Before version 3", own: true, deprecated: true } as const;

/** Programs ask for 99,999,999 rows and read one page. */
export const MOST_ROWS = 10_000;

const pageNumber = z.preprocess(
  (value) => (value === undefined || value === "" ? 1 : Math.floor(Number(value))),
  z.number("must be a number").min(1).max(MOST_ROWS),
);

/** `page` from 1. Without a size a page holds everything, because the programs read the first page alone. */
export const pageQuery = {
  page: pageNumber.meta({ override: { type: "integer", minimum: 1, default: 1 } }),
  pageSize: limitQuery(MOST_ROWS, MOST_ROWS),
};

/** `{items, totalPages, page}`: the shape of the lists of that generation. */
export const olderPage = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), totalPages: z.number().int(), page: z.number().int() });

export const Success = z.object({ status: z.literal("success") });
export const Deleted = z.object({ status: z.literal("success"), count: z.number().int() });
export const Anything = z.record(z.string(), z.unknown());

/** A schema as the programs require one. */
export const Shape = z.looseObject({ title: z.string(), type: z.string(), properties: Anything });
