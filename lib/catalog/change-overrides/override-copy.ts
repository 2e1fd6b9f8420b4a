/** What a project has changed about tools, as it is copied to another project. */
import { isDeepStrictEqual } from "node:util";
import type { Db } from "@/lib/kernel/database/db";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { readOverrides } from "../overrides/project-overrides";
import type { ToolOverride } from "../overrides/tool-override";
import type { CatalogTool } from "../read/catalog";
import { checkOverride } from "./check-override";
import { requireOriginalTool, storeOverride } from "./put-override";

export type OverrideCopy = ToolOverride & { toolSlug: string };
export type CheckedOverride = { tool: CatalogTool; override: ToolOverride; change: StoredCopy["change"] };

const toOverride = ({ name, description, hidden, arguments: changes }: ToolOverride): ToolOverride => ({
  ...{ name, description, hidden, arguments: changes },
});

/** In the order of the tools' slugs. */
export const findOverrideCopies = async (projectId: string): Promise<OverrideCopy[]> =>
  (await readOverrides(projectId)).map((row) => ({ toolSlug: row.toolSlug, ...toOverride(row) }));

/** @throws ApiError NotFound for an unknown tool, BadRequest for changes that it does not take */
export async function checkOverrideCopy(projectId: string, copy: OverrideCopy): Promise<CheckedOverride> {
  const tool = await requireOriginalTool(projectId, copy.toolSlug);
  const override = toOverride(copy);
  checkOverride(tool, override);
  const row = (await readOverrides(projectId)).find(({ toolSlug }) => [tool.slug, ...tool.aliases].includes(toolSlug));
  const change = !row ? "created" : isDeepStrictEqual(toOverride(row), override) ? "unchanged" : "updated";
  return { tool, override, change };
}

/** @throws ApiError BadRequest for too many changed tools */
export const storeOverrideCopy = (
  tx: Db,
  projectId: string,
  { tool, override, change }: CheckedOverride,
): Promise<void> => (change === "unchanged" ? Promise.resolve() : storeOverride(tx, projectId, tool, override));
