/** Fills the form of a tool with an operation of a GraphQL endpoint. Pure. */
import type { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import type { ResultOf } from "@/lib/contract/client";
import { fromVariable, type ToolDraft } from "./tool-draft";

export type GraphqlOperation = ResultOf<typeof addedToolsApi.readGraphqlOperations>["operations"][number];

/**
 * The draft with the operation; words that a person wrote stay.
 * @param before the operation that was chosen earlier, whose words are replaced
 */
export function withOperation(
  draft: ToolDraft,
  operation: GraphqlOperation,
  before: GraphqlOperation | undefined,
): ToolDraft {
  const wordsOf = (name: "name" | "description"): string => {
    const text = draft[name];
    return text.trim() === "" || text === before?.[name] ? operation[name] : text;
  };
  return {
    ...{ ...draft, name: wordsOf("name"), description: wordsOf("description") },
    ...{ document: operation.document, response: operation.response },
    parameters: operation.variables.map(fromVariable),
  };
}

/** The operations that have all words of a text in their names or descriptions. */
export function filterOperations(operations: readonly GraphqlOperation[], text: string): GraphqlOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ field, name, description }) => {
    const place = `${field} ${name} ${description}`.toLowerCase();
    return words.every((word) => place.includes(word));
  });
}
