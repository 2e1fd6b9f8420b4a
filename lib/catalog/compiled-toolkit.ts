/** The result of compiling a toolkit: everything the database stores about it, independent of files. */
import type { ToolkitAuthScheme } from "./toolkit-auth-scheme";
import type { CurrentUserRules } from "./current-user";
import type { RefusalRules } from "./refusals-file";
import type { ToolRun } from "./tool-request";
import type { RootSchema } from "./tool-schema";

export type CompiledTool = {
  slug: string;
  name: string;
  description: string;
  tags: string[];
  scopes: string[];
  inputSchema: RootSchema;
  outputSchema: RootSchema;
  run: ToolRun;
  important: boolean;
  deprecated: boolean;
  aliases: string[];
};

/** Where a toolkit's operations come from; shown to people with the toolkit. */
export type Attribution = { package: string; file: string; license?: string; licenseUrl?: string; note?: string };

/** What the tools stand for: the API's version, the day of its description, its origin, and the last check by hand. */
export type ToolkitBasis = {
  api?: string | undefined;
  date: string;
  from?: string | undefined;
  checked?: string | undefined;
};

export type ToolkitMeta = {
  guideUrl?: string;
  /** Hosts that may receive the account's credentials. */
  hosts: string[];
  /** Only of toolkits that a project made from a document: where requests of its tools go, with the places. */
  origins?: string[];
  /** Fixed headers of every request to this toolkit. */
  headers: Record<string, string>;
  currentUserMethod?: string;
  currentUser?: CurrentUserRules;
  /** Answers that mean a failure, or an ended token, despite their status. */
  refusals?: RefusalRules;
  attribution: Attribution[];
  /** The only user of the project for whom it is. */
  onlyUser?: string;
  /** Absent in toolkits that a project made. */
  basis?: ToolkitBasis;
};

/** When a version of a toolkit became the latest of this server. */
export type ToolkitVersionSince = { version: string; since: string };

/** The largest place that a toolkit can have among all by use. */
export const MAX_POPULARITY = 2 ** 14 - 1;

export type CompiledToolkit = {
  slug: string;
  name: string;
  description: string;
  logo?: string;
  appUrl?: string;
  baseUrl?: string;
  categories: string[];
  authSchemes: ToolkitAuthScheme[];
  noAuth: boolean;
  version: string;
  /** Its place among all toolkits by use, 0 for the most used. */
  popularity: number;
  currentUserEndpoint?: string;
  meta: ToolkitMeta;
  /** In the order in which lists show them. */
  tools: CompiledTool[];
};
