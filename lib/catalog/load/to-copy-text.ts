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

/** The values of a toolkit's row, by the names of the columns, as JSON in one line. */
function toRow({ hash, toolkit }: CompiledFile): string {
  return toJson({
    slug: toolkit.slug,
    name: toolkit.name,
    description: toolkit.description,
    logo: toolkit.logo ?? "",
    app_url: toolkit.appUrl ?? null,
    base_url: toolkit.baseUrl ?? null,
    categories: toolkit.categories,
    auth_schemes: toolkit.authSchemes,
    no_auth: toolkit.noAuth,
    version: toolkit.version,
    tools_count: countListed(toolkit.tools),
    current_user_endpoint: toolkit.currentUserEndpoint ?? null,
    meta: toolkit.meta,
    hash,
    popularity: toolkit.popularity,
  });
}

/** Returns the text of a toolkit's load file: its row as JSON in the first line, then a line for each tool. */
export function toCopyText(compiled: CompiledFile): string {
  const { toolkit } = compiled;
  return `${toRow(compiled)}\n${toolkit.tools.map((tool, place) => toLine(toolkit, tool, place)).join("")}`;
}
