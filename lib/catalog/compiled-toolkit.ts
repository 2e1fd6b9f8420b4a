/** What compiling a toolkit gives: everything the database holds about it, free of files. */
import type { ToolkitAuthScheme } from "./auth-scheme";
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

export type ToolkitMeta = {
  guideUrl?: string;
  /** Hosts that may receive the account's credentials. */
  hosts: string[];
  /** Fixed headers of every request to this toolkit. */
  headers: Record<string, string>;
  currentUserMethod?: string;
  attribution: Attribution[];
};

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
  currentUserEndpoint?: string;
  meta: ToolkitMeta;
  tools: CompiledTool[];
};

/** A source that cannot be compiled: says which file, where in it, and why. */
export class CatalogueSourceError extends Error {
  override name = "CatalogueSourceError";
  constructor(
    readonly file: string,
    readonly place: string,
    readonly reason: string,
  ) {
    super(`${file}: ${place === "" ? "" : `${place}: `}${reason}`);
  }
}
