/** The overrides of a project, as every reader of tools applies them. */
import { createHash } from "node:crypto";
import { projectCache } from "@/lib/kernel/database/project-cache";
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { CompiledTool } from "../compiled-toolkit";
import { layOver } from "./lay-over";
import type { ArgumentOverride, LaidOver, ToolOverride } from "./tool-override";

type NamedTool = Pick<CompiledTool, "slug" | "aliases">;
type ReadTool = CompiledTool & { laidOver?: LaidOver };

/** All overrides of one project. */
export class ProjectOverrides {
  /** Slugs of the tools that the project does not offer. */
  readonly hidden: readonly string[];
  /** Slugs of the offered tools whose name or description is the project's. */
  readonly reworded: readonly string[];
  private readonly changed = new WeakMap<object, ReadTool>();

  /**
   * @param state differs whenever one of the overrides does; "" without overrides
   * @param byName by the slug of the tool
   * @param size characters in memory, approximately
   */
  constructor(
    readonly state: string,
    private readonly byName: ReadonlyMap<string, ToolOverride>,
    readonly size: number,
  ) {
    this.reworded = [...byName]
      .filter(([, { hidden, name, description }]) => !hidden && (name ?? description) !== null)
      .map(([slug]) => slug);
    this.hidden = [...byName].filter(([, { hidden }]) => hidden).map(([slug]) => slug);
  }

  /** Whether the tool with this slug has an override. */
  has(slug: string): boolean {
    return this.byName.has(slug);
  }

  /** The override of a tool in any version, whose other names can be the overridden one. */
  private of({ slug, aliases }: NamedTool): ToolOverride | undefined {
    if (this.byName.size === 0) return undefined;
    const direct = this.byName.get(slug);
    if (direct) return direct;
    for (const alias of aliases) {
      const override = this.byName.get(alias);
      if (override) return override;
    }
    return undefined;
  }

  /** The tool as the project offers it; null if it does not. The same tool gives the same object. */
  apply<Tool extends ReadTool>(tool: Tool): Tool | null {
    const override = this.of(tool);
    if (!override) return tool;
    if (override.hidden) return null;
    // Changed already, and given further names since: a second time, its fixed arguments would be gone.
    if (tool.laidOver) return tool;
    const cachedTool = this.changed.get(tool);
    if (cachedTool) return cachedTool as Tool;
    const changed = layOver(tool, override);
    this.changed.set(tool, changed);
    // A changed tool is not changed again.
    this.changed.set(changed, changed);
    return changed;
  }

  /** The tools that the project offers, as it offers them. */
  applyAll<Tool extends ReadTool>(tools: Tool[]): Tool[] {
    return this.byName.size === 0 ? tools : tools.flatMap((tool) => this.apply(tool) ?? []);
  }
}

const OF_PROJECT = statement({
  name: "catalog.overrides",
  text: `SELECT tool_slug AS "toolSlug", name, description, hidden, arguments, updated_at AS "updatedAt",
      ARRAY(SELECT slug FROM tool WHERE is_latest AND aliases @> ARRAY[changed.tool_slug]
          AND (tool.project_id IS NULL OR tool.project_id = $1)
        UNION SELECT former FROM tool, unnest(aliases) AS former
        WHERE is_latest AND slug = changed.tool_slug AND (tool.project_id IS NULL OR tool.project_id = $1)
          AND NOT EXISTS (SELECT FROM tool AS other WHERE other.is_latest AND other.slug = former
            AND (other.project_id IS NULL OR other.project_id = $1))) AS "otherNames"
    FROM tool_override AS changed WHERE project_id = $1 ORDER BY tool_slug`,
  columns: {
    toolSlug: "text",
    name: "text?",
    description: "text?",
    hidden: "bool",
    arguments: narrowed<Record<string, ArgumentOverride>>()("json"),
    updatedAt: "timestamptz",
    otherNames: "text[]",
  },
});

/**
 * The rows of a project, in the order of slugs. `otherNames`: the tool's name in a newer catalog, and its names in
 * earlier versions, which do not know the later one.
 */
export const readOverrides = (projectId: string) => rowsOf(OF_PROJECT, [projectId]);

async function loadOverrides(projectId: string): Promise<ProjectOverrides> {
  const rows = await readOverrides(projectId);
  // A new object each time: who compares it notices a change that was undone.
  if (rows.length === 0) return new ProjectOverrides("", new Map(), 0);
  const text = JSON.stringify(rows);
  const state = createHash("sha256").update(text).digest("base64");
  const byName = new Map<string, ToolOverride>();
  for (const row of rows) for (const slug of row.otherNames) byName.set(slug, row);
  for (const row of rows) byName.set(row.toolSlug, row);
  return new ProjectOverrides(state, byName, text.length);
}

/** Carries the IDs of projects whose overrides changed. */
export const CHANNEL = "patchbay_overrides";
const MOST_CHARACTERS = 32 * 1024 * 1024;

const cache = projectCache<ProjectOverrides>({
  name: "catalog.overrides",
  channel: CHANNEL,
  load: loadOverrides,
  size: { most: MOST_CHARACTERS, of: ({ size }) => size + 1 },
});

/** Notifies all copies, when `tx` commits, that the project's overrides changed. */
export const announceOverrides = cache.announce;

/** The project's overrides, cached: every reader of tools asks for them. */
export const overridesOf = cache.valueOf;
