/** Toolkits that a project makes itself, from a description of an API or a server: drafts, versions, and their end. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { EFFECT_CHOICES, MAX_SLUG, SLUG_PREFIX, SOURCE_KINDS } from "./constants";
import { ToolkitAccess, ToolkitSettings } from "./settings.contract";

const time = z.iso.datetime();
const tag = "Own toolkits";
const base = "/api/v3/internal/patchbay/own_toolkits";
const common = { own: true, tag, auth: "project" } as const;

export const OwnToolkitSlug = z
  .string()
  .max(SLUG_PREFIX.length + MAX_SLUG)
  .toLowerCase()
  .regex(/^custom_[a-z0-9_]{1,30}$/, "must be custom_ and 1 to 30 letters, digits or _");
const params = z.object({ slug: OwnToolkitSlug });

/** Facts of the last compilation: how many tools and problems, and how it differs from the version before. */
const Summary = z
  .object({
    tools: z.number().int(),
    problems: z.number().int(),
    added: z.number().int(),
    removed: z.number().int(),
    changed: z.number().int(),
    breaking: z.boolean(),
  })
  .partial()
  .meta({ id: "OwnToolkitSummary" });
export type Summary = z.infer<typeof Summary>;

export const OwnToolkit = z
  .object({
    slug: z.string(),
    name: z.string(),
    kind: z.enum(SOURCE_KINDS),
    /** Where the document or the server is; null for a text that was sent. */
    url: z.string().nullable(),
    source_bytes: z.number().int(),
    /** `all`, or the ID of the only user for whom it is. */
    access: z.string(),
    /** draft: has changes that are not published. */
    state: z.enum(["draft", "published"]),
    /** The published version that is the latest; null before the first. */
    version: z.string().nullable(),
    /** Goes up with each change of the draft. */
    revision: z.number().int(),
    summary: Summary,
    created_by: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "OwnToolkit" });

const OwnToolkitVersion = z
  .object({
    version: z.string(),
    is_latest: z.boolean(),
    summary: Summary,
    created_by: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: "OwnToolkitVersion" });

/** A document, in one of three ways. */
const source = {
  document: z
    .string()
    .min(1, "must not be empty")
    .max(9_000_000, "must have at most 9,000,000 characters; upload a larger one as a file")
    .optional()
    .meta({ description: "The text of the document, JSON or YAML. What it is, is found by its content" }),
  file: z.string().min(1).max(1_000).optional().meta({ description: "The key of an uploaded file, at most 20 MB" }),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .meta({ description: "Where the document is fetched, once" }),
};
const settings = ToolkitSettings.optional().meta({ description: "Choices of tools, and texts over the document's" });

const Problem = z.object({
  path: z.string().meta({ description: "JSON pointer to the place" }),
  message: z.string(),
  fix: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  fatal: z.boolean(),
});

const ReportedTool = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  operation: z.string().nullable(),
  effect: z.enum(EFFECT_CHOICES).nullable(),
  important: z.boolean(),
  deprecated: z.boolean(),
  /** About how many its description takes in a model's context. */
  tokens: z.number().int(),
  /** From 0 to 100. */
  score: z.number().int(),
  /** Why the score is not 100. */
  reasons: z.array(z.string()),
  input_schema: z.unknown().optional(),
  output_schema: z.unknown().optional(),
});

const NamedTool = z.object({ slug: z.string(), name: z.string() });
const Change = z.object({ path: z.string(), text: z.string(), breaking: z.boolean() });

export const CompileReport = z
  .object({
    slug: z.string(),
    kind: z.enum(SOURCE_KINDS).nullable(),
    name: z.string(),
    description: z.string(),
    base_url: z.string().nullable(),
    logo: z.string().nullable(),
    app_url: z.string().nullable(),
    /** How many the document describes. */
    operations: z.number().int(),
    auth_schemes: z.array(
      z.object({
        mode: z.string(),
        name: z.string(),
        auth_config_fields: z.array(z.string()),
        connection_fields: z.array(
          z.object({ name: z.string(), display_name: z.string(), required: z.boolean(), description: z.string() }),
        ),
        scopes: z.array(z.string()),
        authorization_url: z.string().optional(),
        token_url: z.string().optional(),
      }),
    ),
    tools: z.array(ReportedTool),
    /** The first 200. */
    problems: z.array(Problem),
    problem_count: z.number().int(),
    /** Against the published version; null before the first. */
    diff: z
      .object({
        breaking: z.boolean(),
        added: z.array(NamedTool),
        removed: z.array(NamedTool),
        changed: z.array(NamedTool.extend({ breaking: z.boolean(), changes: z.array(Change) })),
      })
      .nullable(),
  })
  .meta({ id: "CompileReport" });

export const ownToolkitsApi = {
  previewOwnToolkit: operation({
    ...common,
    id: "previewOwnToolkit",
    method: "POST",
    path: `${base}/preview`,
    permission: "toolkits:write",
    audit: "none",
    summary: "Compile a document without storing it: tools, auth schemes, problems with lines, differences",
    body: z.object({
      slug: OwnToolkitSlug.optional().meta({
        description: "A toolkit whose draft is compiled where no document is sent",
      }),
      ...source,
      settings,
      schemas_of: z
        .array(z.string().max(100))
        .max(50)
        .optional()
        .meta({ description: "Tools shown with their schemas" }),
    }),
    response: CompileReport,
  }),
  getIntegrationSchema: operation({
    ...common,
    id: "getIntegrationSchema",
    method: "GET",
    path: `${base}/integration_schema`,
    permission: "toolkits:read",
    audit: "none",
    summary: "The JSON Schema of an integration.yaml and of tools in it, for editors",
    response: z.looseObject({}),
  }),
  createOwnToolkit: operation({
    ...common,
    id: "createOwnToolkit",
    method: "POST",
    path: base,
    permission: "toolkits:write",
    audit: "own_toolkit.create",
    summary: "Keep a document as the draft of a new toolkit; its tools exist once it is published",
    body: z.object({
      slug: OwnToolkitSlug.optional().meta({ description: "Default: made from the name" }),
      ...source,
      settings,
      access: ToolkitAccess,
    }),
    response: OwnToolkit,
    status: 201,
  }),
  updateOwnToolkit: operation({
    ...common,
    id: "updateOwnToolkit",
    method: "PATCH",
    path: `${base}/{slug}`,
    permission: "toolkits:write",
    audit: "own_toolkit.update",
    summary: "Change the draft of a toolkit: its document, its settings, or both",
    description: "What is left out stays. Where somebody has changed it since the expected revision, it is a 409.",
    params,
    body: z.object({ ...source, settings, expected_revision: z.number().int().min(1).optional() }),
    response: OwnToolkit,
  }),
  publishOwnToolkit: operation({
    ...common,
    id: "publishOwnToolkit",
    method: "POST",
    path: `${base}/{slug}/publish`,
    permission: "toolkits:write",
    audit: "own_toolkit.publish",
    summary: "Publish the draft as the next version; the same content as the latest version's makes none",
    params,
    response: z.object({ toolkit: OwnToolkit, version: z.string(), changed: z.boolean() }),
  }),
  rollBackOwnToolkit: operation({
    ...common,
    id: "rollBackOwnToolkit",
    method: "POST",
    path: `${base}/{slug}/roll_back`,
    permission: "toolkits:write",
    audit: "own_toolkit.roll_back",
    summary: "Make an earlier version the latest again, and its document the draft",
    params,
    body: z.object({ version: z.string().min(1).max(50) }),
    response: OwnToolkit,
  }),
  getOwnToolkitSource: operation({
    ...common,
    id: "getOwnToolkitSource",
    method: "GET",
    path: `${base}/{slug}/source`,
    permission: "toolkits:read",
    audit: "none",
    summary: "The document and the settings of the draft",
    params,
    response: z.object({ document: z.string().nullable(), settings: z.looseObject({}), revision: z.number().int() }),
  }),
  listOwnToolkits: operation({
    ...common,
    id: "listOwnToolkits",
    method: "GET",
    path: base,
    permission: "toolkits:read",
    audit: "none",
    summary: "List the project's own toolkits by name, with their drafts; there are 100 at most",
    response: z.object({ items: z.array(OwnToolkit) }),
  }),
  getOwnToolkit: operation({
    ...common,
    id: "getOwnToolkit",
    method: "GET",
    path: `${base}/{slug}`,
    permission: "toolkits:read",
    audit: "none",
    summary: "One of the project's own toolkits",
    params,
    response: OwnToolkit,
  }),
  listOwnToolkitVersions: operation({
    ...common,
    id: "listOwnToolkitVersions",
    method: "GET",
    path: `${base}/{slug}/versions`,
    permission: "toolkits:read",
    audit: "none",
    summary: "The published versions that are kept, newest first, with what each changed",
    params,
    response: z.object({ items: z.array(OwnToolkitVersion) }),
  }),
  deleteOwnToolkit: operation({
    ...common,
    id: "deleteOwnToolkit",
    method: "DELETE",
    path: `${base}/{slug}`,
    permission: "toolkits:write",
    audit: "own_toolkit.delete",
    summary: "Delete a toolkit with its versions, auth configs and connected accounts, which are revoked",
    params,
    response: z.object({
      deleted: z.boolean(),
      revoke_job_ids: z.array(z.string()),
      auth_configs_deleted: z.number().int(),
      connected_accounts_deleted: z.number().int(),
    }),
  }),
};
