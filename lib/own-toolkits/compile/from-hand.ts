/** Tools that a person wrote out, as tools of a toolkit's file. */
import { credentialPlaces } from "@/lib/catalog/compile/requests/add-parameters";
import { handTool } from "@/lib/catalog/compile/requests/hand-tool";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { HandTool } from "@/lib/catalog/compile/sources/hand-tool";
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import { HandEntry } from "../hand-entry";
import { fromHandGraphql } from "./from-hand-graphql";
import { fromHandHttp, type HandContext } from "./from-hand-http";
import { toPointer, type Problems } from "./problem";
import type { Integration } from "./read-integration";
import type { WrittenTool } from "./written-tool";

/** A whole slug, with the toolkit's prefix. */
const MAX_SLUG = 64;
/** Room for the number of a slug that several names give. */
const NUMBER_LENGTH = 5;

type Options = {
  /** Of the toolkit. */
  slug: string;
  integration: Integration | undefined;
  /** The document that they are added to; empty if there is no document. */
  document: OpenApiDocument;
  /** Keys (`TOOL GET_PARCEL`) of the tools that are used; undefined = all. */
  choices: ReadonlySet<string> | undefined;
  /** Further places of credentials: `header:x-key`. */
  credentialPlaces?: readonly string[];
};

function toContext({ integration, document, credentialPlaces: places = [] }: Options): HandContext {
  const rules = (integration?.entries ?? []).flatMap(({ apply = [] }) => apply);
  return {
    pathFields: integration?.fromConnection ?? {},
    credentialPlaces: new Set([
      ...places,
      ...credentialPlaces(document),
      ...rules.map((rule) => `${rule.in}:${rule.name.toLowerCase()}`),
    ]),
  };
}

/** The slug behind the prefix: that of the entry, or one from its name that no other tool has. */
function toSlug(entry: HandEntry, prefix: string, usedSlugs: ReadonlyMap<string, unknown>): string {
  if (entry.slug !== undefined) return entry.slug;
  const words = entry.name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase()
    .slice(0, MAX_SLUG - prefix.length - NUMBER_LENGTH)
    .replace(/^_+|_+$/g, "");
  const base = words.length < 2 ? "TOOL" : words;
  let slug = base;
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${base}_${n}`;
  return slug;
}

/** The form of one entry; its problems have the place of the entry. */
function parseEntry(raw: unknown, pointer: string, problems: Problems): HandEntry | undefined {
  const parsed = HandEntry.safeParse(raw);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    problems.add(pointer + toPointer(...path.map(String)), message, "Correct the tool here; it is left out.");
  return undefined;
}

/** The entry as a tool of a toolkit's file; undefined if a problem leaves it out. */
function toTool(
  entry: HandEntry,
  context: HandContext,
  pointer: string,
  problems: Problems,
): Pick<WrittenTool, "tool" | "choice"> | undefined {
  const { name, description, effect, important, http, graphql } = entry;
  let isRefused = false;
  const refuseAt = (part: string) => (place: string, message: string, fix: string) => {
    isRefused = true;
    problems.add(`${pointer}/${part}${place}`, message, fix);
  };
  const { kind, ...request } = graphql
    ? fromHandGraphql(graphql, context, refuseAt("graphql"))
    : { kind: undefined, ...(http && fromHandHttp(http, context, refuseAt("http"))) };
  if (isRefused) return undefined;
  try {
    const tool = HandTool.parse({ name, description, ...request });
    // A toolkit with one tool that cannot be compiled would have none.
    handTool("TRIAL", tool, { baseUrl: "https://trial.invalid", headers: {} });
    const usualEffect = kind && (kind === "query" ? "read" : "update");
    const finalEffect = effect ?? usualEffect;
    return {
      tool,
      choice: { ...(finalEffect ? { effect: finalEffect } : {}), ...(important === undefined ? {} : { important }) },
    };
  } catch (error) {
    problems.add(pointer, `${name} is left out: ${error instanceof Error ? error.message : ""}.`, "Correct the tool.");
    return undefined;
  }
}

/** Adds one entry to the tools, unless it is not chosen, or a problem leaves it out. */
function addEntry(
  tools: Map<string, WrittenTool>,
  [index, raw]: readonly [number, unknown],
  { slug: toolkitSlug, choices }: Options,
  context: HandContext,
  problems: Problems,
): void {
  const pointer = toPointer("tools", index);
  const entry = parseEntry(raw, pointer, problems);
  if (!entry) return;
  const prefix = `${toolkitSlug.toUpperCase()}_`;
  const name = toSlug(entry, prefix, tools);
  if (tools.has(name) || (prefix + name).length > MAX_SLUG) {
    problems.add(`${pointer}/slug`, `The slug ${name} is taken or too long.`, "Choose another slug.");
    return;
  }
  const key = `TOOL ${name}`;
  if (choices && !choices.has(key)) return;
  const parts = toTool(entry, context, pointer, problems);
  if (parts) tools.set(name, { ...parts, key, slug: prefix + name, pointer });
}

/**
 * Reads the `tools` of a document as far as they can be used; each problem has the place of its tool.
 * @returns the tools, and how many the document has
 */
export function fromHand(
  value: unknown,
  options: Options,
  problems: Problems,
): { tools: WrittenTool[]; total: number } {
  if (!Array.isArray(value) || value.length === 0) {
    problems.add("/tools", "The tools are no list with at least one tool.", "Write them as a list.", { fatal: true });
    return { tools: [], total: 0 };
  }
  if (value.length > MOST_TOOLS)
    problems.add(
      "/tools",
      `There are ${value.length.toLocaleString("en-US")} tools; the first ${MOST_TOOLS.toLocaleString("en-US")} are used.`,
      "Make several toolkits.",
    );
  const tools = new Map<string, WrittenTool>();
  const context = toContext(options);
  const entries: readonly unknown[] = value.slice(0, MOST_TOOLS);
  for (const numbered of entries.entries()) addEntry(tools, numbered, options, context, problems);
  return { tools: [...tools.values()], total: value.length };
}
