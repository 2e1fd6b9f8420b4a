/** Lists whose next page is named by the header `Link` alone, according to the words about their cursor. */
import type { CompiledTool } from "../../compiled-toolkit";
import { addAnswerHeaders } from "../names/add-answer-headers";

const NAMES_LINK = /\bLink header\b/i;

/** The arguments that take a cursor from a header that the answer does not contain. */
export function cursorsOfLostLinks({ inputSchema, run }: CompiledTool): string[] {
  if (!run.request || run.request.answerHeaders?.includes("link")) return [];
  return Object.entries(inputSchema.properties)
    .filter(([, { description = "" }]) => NAMES_LINK.test(description))
    .map(([key]) => key);
}

/** Returns the header with the answer. */
export function answerWithLinks(tools: readonly CompiledTool[]): void {
  for (const tool of tools) if (cursorsOfLostLinks(tool).length > 0) addAnswerHeaders(tool, ["link"]);
}
