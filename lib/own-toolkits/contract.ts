/** Toolkits that a project makes itself, from a description of an API or a server: drafts, versions, and their end. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery } from "@/lib/contract/page";
import { MAX_SLUG, SLUG_PREFIX, SOURCE_KINDS } from "./constants";
import { CompileReport, ToolkitAccess, ToolkitSettings } from "./settings.contract";

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

/** The deletion of a toolkit revokes, unlike that of an auth config or an account. */
export const RevokeOnDelete = flagQuery.meta({
  description: "false: the accounts are deleted here only, and their access stays at the provider",
});

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

const count = z.number().int();
const reading = { ...common, permission: "toolkits:read", audit: "none" } as const;

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
  getOwnToolkitUsage: operation({
    ...reading,
    id: "getOwnToolkitUsage",
    method: "GET",
    path: `${base}/usage`,
    summary: "The space that the project's own toolkits take, and how much they may take",
    response: z.object({
      /** Of documents, compressed, with settings and pictures: drafts and all versions. */
      bytes: count,
      most_bytes: count,
      versions: count,
      most_versions: count,
      toolkits: count,
      most_toolkits: count,
      /** The largest first. */
      items: z.array(z.object({ slug: z.string(), bytes: count, versions: count })),
    }),
  }),
  getOwnToolkitCatalogFiles: operation({
    ...reading,
    id: "getOwnToolkitCatalogFiles",
    method: "GET",
    path: `${base}/{slug}/catalog_files`,
    summary: "The draft as files of a folder in toolkits/, from which a server's catalog can be built",
    description: "The slugs of the toolkit and its tools have no custom_ there.",
    params: z.object({ slug: OwnToolkitSlug }),
    response: z.object({
      /** The name that the folder must have. */
      slug: z.string(),
      /** Texts by the names of files. */
      files: z.record(z.string(), z.string()),
    }),
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
    query: z.object({ revoke_on_delete: RevokeOnDelete }),
    response: z.object({
      deleted: z.boolean(),
      revoke_job_ids: z.array(z.string()),
      auth_configs_deleted: z.number().int(),
      connected_accounts_deleted: z.number().int(),
    }),
  }),
};
