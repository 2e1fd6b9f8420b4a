/** The single tools of a session that need an approval: by toolkit in the operation, one list in the form. Pure. */
import type { Option } from "@/components/parts/forms/combobox";

type ByToolkit = Readonly<Record<string, readonly string[]>>;
type ToolkitOf = (tool: string) => string;

export const toAskedTools = (tools: ByToolkit | undefined): string[] => [...new Set(Object.values(tools ?? {}).flat())];

/** The toolkit of a tool that was just chosen from suggestions, otherwise that of its slug. */
export const toolkitAmong =
  (options: readonly Option[], toolkitOf: ToolkitOf): ToolkitOf =>
  (tool) =>
    options.find(({ value }) => value === tool)?.toolkit ?? toolkitOf(tool);

/** Tools stay in all the toolkits that they had. `toolkitOf` returns an empty text for an unknown tool. */
export function byToolkit(
  slugs: readonly string[],
  before: ByToolkit | undefined,
  toolkitOf: ToolkitOf,
): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const slug of slugs) {
    const earlier = Object.entries(before ?? {}).flatMap(([toolkit, tools]) => (tools.includes(slug) ? [toolkit] : []));
    for (const toolkit of earlier.length > 0 ? earlier : [toolkitOf(slug)])
      if (toolkit !== "") groups.set(toolkit, [...(groups.get(toolkit) ?? []), slug]);
  }
  return Object.fromEntries(groups);
}
