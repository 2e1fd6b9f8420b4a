/** Tools that the client runs itself: their names here, and the search among them. */
import { ApiError } from "@/lib/kernel/errors";
import type { SessionConfig } from "../../settings/contract";
import { ownSlug } from "../../settings/own-slug";
import type { Session } from "../../session";
import { isEmptyWord, plainWords, termOf } from "@/lib/search/plain-words";

type CustomTools = Pick<SessionConfig["experimental"], "custom_tools" | "custom_toolkits">;

export type OwnTool = {
  /** The name that an agent calls it by. */
  slug: string;
  toolkit: string;
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** The words of its name, and of its description. */
  terms: { name: ReadonlySet<string>; all: ReadonlySet<string> };
};

export type OwnTools = {
  tools: readonly OwnTool[];
  toolkits: ReadonlyMap<string, { name: string; description: string }>;
};

/** The toolkit of tools without a toolkit. */
const NO_TOOLKIT = "custom";
const MOST_FOUND = 3;
/** Characters of a description that are searched: its beginning is enough, and there can be two thousand of them. */
const MAX_LENGTH = 300;
/** The share of a request's words that the tool must contain. */
const LEAST = 0.5;

const termsOf = (text: string): Set<string> =>
  new Set(
    plainWords(text.slice(0, MAX_LENGTH))
      .filter((word) => !isEmptyWord(word))
      .map(termOf),
  );

type Plain = { slug: string; name: string; description: string; input_schema: Record<string, unknown> };

function toOwn({ slug, name, description, input_schema: inputSchema }: Plain, toolkit?: string): OwnTool {
  const terms = termsOf(`${name} ${slug.replaceAll(/[_-]/g, " ")}`);
  return {
    slug: ownSlug(slug, toolkit),
    toolkit: toolkit?.toLowerCase() ?? NO_TOOLKIT,
    name,
    description,
    inputSchema,
    terms: { name: terms, all: new Set([...terms, ...termsOf(description)]) },
  };
}

/** The client's tools, those of the request before those of the session. */
export function ownToolsOf(...sources: readonly (CustomTools | null | undefined)[]): OwnTools {
  const toolkits = new Map<string, { name: string; description: string }>();
  const tools = new Map<string, OwnTool>();
  const add = (tool: OwnTool) => tools.has(tool.slug) || tools.set(tool.slug, tool);
  for (const source of sources) {
    for (const tool of source?.custom_tools ?? []) add(toOwn(tool, tool.extends_toolkit));
    for (const { slug, name, description, tools: children } of source?.custom_toolkits ?? []) {
      toolkits.set(slug.toLowerCase(), { name, description });
      for (const tool of children) add(toOwn(tool, slug));
    }
  }
  return { tools: [...tools.values()], toolkits };
}

export type FoundOwn = {
  tool: OwnTool;
  /** Its name contains every word of the request. */
  isSure: boolean;
};

const share = (words: ReadonlySet<string>, terms: ReadonlySet<string>): number =>
  [...words].filter((term) => terms.has(term)).length / Math.max(1, words.size);

/**
 * The client's tools that contain most of the words of a request, best first.
 * @param only the requested toolkits; default: all. The session's rules for toolkits of the catalog do not apply here
 */
export function findOwnTools({ tools }: OwnTools, text: string, only?: ReadonlySet<string>): FoundOwn[] {
  const words = termsOf(text);
  return tools
    .filter(({ toolkit }) => only?.has(toolkit) ?? true)
    .map((tool) => ({ tool, named: share(words, tool.terms.name), all: share(words, tool.terms.all) }))
    .filter(({ named, all }) => named > 0 && all >= LEAST)
    .sort((a, b) => b.named + b.all - (a.named + a.all))
    .slice(0, MOST_FOUND)
    .map(({ tool, named }) => ({ tool, isSure: named === 1 }));
}

/** @throws ApiError BadRequest for a tool that the client runs itself */
export function assertNotOwn(
  { config }: Pick<Session, "config">,
  slug: string,
  customTools?: CustomTools | null,
): void {
  if (!/^local_/i.test(slug)) return;
  const name = slug.toUpperCase();
  if (!ownToolsOf(customTools, config.experimental).tools.some((tool) => tool.slug === name)) return;
  throw new ApiError("BadRequest", `${name} is a tool of the client, which runs it itself.`, {
    suggestedFix: "Call it alone, by its own name, with the SDK that the session was made with.",
  });
}
