/**
 * Details of one tool or toolkit, and lists that no page shows. They are apart from the other lists, so that pages load
 * only what they need.
 */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, limitQuery, page } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";
import { slug, toolkitFilter, ToolkitItem } from "./contract";
import { ValueListsView } from "./value-lists.contract";

/**
 * `method` and `url` are absent if the toolkit's own code runs the tool (`handler`), because it can send several
 * requests.
 */
const ToolRequestView = z
  .object({
    tool_slug: z.string(),
    version: z.string(),
    handler: z.literal(true).optional(),
    method: z.string().optional(),
    /** Absolute; `{name}` stands for a path parameter, or for a variable of the host that the connection fills. */
    url: z.string().optional(),
    /** Fixed headers. */
    headers: z.record(z.string(), z.string()),
    /** `key` is the argument's name, `name` the name on the wire. */
    parameters: z.array(
      z.object({ name: z.string(), key: z.string(), in: z.enum(["path", "query", "header"]), required: z.boolean() }),
    ),
    /** `flat`: an object of `fields`; otherwise the whole body is the argument `key`. */
    body: z
      .object({
        content_type: z.string(),
        mode: z.enum(["flat", "json", "form", "text", "file"]),
        key: z.string().optional(),
        /** The object that the fields stand in on the wire. */
        wrap: z.string().optional(),
        fields: z.array(z.object({ key: z.string(), name: z.string(), required: z.boolean() })).optional(),
      })
      .optional(),
    /** Further names that arguments can have. `to` is the path to their place, null for names without effect. */
    other_names: z.array(z.object({ name: z.string(), to: z.string().nullable() })),
    lists: ValueListsView,
    /** How the credentials go in, by scheme: `Authorization: Bearer <access_token>`. */
    authentication: z.array(
      z.object({ mode: z.string(), in: z.enum(["header", "query", "cookie"]), name: z.string(), value: z.string() }),
    ),
    /** Descriptions that the toolkit's tools were compiled from. */
    sources: z.array(z.object({ name: z.string(), license: z.string().optional(), url: z.string().optional() })),
    scopes: z.array(z.string()),
  })
  .meta({ id: "ToolRequest" });

const NamedTool = z.object({ slug: z.string(), name: z.string() });

/** `breaking`: code written for the older version can fail. */
const VersionDiff = z
  .object({
    toolkit_slug: z.string(),
    from: z.string(),
    to: z.string(),
    breaking: z.boolean(),
    added: z.array(NamedTool),
    removed: z.array(NamedTool),
    changed: z.array(
      NamedTool.extend({
        breaking: z.boolean(),
        changes: z.array(z.object({ path: z.string(), text: z.string(), breaking: z.boolean() })),
      }),
    ),
  })
  .meta({ id: "ToolkitVersionDiff" });

export const catalogDetailsApi = {
  listToolkitsBySlugs: operation({
    id: "postToolkitsMulti",
    method: "POST",
    path: "/api/v3/toolkits/multi",
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "List the toolkits with the given slugs",
    body: z.object({
      toolkits: z.array(slug).max(1000).optional(),
      ...toolkitFilter,
      limit: limitQuery(),
      cursor: cursorQuery,
    }),
    response: page(ToolkitItem),
  }),
  listToolSlugs: operation({
    id: "getToolsEnum",
    method: "GET",
    path: "/api/v3/tools/enum",
    tag: "Tools",
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "List the slugs of all tools",
    response: z.array(z.string()),
  }),
  listChangelog: operation({
    id: "getToolkitsChangelog",
    method: "GET",
    path: "/api/v3/toolkits/changelog",
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "List the versions of all toolkits",
    response: z.object({
      items: z.array(
        z.object({
          slug: z.string(),
          name: z.string(),
          display_name: z.string(),
          versions: z.array(z.object({ version: z.string(), changelog: z.string() })),
        }),
      ),
    }),
  }),
  getToolRequest: operation({
    id: "getToolRequest",
    method: "GET",
    path: "/api/v3/internal/patchbay/tools/{slug}/request",
    own: true,
    tag: "Tools",
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "Get a tool's underlying HTTP request, without credentials",
    params: z.object({ slug: slug.toUpperCase() }),
    query: z.object({ version: z.string().max(MAX_ID).optional() }),
    response: ToolRequestView,
  }),
  getVersionDiff: operation({
    id: "getToolkitVersionDiff",
    method: "GET",
    path: "/api/v3/internal/patchbay/toolkits/{slug}/versions/diff",
    own: true,
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "Compare two versions of a toolkit: tools added, removed and changed, and what breaks callers",
    params: z.object({ slug: slug.toLowerCase() }),
    query: z.object({
      from: z.string().max(50).optional().meta({ description: "The older version; the one before `to` when absent" }),
      to: z.string().max(50).optional().meta({ description: "The newer version; the latest when absent" }),
    }),
    response: VersionDiff,
  }),
  getToolkitLogo: operation({
    id: "getToolkitLogo",
    method: "GET",
    path: "/logos/{slug}",
    own: true,
    tag: "Toolkits",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "A toolkit's logo as an SVG image",
    params: z.object({ slug: slug.toLowerCase() }),
    response: z.string(),
  }),
};
