/** The changes of single tools by a project: their texts, their arguments, and whether the project offers them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";

/** Read together for each project that uses tools, so they are few and short. */
export const MOST_OVERRIDES = 500;
export const MAX_NAME_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 10_000;
/** Of all changed arguments of a tool, as JSON text. */
export const MAX_ARGUMENTS_LENGTH = 20_000;
/** Of all descriptions and changed arguments of a project. */
export const MAX_OVERRIDES_LENGTH = 2_000_000;
export const MAX_CHANGED_ARGUMENTS = 100;
export const MAX_ENUM_VALUES = 200;

const shared = { own: true, tag: "Tools", auth: "project" } as const;
const path = "/api/v3/internal/patchbay/tools/{slug}/override" as const;
const params = z.object({ slug: z.string().min(1).max(MAX_ID) });

const ArgumentChange = z.object({
  fixed: z.unknown().optional().meta({ description: "Sent with every call; callers neither see nor choose it" }),
  default: z.unknown().optional().meta({ description: "Sent if a call leaves the argument out" }),
  enum: z.array(z.unknown()).min(1).max(MAX_ENUM_VALUES).optional().meta({ description: "The values that are left" }),
});

const arguments_ = z
  .record(z.string().min(1).max(MAX_ID), ArgumentChange)
  .refine((changes) => Object.keys(changes).length <= MAX_CHANGED_ARGUMENTS, `at most ${MAX_CHANGED_ARGUMENTS}`);

const ToolFace = z.object({
  name: z.string(),
  description: z.string(),
  input_parameters: z.record(z.string(), z.unknown()),
  /** Of name, description and arguments, as a model reads them. */
  about_tokens: z.number().int(),
});

const ToolOverride = z
  .object({
    tool_slug: z.string(),
    toolkit_slug: z.string(),
    /** Null if the project has changed nothing. */
    override: z
      .object({
        name: z.string().nullable(),
        description: z.string().nullable(),
        hidden: z.boolean(),
        arguments: z.record(
          z.string(),
          ArgumentChange.extend({
            is_fixed: z.boolean().optional().meta({
              description: "The argument is fixed, and the caller may not change tools: the value is not shown",
            }),
          }),
        ),
        updated_at: z.iso.datetime(),
      })
      .nullable(),
    /** As the toolkit describes the tool. */
    original: ToolFace,
    /** As callers of this project see it; null if it is hidden. */
    offered: ToolFace.nullable(),
    /** Changes that have no effect, as the tool no longer has the argument. */
    problems: z.array(z.string()),
  })
  .meta({ id: "ToolOverride" });

const OverrideSummary = z
  .object({
    tool_slug: z.string(),
    /** Null if no toolkit has the tool any more. */
    toolkit_slug: z.string().nullable(),
    name: z.string(),
    hidden: z.boolean(),
    /** The kinds of changes. */
    changes: z.array(z.enum(["name", "description", "fixed", "default", "values"])),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "ListedToolOverride" });

export const overridesApi = {
  listToolOverrides: operation({
    ...shared,
    id: "listToolOverrides",
    method: "GET",
    path: "/api/v3/internal/patchbay/tool_overrides",
    permission: "tools:read",
    audit: "none",
    summary: `List the tools that the project has changed, at most ${MOST_OVERRIDES}, in the order of their slugs`,
    response: z.object({ items: z.array(OverrideSummary) }),
  }),
  getToolOverride: operation({
    ...shared,
    id: "getToolOverride",
    method: "GET",
    path,
    permission: "tools:read",
    audit: "none",
    summary: "Get a tool as its toolkit describes it, and as the project offers it",
    params,
    response: ToolOverride,
  }),
  putToolOverride: operation({
    ...shared,
    id: "putToolOverride",
    method: "PUT",
    path,
    permission: "tools:write",
    audit: "tool_override.update",
    summary: "Change a tool for this project: its texts, its arguments, or hide it",
    description:
      "Replaces an earlier change of the tool. It holds in the API, in sessions, at MCP servers and in searches, in all " +
      "versions of the tool.",
    params,
    body: z.object({
      name: z.string().trim().min(1).max(MAX_NAME_LENGTH).nullish(),
      description: z.string().trim().min(1).max(MAX_DESCRIPTION_LENGTH).nullish(),
      hidden: z.boolean().default(false),
      arguments: arguments_.default({}),
    }),
    response: ToolOverride,
  }),
  deleteToolOverride: operation({
    ...shared,
    id: "deleteToolOverride",
    method: "DELETE",
    path,
    permission: "tools:write",
    audit: "tool_override.delete",
    summary: "Give a tool back as its toolkit describes it",
    params,
    response: z.object({ deleted: z.boolean() }),
  }),
};
