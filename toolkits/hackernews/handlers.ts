/** Hacker News: lists of stories, which are searches with fixed conditions. */
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";

type Listing = { tags?: string; min_points?: number; page?: number; size?: number };

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

export const handlers: ToolHandlers = {
  getFrontPage: (args, tools) => list("/search", args, "front_page", [], tools),
  getLatestPosts: (args: Listing, tools) => list("/search_by_date", args, args.tags ?? "story", [], tools),
  getTodaysPosts: (args, tools) =>
    list("/search_by_date", args, "story", [`created_at_i>${Math.floor(Date.now() / 1000) - DAY_SECONDS}`], tools),
};
