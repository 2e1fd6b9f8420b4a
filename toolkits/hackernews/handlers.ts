/** Hacker News: lists of stories, which are searches with fixed conditions, and one item with bounded comments. */
import { cutText } from "@/lib/catalog/cut-text";
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";

type Listing = { tags?: string | string[]; min_points?: number; page?: number; size?: number };
type Bounds = { max_depth?: number; max_children?: number; truncate_text?: boolean };
type Item = { text?: string | null; children?: Item[] } & Record<string, unknown>;

const CUT_CHARACTERS = 500;

const DAY_SECONDS = 24 * 60 * 60;

async function list(
  path: string,
  args: Listing,
  tags: string,
  conditions: string[],
  { call }: HandlerTools,
): Promise<Record<string, unknown>> {
  const numeric = [...conditions, ...(args.min_points ? [`points>=${args.min_points}`] : [])];
  const answer = await call({
    method: "GET",
    path,
    query: {
      tags,
      page: args.page ?? 0,
      hitsPerPage: args.size ?? 30,
      ...(numeric.length > 0 ? { numericFilters: numeric.join(",") } : {}),
    },
  });
  return answer.data as Record<string, unknown>;
}

function cut(text: string): string {
  const { part, next } = cutText(text, 0, CUT_CHARACTERS);
  return next === undefined ? text : `${part}…`;
}

/** Cuts the tree level by level, since the provider takes no bounds and answers whole threads. Changes the item. */
function boundTree(
  item: Item,
  { max_depth: maxDepth = Infinity, max_children: most, truncate_text: cuts }: Bounds,
): Item {
  let level = [item];
  for (let depth = 0; level.length > 0; depth++) {
    for (const entry of level) {
      if (cuts && typeof entry.text === "string") entry.text = cut(entry.text);
      entry.children = depth >= maxDepth ? [] : (entry.children ?? []).slice(0, most);
    }
    level = level.flatMap(({ children }) => children ?? []);
  }
  return item;
}

export const handlers: ToolHandlers = {
  getItem: async ({ item_id: id, ...bounds }: Bounds & { item_id?: string }, { call }) => {
    const { data } = await call({ method: "GET", path: `/items/${encodeURIComponent(id ?? "")}` });
    return boundTree(data as Item, bounds);
  },
  getFrontPage: (args, tools) => list("/search", args, "front_page", [], tools),
  getLatestPosts: (args: Listing, tools) =>
    list("/search_by_date", args, [args.tags ?? "story"].flat().join(","), [], tools),
  getTodaysPosts: (args, tools) =>
    list("/search_by_date", args, "story", [`created_at_i>${Math.floor(Date.now() / 1000) - DAY_SECONDS}`], tools),
};
