/** Behavior hints of a tool, told by its method and its words. */
import type { Method } from "./openapi-document";

const READING_WORDS = /^(search|query|list|get|find|lookup|count|check|retrieve|fetch)\b/i;
const REMOVING_WORDS = /^(delete|remove|revoke|cancel|purge|archive|empty|clear)\b/i;

/**
 * `readOnlyHint`, `destructiveHint`, `idempotentHint`, `updateHint` and `openWorldHint` as the methods deserve them.
 */
export function behaviorTags(method: Method, words: string): string[] {
  if (method === "get" || (method === "post" && READING_WORDS.test(words))) return ["readOnlyHint", "openWorldHint"];
  if (method === "delete") return ["destructiveHint", "openWorldHint"];
  if (method === "put") return ["idempotentHint", "openWorldHint"];
  if (method === "patch") return ["updateHint", "openWorldHint"];
  return REMOVING_WORDS.test(words) ? ["destructiveHint", "openWorldHint"] : ["openWorldHint"];
}
