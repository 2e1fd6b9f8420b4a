/** Writes whose words promise a change but that take no argument other than path parameters. */
import type { CompiledTool } from "../../compiled-toolkit";

/** Operations without a body, as a person has checked: "METHOD /path", or an expression on it. */
export type Reviewed = readonly (RegExp | string)[];

const VERBS =
  "CREATE|UPDATE|ADD|SET|EDIT|REPLACE|MODIFY|CHANGE|SAVE|UPSERT|INSERT|UPLOAD|IMPORT|REGISTER|SEND|ASSIGN|CONFIGURE|WRITE|STORE|RENAME";
const FIRST = new RegExp(`^(${VERBS})S?(_|$)`);
const LAST = /_(CREATE|UPDATE|ADD|SET|EDIT|REPLACE|INSERT|UPSERT|UPLOAD)$/;
/** Verbs whose whole meaning can be in the path: which thing is added to which. */
const JOINS = /^(ADD|ASSIGN|SET|CREATE|INSERT)$/;
/** Queries that choose what is answered, and nothing of what is written. */
const OF_ANSWER =
  /^(fields|expand|include|opt_\w+|limit|offset|page|per_page|pretty|format|alt|team_?id|transparent_png)$/i;

const words = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

function verbOf(tool: CompiledTool, toolkit: string): string | undefined {
  const prefix = `${words(toolkit).replace(/^_/, "")}_`;
  const slug = tool.slug.startsWith(prefix) ? tool.slug.slice(prefix.length) : tool.slug;
  return (FIRST.exec(slug) ?? FIRST.exec(words(tool.name)) ?? LAST.exec(slug))?.[1];
}

/**
 * The problem of a write without arguments: several descriptions omit bodies, and such a tool can only send an empty
 * request.
 */
export function emptyWriteProblems(
  tool: CompiledTool,
  { slug: toolkit }: { slug: string },
  reviewed: Reviewed,
): string[] {
  const { request } = tool.run;
  if (!request || !["POST", "PUT", "PATCH"].includes(request.method)) return [];
  const { body } = request;
  if (body && (body.mode !== "flat" || body.fields.length > 0)) return [];
  if (request.parameters.some(({ in: place, name }) => place === "query" && !OF_ANSWER.test(name))) return [];
  const verb = verbOf(tool, toolkit);
  if (verb === undefined) return [];
  const path = request.path.replace(/\?.*$/, "");
  const namesBoth = /\}\/?$/.test(path) && (path.match(/\{/g) ?? []).length > 1;
  if (JOINS.test(verb) && namesBoth && request.method !== "PATCH") return [];
  const keys = [`${request.method} ${path}`, `${request.method} ${request.path}`];
  if (reviewed.some((review) => keys.some((key) => (typeof review === "string" ? review === key : review.test(key)))))
    return [];
  return [
    `${keys[0]} has a name that writes and takes no body: state it under "bodies", ` +
      'or the operation under "noBody" where the provider takes none',
  ];
}
