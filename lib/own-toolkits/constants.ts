/** Limits of toolkits that projects make, and the names of what they are made from. */

/** What a toolkit is made from. */
export const SOURCE_KINDS = [
  "openapi",
  "swagger",
  "graphql",
  "discovery",
  "mcp",
  "integration",
  "postman",
  "hand",
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The beginning of the slug of every toolkit that a project makes, so that none is hidden by one of the catalog. */
export const SLUG_PREFIX = "custom_";
/** Characters of a slug behind the prefix; with the name of a tool it must fit into 64. */
export const MAX_SLUG = 30;
/** Bytes of a document. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;
/** Bytes of all documents of a project, compressed: drafts, the versions that are kept, and their settings. */
export const MOST_STORED_BYTES = 64 * 1024 * 1024;
/** Versions of all toolkits of a project. */
export const MOST_VERSIONS = 500;
/** Problems of a document that are reported; the others are counted. */
export const MOST_PROBLEMS = 200;
/** The effects of a tool that a person can name. */
export const EFFECT_CHOICES = ["read", "create", "update", "destroy"] as const;
