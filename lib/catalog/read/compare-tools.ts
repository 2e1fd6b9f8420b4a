/** The difference between two lists of tools of one toolkit: which came, went and changed. Pure. */
import type { CatalogTool } from "./catalog";
import { diffTools, type FieldChange } from "./diff-tools";

export type NamedTool = { slug: string; name: string };
export type ChangedTool = NamedTool & { breaking: boolean; changes: FieldChange[] };
export type ToolDiff = {
  breaking: boolean;
  added: NamedTool[];
  removed: NamedTool[];
  changed: ChangedTool[];
};

const named = ({ slug, name }: CatalogTool): NamedTool => ({ slug, name });

/** Compares tools by slug. A tool that is gone breaks callers, unless another one has its slug as an alias. */
export function compareTools(before: CatalogTool[], after: CatalogTool[]): ToolDiff {
  const old = new Map(before.map((tool) => [tool.slug, tool]));
  const names = new Set(after.flatMap((tool) => [tool.slug, ...tool.aliases]));
  const added = after.filter((tool) => !old.has(tool.slug)).map(named);
  const removed = before.filter((tool) => !names.has(tool.slug)).map(named);
  const changed = after.flatMap((tool): ChangedTool[] => {
    const previous = old.get(tool.slug);
    const changes = previous ? diffTools(previous, tool) : [];
    return changes.length > 0 ? [{ ...named(tool), breaking: changes.some((change) => change.breaking), changes }] : [];
  });
  return { breaking: removed.length > 0 || changed.some((tool) => tool.breaking), added, removed, changed };
}
