/** A compiled toolkit as PostgreSQL loads it: the values of its row, and its tools as lines of COPY's text format. */
import type { CompiledTool, CompiledToolkit } from "../compiled-toolkit";
import { toolRank } from "../tool-rank";

/** The compiler's output for one toolkit. */
export type CompiledFile = { hash: string; toolCount: number; toolkit: CompiledToolkit };

/** The columns of `tool` in the order of a line. */
export const TOOL_COLUMNS =
  "id, slug, toolkit_slug, version, is_latest, name, description, tags, scopes, " +
  "input_schema, output_schema, run, important, deprecated, aliases, rank";

/** JSON's escapes of a NUL and of half a surrogate pair, which descriptions contain and PostgreSQL refuses. */
const REFUSED_ESCAPE = /\\u(?:0000|d[89a-f])/;

const clean = (text: string): string => (text.includes("\0") || !text.isWellFormed() ? removeRefused(text) : text);
const removeRefused = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, "");

/** JSON that PostgreSQL accepts. The second, slow pass is rarely needed. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!REFUSED_ESCAPE.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? removeRefused(part) : part));
}

/** COPY's text format: a tab between columns, a backslash before characters with a special meaning. */
const escaped = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign] ?? sign);

const arrayOf = (items: string[]): string =>
  `{${items.map((item) => `"${clean(item).replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

function toLine(toolkit: CompiledToolkit, tool: CompiledTool, place: number): string {
  const columns = [
    `${tool.slug}@${toolkit.version}`,
    tool.slug,
    toolkit.slug,
    toolkit.version,
    "t",
    clean(tool.name),
    clean(tool.description),
    arrayOf(tool.tags),
    arrayOf(tool.scopes),
    toJson(tool.inputSchema),
    toJson(tool.outputSchema),
    toJson(tool.run),
    tool.important ? "t" : "f",
    tool.deprecated ? "t" : "f",
    arrayOf(tool.aliases),
    String(toolRank(tool, place, toolkit.popularity)),
  ];
  return `${columns.map(escaped).join("\t")}\n`;
}

/** The number of tools in a list that does not ask for deprecated tools. */
export const countListed = (tools: CompiledTool[]): number => tools.filter(({ deprecated }) => !deprecated).length;

/** The facts of a toolkit by the names of the columns. */
export const toToolkitColumns = (facts: Omit<CompiledToolkit, "tools" | "version">) => ({
  slug: facts.slug,
  name: facts.name,
  description: facts.description,
  logo: facts.logo ?? "",
  app_url: facts.appUrl ?? null,
  base_url: facts.baseUrl ?? null,
  categories: facts.categories,
  auth_schemes: facts.authSchemes,
  no_auth: facts.noAuth,
  current_user_endpoint: facts.currentUserEndpoint ?? null,
  meta: facts.meta,
  popularity: facts.popularity,
});

/** The values of a toolkit's row as JSON in one line. */
function toRow({ hash, toolkit }: CompiledFile): string {
  const { version, tools } = toolkit;
  return toJson({ ...toToolkitColumns(toolkit), version, tools_count: countListed(tools), hash });
}

/** Returns the text of a toolkit's load file: its row as JSON in the first line, then a line for each tool. */
export function toCopyText(compiled: CompiledFile): string {
  const { toolkit } = compiled;
  return `${toRow(compiled)}\n${toolkit.tools.map((tool, place) => toLine(toolkit, tool, place)).join("")}`;
}
