/** Checks calls of an existing program against the tools of a project; runs none of them. */
import { nearestSlugs } from "@/lib/catalog/read/nearest";
import { findTool, findEveryUsersSlugs } from "@/lib/catalog/read/find-tool";
import { MAX_CALLS } from "./constants";
import { judgeCalls, type CheckedCalls, type FoundTool } from "./judge-calls";
import { readCalls } from "./read-calls";

/** Names like these are looked for this often: each look goes through all tools. */
const MAX_LOOKS = 5;
const NAMES_SHOWN = 3;

/** @throws ApiError as `readCalls` */
export async function checkCalls(projectId: string, { text }: { text: string }): Promise<CheckedCalls> {
  let looks = 0;
  return judgeCalls(readCalls(text, MAX_CALLS), async (slug): Promise<FoundTool> => {
    const tool = await findTool(projectId, slug);
    if (tool) return { tool };
    const near = ++looks > MAX_LOOKS ? [] : nearestSlugs(slug, await findEveryUsersSlugs(projectId), NAMES_SHOWN);
    return { problem: `There is no tool ${slug}.${near.length > 0 ? ` Similar: ${near.join(", ")}.` : ""}` };
  });
}
