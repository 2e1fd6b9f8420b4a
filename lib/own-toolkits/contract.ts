/** Toolkits that a project makes itself, from a description of an API or a server: drafts, versions, and their end. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_SLUG, SLUG_PREFIX, SOURCE_KINDS } from "./constants";

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

export const ownToolkitsApi = {
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
