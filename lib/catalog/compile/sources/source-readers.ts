/** How descriptions are read. */

/**
 * `openapi`: OpenAPI 3 as JSON or YAML. `discovery`: Google's. `typed-openapi`: its declarations in one file. The
 * others read the folder of an SDK for TypeScript: `openapi-generator` made it, it declares a tree of `methods`, it
 * lists `endpoints`, its `clients` have a method for each operation, it has types of answers alone (`named-answers`),
 * it is Stripe's (`stripe`), Fern made it (`fern`), or it checks its answers with `zod`.
 */
export const SOURCE_READERS = [
  "openapi",
  "discovery",
  "openapi-generator",
  "methods",
  "endpoints",
  "clients",
  "typed-openapi",
  "named-answers",
  "stripe",
  "fern",
  "zod",
] as const;
export type SourceReader = (typeof SOURCE_READERS)[number];

/** Whether a source is the folder of an SDK, and not one file. */
export const isSdkReader = (reader: SourceReader): boolean =>
  reader !== "openapi" && reader !== "discovery" && reader !== "typed-openapi";
