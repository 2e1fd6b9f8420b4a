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

/** An answer whose only member is the address of a new thing, of a call that deletes or reads. */
function namesNothingNew({ outputSchema, tags }: CompiledTool): boolean {
  const names = Object.keys(outputSchema.properties.data?.properties ?? {});
  return names.join() === "location" && tags.some((tag) => tag === "destructiveHint" || tag === "readOnlyHint");
}

/** Returns the header that has the cursor, and promises no address of a new thing where none arises. */
export function answerWithLinks(tools: readonly CompiledTool[]): void {
  for (const tool of tools) {
    if (cursorsOfLostLinks(tool).length > 0) addAnswerHeaders(tool, ["link"]);
    if (!namesNothingNew(tool)) continue;
    const { properties, ...output } = tool.outputSchema;
    tool.outputSchema = { ...output, properties: { ...properties, data: { ...properties.data, properties: {} } } };
  }
}
