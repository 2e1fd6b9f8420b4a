/** Arguments that are required according to their own words, while the description has no flag for it. */
import type { CompiledTool } from "../../compiled-toolkit";
import { repeatedIds } from "./repeated-ids";

const SAYS_REQUIRED = /^\W{0,3}required(?:[.:)\]]|\s+field\b|\s*-\s|\. )/i;
/** A whole sentence: `This property is required.`, but not `If x is set, this property is required.` */
const SENTENCE = new RegExp(
  String.raw`(?:^|[.!?:)\]\x60*]\s{1,3}|\n\W{0,3})This (?:(?:property|field|parameter|argument|value) )?` +
    String.raw`is required(?: and case-sensitive)?(?:[.,]|$)`,
);
const SOMETIMES = /^\W{0,3}required\W{0,3}\s*(?:if|when|for|only|unless|in|with|on|by|depending)\b/i;

/**
 * The keys that a caller must give by their words. In a body only of a POST: the members of a change are described by
 * the model of the whole object, and each may be left out there. An ID of the path is not asked for once more.
 */
export function requiredByWords(tool: CompiledTool): string[] {
  const { run, inputSchema } = tool;
  const { request } = run;
  if (!request) return [];
  const { parameters, body } = request;
  const places = new Map(parameters.map((parameter) => [parameter.key, parameter]));
  const bodyKeys = new Set(body?.mode === "flat" && request.method === "POST" ? body.fields.map(({ key }) => key) : []);
  const repeated = new Set(repeatedIds(tool));
  return Object.entries(inputSchema.properties)
    .filter(([key, { description = "", default: defaultValue, nullable }]) => {
      if (defaultValue !== undefined || nullable || inputSchema.required?.includes(key) || repeated.has(key))
        return false;
      if (places.get(key)?.fromConnection !== undefined || !(places.has(key) || bodyKeys.has(key))) return false;
      return (SAYS_REQUIRED.test(description) && !SOMETIMES.test(description)) || SENTENCE.test(description);
    })
    .map(([key]) => key);
}

/** Requires them. */
export function requireByWords(tool: CompiledTool): void {
  const keys = requiredByWords(tool);
  if (keys.length > 0)
    tool.inputSchema = { ...tool.inputSchema, required: [...(tool.inputSchema.required ?? []), ...keys] };
}
