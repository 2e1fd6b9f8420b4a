/** The difference between two versions of a toolkit: tools that came, went and changed. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { isEverybodysOrOwn } from "./own-names";
import { TOOL_COLUMNS, toolColumns } from "./toolkit-columns";
import { compareTools, type ToolDiff } from "./compare-tools";
import { requireToolkit } from "./find-toolkits";

export type VersionDiff = ToolDiff & { toolkitSlug: string; from: string; to: string };

/** Everybody's tools or the project's own, never another project's. */
const OF_VERSION = statement({
  name: "catalog.version-tools",
  text: `SELECT ${TOOL_COLUMNS} FROM tool WHERE toolkit_slug = $1 AND version = $2 AND ${isEverybodysOrOwn("$3")} ORDER BY slug`,
  columns: toolColumns,
});

/**
 * Compares two versions of a toolkit. A tool that is gone breaks callers, unless another one has its slug as an alias.
 * @param from absent = the version before `to`
 * @param to absent = the latest
 * @throws ApiError NotFound for an unknown toolkit or version, naming those there are; BadRequest when there is nothing
 *   to compare with
 */
export async function diffVersions(
  projectId: string,
  slug: string,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<VersionDiff> {
  const toolkit = await requireToolkit(projectId, slug);
  const versions = toolkit.availableVersions;
  const requireVersion = (version: string): string => {
    if (version === "latest") return toolkit.version;
    if (versions.includes(version)) return version;
    throw new ApiError("NotFound", `${toolkit.slug} has no version ${JSON.stringify(version)}.`, {
      suggestedFix: `Use one of: ${versions.join(", ")}.`,
    });
  };
  const to = requireVersion(range.to ?? "latest");
  const from = range.from === undefined ? versions[versions.indexOf(to) + 1] : requireVersion(range.from);
  if (from === undefined)
    throw new ApiError(
      "BadRequest",
      `${to} is the first version of ${toolkit.slug}: there is none before it to compare with.`,
      { suggestedFix: `Name two of: ${versions.join(", ")}.` },
    );
  const [before, after] = await Promise.all(
    [from, to].map((version) => rowsOf(OF_VERSION, [toolkit.slug, version, projectId])),
  );
  return { toolkitSlug: toolkit.slug, from, to, ...compareTools(before ?? [], after ?? []) };
}
