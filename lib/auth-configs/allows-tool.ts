/**
 * Whether an auth config allows a tool. Its list can contain a former name of the tool.
 * @param allowed the auth config's list of tools; an empty list allows every tool
 */
export const allowsTool = (
  allowed: readonly string[],
  { slug, aliases }: { slug: string; aliases: readonly string[] },
): boolean => allowed.length === 0 || allowed.includes(slug) || aliases.some((alias) => allowed.includes(alias));
