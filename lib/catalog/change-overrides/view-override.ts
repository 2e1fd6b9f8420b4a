/** Overrides as the API shows them: the tool as it is described, next to the tool that the project offers. */
import type { z } from "zod";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import type { overridesApi } from "../overrides/contract";
import { layOver } from "../overrides/lay-over";
import { readOverrides } from "../overrides/project-overrides";
import type { ToolOverride } from "../overrides/tool-override";
import type { CatalogTool } from "../read/catalog";
import { findOriginalTool } from "../read/find-tool";

type View = z.input<typeof overridesApi.getToolOverride.response>;
type Summary = z.input<typeof overridesApi.listToolOverrides.response>["items"][number];

const toFace = ({ name, description, inputSchema }: Pick<CatalogTool, "name" | "description" | "inputSchema">) => ({
  name,
  description,
  input_parameters: inputSchema,
  about_tokens: aboutTokens([name, description, inputSchema]),
});

/** Without the values of fixed arguments. */
const hideFixed = (changes: ToolOverride["arguments"]): NonNullable<View["override"]>["arguments"] =>
  Object.fromEntries(
    Object.entries(changes).map(([name, { fixed: _, ...change }]) => [
      name,
      "fixed" in (changes[name] ?? {}) ? { ...change, is_fixed: true } : change,
    ]),
  );

/**
 * The tool next to the project's form of it, read from the database.
 * @param seesFixed whether the caller may change tools; nobody else sees the values of fixed arguments
 */
export async function viewOverride(projectId: string, tool: CatalogTool, seesFixed: boolean): Promise<View> {
  const rows = await readOverrides(projectId);
  const row =
    rows.find(({ toolSlug }) => toolSlug === tool.slug) ?? rows.find(({ toolSlug }) => tool.aliases.includes(toolSlug));
  const original = toFace(tool);
  return {
    tool_slug: tool.slug,
    toolkit_slug: tool.toolkitSlug,
    override: row
      ? {
          name: row.name,
          description: row.description,
          hidden: row.hidden,
          arguments: seesFixed ? row.arguments : hideFixed(row.arguments),
          updated_at: row.updatedAt.toISOString(),
        }
      : null,
    original,
    offered: row?.hidden ? null : row ? toFace(layOver(tool, row)) : original,
    problems: Object.keys(row?.arguments ?? {})
      .filter((name) => !Object.hasOwn(tool.inputSchema.properties, name))
      .map((name) => `${name}: ${tool.slug} has no such argument any more, so its change has no effect.`),
  };
}

function changesOf({ name, description, arguments: changes }: ToolOverride): Summary["changes"] {
  const values = Object.values(changes);
  return [
    ...(name === null ? [] : (["name"] as const)),
    ...(description === null ? [] : (["description"] as const)),
    ...(values.some((change) => "fixed" in change) ? (["fixed"] as const) : []),
    ...(values.some((change) => change.default !== undefined) ? (["default"] as const) : []),
    ...(values.some((change) => change.enum !== undefined) ? (["values"] as const) : []),
  ];
}

/** Every changed tool of the project, in the order of slugs. */
export async function listOverrides(projectId: string): Promise<Summary[]> {
  const rows = await readOverrides(projectId);
  const items: Summary[] = [];
  for (const row of rows) {
    const tool = await findOriginalTool(projectId, row.toolSlug);
    items.push({
      tool_slug: row.toolSlug,
      toolkit_slug: tool?.toolkitSlug ?? null,
      name: row.name ?? tool?.name ?? row.toolSlug,
      hidden: row.hidden,
      changes: changesOf(row),
      updated_at: row.updatedAt.toISOString(),
    });
  }
  return items;
}
