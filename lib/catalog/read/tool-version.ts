/** Versions of toolkits, as clients ask for them. */

/** `latest`, one version for all toolkits, or a version by toolkit slug. */
export type ToolkitVersions = string | Record<string, string>;

/** The version that is asked of one toolkit. */
export function versionOf(versions: ToolkitVersions | undefined, toolkitSlug: string): string {
  if (versions === undefined || versions === "") return "latest";
  if (typeof versions === "string") return versions;
  const found = Object.entries(versions).find(([slug]) => slug.toLowerCase() === toolkitSlug)?.[1];
  return found === undefined || found === "" ? "latest" : found;
}
