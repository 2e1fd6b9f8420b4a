/** Tools that the client runs itself: what they are called here, and which fit a request. */
import { ApiError } from "@/lib/kernel/errors";
import type { SessionConfig } from "../../settings/contract";
import { ownSlug } from "../../settings/own-slug";
import type { Session } from "../../session";
import { isEmptyWord, plainWords, termOf } from "@/lib/search/plain-words";

type Given = Pick<SessionConfig["experimental"], "custom_tools" | "custom_toolkits">;

export type OwnTool = {
  /** As an agent calls it. */
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

/** The toolkit of tools that belong to none. */
const NO_TOOLKIT = "custom";
const MOST_FOUND = 3;
/** Of a description, the beginning says what it is for; there may be two thousand of them. */
const MAX_LENGTH = 300;
/** Of the words that are asked for, those that the tool must have. */
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
export function ownToolsOf(...given: readonly (Given | null | undefined)[]): OwnTools {
  const toolkits = new Map<string, { name: string; description: string }>();
  const tools = new Map<string, OwnTool>();
  const add = (tool: OwnTool) => tools.has(tool.slug) || tools.set(tool.slug, tool);
  for (const one of given) {
    for (const tool of one?.custom_tools ?? []) add(toOwn(tool, tool.extends_toolkit));
    for (const { slug, name, description, tools: children } of one?.custom_toolkits ?? []) {
      toolkits.set(slug.toLowerCase(), { name, description });
      for (const tool of children) add(toOwn(tool, slug));
    }
  }
  return { tools: [...tools.values()], toolkits };
}

export type FoundOwn = {
  tool: OwnTool;
  /** Its name says all that was asked for. */
  isSure: boolean;
};

const share = (wanted: ReadonlySet<string>, terms: ReadonlySet<string>): number =>
  [...wanted].filter((term) => terms.has(term)).length / Math.max(1, wanted.size);

/**
 * The client's tools that have most of the words of a request, the best first.
 * @param only toolkits that are asked for; all if left out. What a session may use of others says nothing of these
 */
export function findOwnTools({ tools }: OwnTools, text: string, only?: ReadonlySet<string>): FoundOwn[] {
  const wanted = termsOf(text);
  return tools
    .filter(({ toolkit }) => only?.has(toolkit) ?? true)
    .map((tool) => ({ tool, named: share(wanted, tool.terms.name), all: share(wanted, tool.terms.all) }))
    .filter(({ named, all }) => named > 0 && all >= LEAST)
    .sort((a, b) => b.named + b.all - (a.named + a.all))
    .slice(0, MOST_FOUND)
    .map(({ tool, named }) => ({ tool, isSure: named === 1 }));
}

/** @throws ApiError BadRequest for a tool that the client runs itself */
export function assertNotOwn({ config }: Pick<Session, "config">, slug: string, given?: Given | null): void {
  if (!/^local_/i.test(slug)) return;
  const name = slug.toUpperCase();
  if (!ownToolsOf(given, config.experimental).tools.some((tool) => tool.slug === name)) return;
  throw new ApiError("BadRequest", `${name} is a tool of the client, which runs it itself.`, {
    suggestedFix: "Call it alone, by its own name, with the SDK that the session was made with.",
  });
}
