/** The form of `toolkits/<slug>/toolkit.yaml` and of the shared files, such as `toolkits/providers.yaml`. */
import { z } from "zod";
import { ApplyRule, AuthField, AuthMode, OAuth1Provider, OAuthProvider, TokenGrant } from "../../toolkit-auth-scheme";
import { CurrentUserEntry } from "../../current-user";
import { PATH_FORMS } from "../../tool-request";
import { DiscoveryEntries } from "../../discovery";
import { AddedChoices } from "./add-choices";
import { AddedMembers } from "./add-members";
import { Basis } from "./basis";
import { ParameterOverlay } from "./parameter-overlay";
import { SourceBodyFact } from "./source-body-fact";
import { isSdkReader, SOURCE_READERS } from "./source-readers";
import type { LogoReference } from "./logo-image";
import { EFFECTS } from "../effects/effects";
import { SLUG_RULES } from "../names/tool-slug";
import { ToolScopes } from "../effects/tool-scopes";
import { BuiltinTool, CompositeTool, HandTool, JsonSchema } from "./hand-tool";

export const ToolSlug = z.string().regex(/^[A-Z0-9_]{3,64}$/, "capital letters, digits and _, 64 at most");
const OperationKey = z.string().regex(/^(GET|PUT|POST|DELETE|PATCH) \/\S*$/, 'write it as "METHOD /path"');

/** A scheme as written in a toolkit: what is left out follows from the mode (`toAuthScheme`). */
const AuthEntry = z.strictObject({
  mode: AuthMode,
  name: z.string().optional(),
  /** Key in toolkits/providers.yaml; required for OAuth modes. */
  provider: z.string().optional(),
  hintUrl: z.url().optional(),
  /** Added to the mode's own fields, or replacing one of the same name. */
  authConfigFields: z.array(AuthField).default([]),
  connectionFields: z.array(AuthField).default([]),
  apply: z.array(ApplyRule).optional(),
  /** Required for OAUTH1. */
  oauth1: OAuth1Provider.optional(),
  /** Required for BASIC_WITH_JWT, BILLCOM_AUTH, CALCOM_AUTH and SERVICE_ACCOUNT; the other modes have their own. */
  grant: TokenGrant.optional(),
  discover: DiscoveryEntries.optional(),
  defaultScopes: z.array(z.string()).default([]),
  availableScopes: z.array(z.string()).default([]),
  baseScopes: z.array(z.string()).optional(),
  actsAs: z.enum(["user"]).optional(),
  defaultUserScopes: z.array(z.string()).default([]),
  availableUserScopes: z.array(z.string()).default([]),
});
export type AuthEntry = z.infer<typeof AuthEntry>;

const MappedTool = z.strictObject({
  operation: OperationKey,
  name: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z.record(z.string(), ParameterOverlay).default({}),
  /** Writes argument names in snake_case; the wire keeps its own. */
  snakeCase: z.boolean().default(false),
  /** When given, only these arguments (names of the description) are offered. */
  only: z.array(z.string()).optional(),
  drop: z.array(z.string()).default([]),
  deprecated: z.boolean().optional(),
  /** Query parameters with fixed values, which callers do not see. */
  fixedQuery: z.record(z.string(), z.string()).default({}),
});
export type MappedTool = z.infer<typeof MappedTool>;

const Source = z
  .strictObject({
    /** Key in sources.yaml, or `kept`: the file is in this repository, below `toolkits/`. */
    package: z.string(),
    /** The package that a kept file was taken from, with its version; shown to people instead. */
    origin: z.string().optional(),
    /** A description, or the folder of an SDK, which ends with a slash. */
    file: z.string(),
    /** The form of the file or the folder: `SOURCE_READERS`. */
    reader: z.enum(SOURCE_READERS).default("openapi"),
    /** For SDKs: schemas of types that are imported from elsewhere. */
    types: z.record(z.string(), JsonSchema).default({}),
    /** For `methods`: those that only read and are sent as GET, by regular expressions on their paths. */
    reads: z.array(z.string()).default([]),
    /** For `stripe`: corrections of the paths that it names, as a regular expression and what replaces it. */
    pathNames: z.record(z.string(), z.string()).default({}),
    license: z.string().optional(),
    licenseUrl: z.url().optional(),
    note: z.string().optional(),
    baseUrl: z.url().optional(),
    slugRule: z.enum(SLUG_RULES).default("summary"),
    /**
     * Regular expressions on "METHOD /path": an operation must match one of `include` (if set) and none of `exclude`.
     */
    include: z.array(z.string()).default([]),
    exclude: z.array(z.string()).default([]),
    /** Operations that no slug of `tools` names: compiled under rule slugs, or left out. */
    rest: z.boolean().default(true),
    /** It gives no tools, but the form of open answers: those of tools with the same method and path. */
    answersOnly: z.boolean().default(false),
    /** For `named-answers`: the names of the types of answers. */
    answers: z.record(OperationKey, z.string()).default({}),
    cap: z.number().int().positive().optional(),
    /** Wire names that no tool of this source offers. */
    dropParameters: z.array(z.string()).default([]),
    /** Beginnings of rule slugs that repeat the toolkit's name or mean nothing: the longest match is removed. */
    dropWords: z
      .array(z.string().regex(/^[A-Z0-9_]+_$/, "capital letters, digits and _, with a _ at the end"))
      .default([]),
    /** Query parameters that every tool of this source sends and no caller sees, for instance an API version. */
    fixedQuery: z.record(z.string(), z.string()).default({}),
    /**
     * Parameter (its wire name) to the field of the connection that fills it if the caller omits it, for instance an
     * account's ID in every path.
     */
    fromConnection: z
      .record(z.string(), z.string().regex(/^[A-Za-z0-9_]+$/, "letters, digits and _: the name of a connection field"))
      .default({}),
    /** Path parameters whose values hold slashes, for instance Google's resource names. */
    multiSegment: z.array(z.string()).default([]),
    /**
     * Request bodies that the description omits or describes wrongly, by a regular expression on "METHOD /path". The
     * first match counts.
     */
    bodies: z.record(z.string(), SourceBodyFact).default({}),
    /** Arguments that the provider takes since, by a regular expression on "METHOD /path". */
    adds: z.record(z.string(), AddedMembers).default({}),
    /** Values that closed lists have since (`AddedChoices`). */
    choices: AddedChoices.default({}),
    /** Operations that look as if they had a body and verifiably have none: regular expressions as in `include`. */
    noBody: z.array(z.string()).default([]),
    /**
     * The object around the members of a JSON body (`data`), which callers leave out: the members are arguments. A body
     * that already contains this object is accepted, too.
     */
    unwrap: z.string().min(1).optional(),
    /** Operations for which the description repeats the filters of a list: regular expressions as in `include`. */
    noQuery: z.array(z.string()).default([]),
    /** Operations that answer a file, where the description has another form: regular expressions as in `include`. */
    files: z.array(z.string()).default([]),
    /** Members that the description requires at every depth, and the provider does not. */
    optional: z.array(z.string()).default([]),
    /** Slug to operation, for names that the rule does not give. */
    tools: z
      .record(ToolSlug, z.union([OperationKey.transform((operation) => MappedTool.parse({ operation })), MappedTool]))
      .default({}),
  })
  .refine(({ file, reader }) => file.endsWith("/") === isSdkReader(reader), {
    path: ["file"],
    error: "an SDK is read from a folder, written with a slash at its end, and a description from a file",
  });
export type ToolkitSource = z.infer<typeof Source>;

/** The form of a `toolkit.yaml`; docs/own-toolkits/catalog.md lists the keys for those who write one. */
export const ToolkitFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  /** Ids of toolkits/categories.yaml. */
  categories: z.array(z.string()).min(1),
  appUrl: z.url().optional(),
  /** An absolute URL; absent = a generated letter avatar. */
  logo: z.url().optional(),
  guideUrl: z.url().optional(),
  /** May hold `{field}` places; one at the beginning stands for a whole origin, as Salesforce's `{instance_url}`. */
  baseUrl: z
    .string()
    .regex(/^(https?:\/\/|\{[A-Za-z0-9_]+\})/, "an http(s) URL, or one that begins with a {field}")
    .optional(),
  /** Further hosts that may receive the credentials, besides those of the base URL and of the tools. */
  hosts: z.array(z.string()).default([]),
  headers: z.record(z.string(), z.string()).default({}),
  /** The source's date and the revision of this file: `20260105_00`. */
  version: z.string().regex(/^\d{8}_\d{2}$/, "write it as YYYYMMDD_NN"),
  basis: Basis.optional(),
  /** Somebody chose and named its tools; lists of toolkits show it before those whose tools are named by rule. */
  curated: z.boolean().default(false),
  auth: z.array(AuthEntry).min(1),
  scopes: ToolScopes.optional(),
  /** How values of path parameters are written, by their wire name. */
  pathForms: z.record(z.string(), z.enum(PATH_FORMS)).default({}),
  currentUser: CurrentUserEntry.optional(),
  sources: z.array(Source).default([]),
  /** Toolkits whose tools are offered here, too, under this toolkit's prefix; the first toolkit with a name wins. */
  mirrors: z.array(z.strictObject({ toolkit: z.string(), exclude: z.array(ToolSlug).default([]) })).default([]),
  tools: z.record(ToolSlug, HandTool).default({}),
  composites: z.record(ToolSlug, CompositeTool).default({}),
  builtins: z.record(ToolSlug, BuiltinTool).default({}),
  /** Offered first; about one tool in ten. */
  important: z.array(ToolSlug).default([]),
  /** Other names of tools: alias to slug. */
  aliases: z.record(ToolSlug, ToolSlug).default({}),
  /** The effects of tools whose words mislead, by slug; `*` applies to all others. */
  effects: z.record(z.union([ToolSlug, z.literal("*")]), z.enum(EFFECTS)).default({}),
});
export type ToolkitFile = z.infer<typeof ToolkitFile>;

/** `toolkits/providers.yaml`: provider key to its OAuth facts. */
export const ProvidersFile = z.record(z.string(), OAuthProvider.omit({ provider: true }));
export type ProvidersFile = z.infer<typeof ProvidersFile>;

/** `toolkits/sources.yaml`: the packages that descriptions are read from, pinned by their integrity hash. */
export const SourcesFile = z.strictObject({
  packages: z.record(
    z.string(),
    z.strictObject({ package: z.string(), version: z.string(), integrity: z.string().startsWith("sha512-") }),
  ),
});
export type SourcesFile = z.infer<typeof SourcesFile>;

/** `toolkits/logos.yaml`: toolkit slug to its icon, written as package/name (`logos/github-icon`). */
export const LogosFile = z.record(
  z.string(),
  z
    .string()
    .regex(/^(logos|simple|cib|lobe|thesvg)\/[a-z0-9-]+$/, "write it as set/name: logos, simple, cib, lobe or thesvg")
    .transform((text) => {
      const [from, name] = text.split("/") as [LogoReference["from"], string];
      return { from, name };
    }),
);
export type LogosFile = z.infer<typeof LogosFile>;

/** `toolkits/popularity.yaml`: what people ask for most. */
export const PopularityFile = z.strictObject({
  /** Slugs, the most used first. */
  toolkits: z.array(z.string()).max(1000),
  /** The most used tools by toolkit, in order. */
  tools: z.record(z.string(), z.array(ToolSlug)).default({}),
});
export type PopularityFile = z.infer<typeof PopularityFile>;

/** `toolkits/categories.yaml`: category id to its name. */
export const CategoriesFile = z.record(z.string(), z.string());
export type CategoriesFile = z.infer<typeof CategoriesFile>;
