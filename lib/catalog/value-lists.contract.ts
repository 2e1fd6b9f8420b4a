/** Lists of values for the arguments of a toolkit, for forms that are not those of a tool. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { slug } from "./contract";

/** Arguments whose values a tool of the toolkit lists: how to call it, and what to read in its answer. */
export const ValueListsView = z.record(
  z.string(),
  z.object({
    tool: z.string(),
    with: z.record(z.string(), z.unknown()).optional(),
    /** Arguments whose values the caller gives. */
    needs: z.array(z.string()).optional(),
    /** The path to the list in the answer. */
    items: z.string(),
    /** Paths in an item; without `value`, the items are texts. */
    value: z.string().optional(),
    label: z.string().optional(),
    /** Further arguments that the item sets, with their paths in it. */
    fills: z.record(z.string(), z.string()).optional(),
  }),
);

export const valueListsApi = {
  listValueLists: operation({
    id: "listToolkitValueLists",
    method: "GET",
    path: "/api/v3/internal/patchbay/toolkits/{slug}/value_lists",
    own: true,
    tag: "Toolkits",
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "List the arguments of a toolkit whose values one of its tools lists",
    params: z.object({ slug: slug.toLowerCase() }),
    response: z.object({ lists: ValueListsView }),
  }),
};
