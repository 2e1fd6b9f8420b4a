/** Tools that a project adds by hand to a toolkit of the catalog or of its own. They run with its accounts. */
import { z } from "zod";
import { ofFewKeys } from "@/lib/contract/few-keys";
import { operation } from "@/lib/contract/operation";
import { ToolAnswer } from "@/lib/execution/contract";
import { EFFECT_CHOICES } from "../constants";
import { OwnToolkitSlug } from "../contract";
import { ToolkitSettings } from "../settings.contract";

const time = z.iso.datetime();
const base = "/api/v3/internal/patchbay/added_tools";
const common = { own: true, tag: "Own toolkits", auth: "project" } as const;

const ToolSlug = z
  .string()
  .max(64)
  .toUpperCase()
  .regex(/^[A-Z0-9_]{1,64}$/, "must be 1 to 64 letters, digits or _");
const ToolkitSlug = z.string().min(1).max(100).toLowerCase();
const params = z.object({ tool_slug: ToolSlug });

const tool = z.looseObject({}).meta({
  description:
    "One tool, as in the `tools` of an integration.yaml (GET own_toolkits/integration_schema). Its path is behind the toolkit's base URL",
});

const facts = {
  slug: z.string(),
  toolkit_slug: z.string(),
  name: z.string(),
  /** False if the catalog has a tool of this name by now, or the project hides the tool. */
  offered: z.boolean(),
  /** Goes up with each change. */
  revision: z.number().int(),
  created_by: z.string().nullable(),
  created_at: time,
  updated_at: time,
};
const AddedTool = z.object({ ...facts, tool: z.looseObject({}) }).meta({ id: "AddedTool" });

const Problem = z.object({
  path: z.string().meta({ description: "JSON pointer into the tool" }),
  message: z.string(),
  fix: z.string(),
});

const TRIES =
  "The tool is sent to its provider, and the run is in the log with the version draft. " +
  "No program and no agent sees the tool.";

/** The arguments of the run, and the account whose credentials are sent. */
const run = {
  arguments: ofFewKeys(z.record(z.string(), z.unknown()).default({}), 1000),
  connected_account_id: z
    .string()
    .max(500)
    .nullish()
    .meta({ description: "Whose credentials are sent; none are sent without it" }),
  confirmed: z.boolean().default(false).meta({ description: "Needed for a tool that deletes something" }),
};

/** A request that the caller writes is sent with accounts of the toolkit, as through the proxy. */
const WRITTEN_REQUEST = ["proxy_execute:write"] as const;

export const addedToolsApi = {
  listAddedTools: operation({
    ...common,
    id: "listAddedTools",
    method: "GET",
    path: base,
    permission: "toolkits:read",
    audit: "none",
    summary: "List the tools that the project added to toolkits, by slug; there are 500 at most",
    query: z.object({ toolkit_slug: ToolkitSlug.optional() }),
    response: z.object({ items: z.array(z.object(facts)) }),
  }),
  previewAddedTool: operation({
    ...common,
    id: "previewAddedTool",
    method: "POST",
    path: `${base}/preview`,
    permission: "toolkits:write",
    audit: "none",
    summary: "Show a tool as a model will see it, or its problems, without storing it",
    body: z.object({ toolkit_slug: ToolkitSlug, tool }),
    response: z.object({
      base_url: z.string(),
      /** Null if a problem makes it unusable. */
      tool: z
        .object({
          slug: z.string(),
          name: z.string(),
          description: z.string(),
          effect: z.enum(EFFECT_CHOICES).nullable(),
          important: z.boolean(),
          /** About how many its description takes in a model's context. */
          tokens: z.number().int(),
          input_schema: z.unknown(),
          output_schema: z.unknown(),
        })
        .nullable(),
      problems: z.array(Problem),
    }),
  }),
  readGraphqlOperations: operation({
    ...common,
    id: "readGraphqlOperations",
    method: "POST",
    path: `${base}/graphql_operations`,
    permission: "toolkits:write",
    also: WRITTEN_REQUEST,
    audit: "added_tool.introspect",
    summary: "Ask a toolkit's GraphQL endpoint for its operations, each written out as a tool takes it",
    description:
      "The schema is asked for behind the toolkit's base URL. There are at most 1,000 operations with 1 million characters.",
    body: z.object({
      toolkit_slug: ToolkitSlug,
      path: z.string().min(1).max(2_000).default("/graphql"),
      connected_account_id: run.connected_account_id,
    }),
    response: z.object({
      operations: z.array(
        z.object({
          kind: z.enum(["query", "mutation"]),
          field: z.string(),
          name: z.string(),
          description: z.string(),
          deprecated: z.boolean(),
          /** With its arguments as variables, and a bounded selection. */
          document: z.string(),
          variables: z.array(z.looseObject({ name: z.string() })),
          /** The part of the answer that is returned. */
          response: z.string(),
        }),
      ),
      /** How many operations the schema has. */
      total: z.number().int(),
    }),
  }),
  createAddedTool: operation({
    ...common,
    id: "createAddedTool",
    method: "POST",
    path: base,
    permission: "toolkits:write",
    also: WRITTEN_REQUEST,
    audit: "added_tool.create",
    summary: "Add a tool to a toolkit of the catalog or of the project, for this project only",
    description: "It runs with the connected accounts of the toolkit, at the toolkit's base URL.",
    body: z.object({ toolkit_slug: ToolkitSlug, tool }),
    response: AddedTool,
    status: 201,
  }),
  getAddedTool: operation({
    ...common,
    id: "getAddedTool",
    method: "GET",
    path: `${base}/{tool_slug}`,
    permission: "toolkits:read",
    audit: "none",
    summary: "An added tool as it was written",
    params,
    response: AddedTool,
  }),
  replaceAddedTool: operation({
    ...common,
    id: "replaceAddedTool",
    method: "PUT",
    path: `${base}/{tool_slug}`,
    permission: "toolkits:write",
    also: WRITTEN_REQUEST,
    audit: "added_tool.update",
    summary: "Replace an added tool; its slug stays",
    params,
    body: z.object({ tool, expected_revision: z.number().int().min(1).optional() }),
    response: AddedTool,
  }),
  deleteAddedTool: operation({
    ...common,
    id: "deleteAddedTool",
    method: "DELETE",
    path: `${base}/{tool_slug}`,
    permission: "toolkits:write",
    audit: "added_tool.delete",
    summary: "Delete an added tool",
    params,
    response: z.object({ deleted: z.boolean() }),
  }),
  tryOwnToolkit: operation({
    ...common,
    permission: "toolkits:write",
    also: ["tool_execution:write", ...WRITTEN_REQUEST],
    id: "tryOwnToolkit",
    method: "POST",
    path: "/api/v3/internal/patchbay/own_toolkits/{slug}/try",
    audit: "own_toolkit.try",
    summary: "Run one tool of a draft before it is published",
    description: `${TRIES} A draft whose requests go elsewhere runs without the accounts of the published version.`,
    params: z.object({ slug: OwnToolkitSlug }),
    body: z.object({
      ...run,
      tool_slug: z.string().min(1).max(64).toUpperCase(),
      document: z.string().min(1).max(9_000_000).optional().meta({ description: "Default: the stored draft's" }),
      settings: ToolkitSettings.optional().meta({ description: "Default: the stored draft's" }),
    }),
    response: ToolAnswer,
  }),
  tryAddedTool: operation({
    ...common,
    permission: "toolkits:write",
    also: ["tool_execution:write", ...WRITTEN_REQUEST],
    id: "tryAddedTool",
    method: "POST",
    path: `${base}/try`,
    audit: "added_tool.try",
    summary: "Run a tool by hand before it is added to its toolkit",
    description: TRIES,
    body: z.object({
      ...run,
      toolkit_slug: ToolkitSlug,
      tool,
    }),
    response: ToolAnswer,
  }),
};
