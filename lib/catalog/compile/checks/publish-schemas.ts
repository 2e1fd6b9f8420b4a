/** The last step of a tool. */
import { CatalogSourceError } from "../../catalog-source-error";
import type { CompiledTool } from "../../compiled-toolkit";
import { requireLostDefaults } from "../mends/leave-out-defaults";
import { makePortable } from "../schemas/portable-schema";
import { modelProblems, schemaProblems } from "./schema-problems";

type Skip = (place: string, reason: string) => void;

/** "METHOD /path" of a tool that sends a request, otherwise its slug. */
export const placeOf = ({ slug, run: { request } }: CompiledTool): string =>
  request ? `${request.method} ${request.path}` : slug;

/**
 * Writes the schemas in the form that models take, and checks them: nothing changes them afterwards.
 * @param skip called for a tool that fails, which is then left out
 * @throws CatalogSourceError for the first tool that fails, without `skip`
 */
export function publishSchemas(tools: CompiledTool[], filePath: string, skip?: Skip): void {
  makePortable(tools);
  tools.forEach(requireLostDefaults);
  if (!skip) return tools.forEach((tool) => checkTool(tool, filePath));
  const usable = tools.filter((tool) => {
    try {
      checkTool(tool, filePath);
      return true;
    } catch (error) {
      skip(placeOf(tool), error instanceof CatalogSourceError ? error.reason : String(error));
      return false;
    }
  });
  tools.splice(0, tools.length, ...usable);
}

function checkTool(tool: CompiledTool, filePath: string): void {
  for (const [side, schema] of [
    ["input", tool.inputSchema],
    ["output", tool.outputSchema],
  ] as const) {
    const problem = schemaProblems(schema)[0];
    if (problem) throw new CatalogSourceError(filePath, `${tool.slug} ${side}`, problem);
  }
  const modelProblem = modelProblems(tool)[0];
  if (modelProblem) throw new CatalogSourceError(filePath, tool.slug, modelProblem);
}
