/** Words that do not help a caller to choose or fill a tool. */
import type { CompiledTool } from "../../compiled-toolkit";
import { isSentence, withoutEntities } from "../descriptions/schema-text";
import { walkSchemas } from "../schemas/walk-schemas";

const OF_ANSWER = /^response message has status ?code\b/i;

/** Defaults that are words about the value. */
export const defaultProblems = ({ inputSchema }: CompiledTool): string[] =>
  [...walkSchemas(inputSchema)]
    .filter(([, schema]) => isSentence(schema))
    .map(([place, schema]) => `${place}: the default is a sentence: ${JSON.stringify(schema.default).slice(0, 80)}`);

/** Names and descriptions that are empty, contain a web page's source, or describe something else. */
export function wordProblems({ name, description }: CompiledTool): string[] {
  const problems = [
    ...(/\p{L}/u.test(name) ? [] : ["the name has no word"]),
    ...(/\p{L}/u.test(description) ? [] : ["the description has no word"]),
    ...(/\n/.test(name) ? ["the name has several lines"] : []),
    ...(/[{}]|^\S*\/\S*$/.test(name) ? ["the name is a path"] : []),
  ];
  for (const [what, text] of [
    ["name", name],
    ["description", description],
  ] as const) {
    if (withoutEntities(text) !== text) problems.push(`the ${what} has HTML entities`);
    if (OF_ANSWER.test(text)) problems.push(`the ${what} tells the answer's status`);
  }
  return problems;
}
