/** Rates tools by what a model needs to choose and call them, with a reason for each deduction. */
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { isObject } from "@/lib/kernel/text/is-object";

export type Rating = { score: number; reasons: string[]; tokens: number };

const LARGE_TOKENS = 1_500;
const MANY_ARGUMENTS = 25;

type Rule = { costs: number; reason: string; applies: (facts: Facts) => boolean };
type Facts = { tool: CompiledTool; tokens: number; hasWords: boolean; isListed: boolean };

const propertiesOf = ({ inputSchema }: CompiledTool): [string, { description?: unknown }][] =>
  Object.entries(inputSchema.properties ?? {});

const RULES: readonly Rule[] = [
  {
    costs: 30,
    reason: "The document describes it with no words; its text is made from its address.",
    applies: ({ hasWords }) => !hasWords,
  },
  {
    costs: 15,
    reason: "Arguments have no description.",
    applies: ({ tool }) => propertiesOf(tool).some(([, schema]) => !schema.description),
  },
  {
    costs: 15,
    reason: "It needs an ID, and no tool of this toolkit lists them.",
    applies: ({ isListed }) => !isListed,
  },
  {
    costs: 15,
    reason: `Its arguments take more than ${LARGE_TOKENS} tokens.`,
    applies: ({ tokens }) => tokens > LARGE_TOKENS,
  },
  {
    costs: 10,
    reason: `It has more than ${MANY_ARGUMENTS} arguments.`,
    applies: ({ tool }) => propertiesOf(tool).length > MANY_ARGUMENTS,
  },
  {
    costs: 10,
    reason: "The document does not describe what it returns.",
    applies: ({ tool }) => {
      const data = tool.outputSchema.properties?.data;
      return !data || (!data.properties && !data.items && !data.anyOf);
    },
  },
];

/** The path up to its first place: where a collection usually is. */
const collectionOf = (path: string): string | undefined => {
  const place = path.indexOf("/{");
  return place === -1 ? undefined : path.slice(0, place);
};

/** Whether the document has words of its own for an operation. */
function hasWords(document: OpenApiDocument, method: string, path: string): boolean {
  const item: unknown = document.paths?.[path];
  const operation = isObject(item) ? item[method.toLowerCase()] : undefined;
  return (
    isObject(operation) &&
    [operation.summary, operation.description].some((text) => typeof text === "string" && text.trim() !== "")
  );
}

/** Ratings by slug; a score is from 0 to 100. */
export function rateTools(tools: readonly CompiledTool[], document: OpenApiDocument): Map<string, Rating> {
  const lists = new Set(
    tools.flatMap(({ run: { request } }) => (request?.method === "GET" ? [request.path.split("?", 1)[0] ?? ""] : [])),
  );
  return new Map(
    tools.map((tool) => {
      const { request } = tool.run;
      const collection = request && collectionOf(request.path);
      const tokens = aboutTokens(tool.inputSchema) + aboutTokens(tool.description);
      const facts = {
        ...{ tool, tokens },
        hasWords: !request || document.paths === undefined || hasWords(document, request.method, request.path),
        isListed: collection === undefined || collection === "" || lists.has(collection) || lists.has(`${collection}/`),
      };
      const matches = RULES.filter(({ applies }) => applies(facts));
      const score = Math.max(0, 100 - matches.reduce((sum, { costs }) => sum + costs, 0));
      return [tool.slug, { score, tokens, reasons: matches.map(({ reason }) => reason) }];
    }),
  );
}
