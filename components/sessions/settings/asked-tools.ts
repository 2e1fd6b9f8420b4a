/** The single tools of a session that need an approval: by toolkit in the operation, one list in the form. Pure. */

type ByToolkit = Readonly<Record<string, readonly string[]>>;

export const toAskedTools = (tools: ByToolkit | undefined): string[] => Object.values(tools ?? {}).flat();

/** `toolkitOf` returns an empty text for an unknown tool, which stays in the toolkit that it had. */
export function byToolkit(
  slugs: readonly string[],
  before: ByToolkit | undefined,
  toolkitOf: (tool: string) => string,
): Record<string, string[]> {
  const earlier = new Map(
    Object.entries(before ?? {}).flatMap(([toolkit, tools]) => tools.map((tool) => [tool, toolkit] as const)),
  );
  const groups = new Map<string, string[]>();
  for (const slug of slugs) {
    const toolkit = earlier.get(slug) ?? toolkitOf(slug);
    if (toolkit !== "") groups.set(toolkit, [...(groups.get(toolkit) ?? []), slug]);
  }
  return Object.fromEntries(groups);
}
