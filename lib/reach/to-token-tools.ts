/** The tools of a new browser token, as its maker sent them. */
import { requireTool } from "@/lib/catalog/read/find-tool";
import { ApiError } from "@/lib/kernel/errors";
import { toMetaSlug } from "@/lib/sessions/run-tool";

/**
 * The canonical slugs of the tools, because an alias can mean another tool in another version.
 * @throws ApiError NotFound for a tool that does not exist, Unprocessable for a meta tool
 */
export async function toTokenTools(projectId: string, slugs: readonly string[]): Promise<string[]> {
  const metaTool = slugs.find((slug) => toMetaSlug(slug) !== undefined);
  if (metaTool !== undefined)
    throw new ApiError("Unprocessable", `A browser token cannot execute the meta tool ${metaTool}.`, {
      suggestedFix: "Name tools of toolkits, or create a session with an access key.",
    });
  const tools = await Promise.all(slugs.map((slug) => requireTool(projectId, slug)));
  return [...new Set(tools.map(({ slug }) => slug))];
}
