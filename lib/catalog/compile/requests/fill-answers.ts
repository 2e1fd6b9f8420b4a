/** Gives open answers their form, from a description that has the operation of a tool that was written by hand. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { OpenApiDocument } from "../sources/openapi-document";
import { listOperations, OperationIndex } from "../sources/operation-index";
import { OperationCompiler } from "./operation-compiler";

/** Whether nothing is known of the data that a tool answers. */
export function isOpenOutput({ outputSchema }: Pick<CompiledTool, "outputSchema">): boolean {
  const { properties, anyOf, additionalProperties } = outputSchema.properties.data ?? {};
  return !properties && !anyOf && typeof additionalProperties !== "object";
}

/** `/cards/{filter}` answers the list of a choice, `/cards/{idCard}` one card. */
const CHOICE = /\{filter\}$/;

/**
 * Changes the tools of one request whose answer is open, where the document has their operation.
 * @param wrong operations whose answer the document describes wrongly: regular expressions on "METHOD /path"
 */
export function fillAnswers(
  tools: readonly CompiledTool[],
  document: OpenApiDocument,
  wrong: readonly string[] = [],
): void {
  const isWrong = (key: string): boolean => wrong.some((pattern) => new RegExp(pattern).test(key));
  const index = new OperationIndex(listOperations(document).filter(({ key }) => !isWrong(key)));
  const compiler = new OperationCompiler(document, { dropParameters: new Set(), optional: new Set() });
  for (const tool of tools) {
    const { request } = tool.run;
    if (!request || request.binary || !isOpenOutput(tool)) continue;
    const operation = index.find(request, tool.name);
    if (operation && CHOICE.test(operation.key) && !CHOICE.test(request.path)) continue;
    const output = operation && compiler.describedOutput(operation.method, operation.operation);
    if (output) tool.outputSchema = output;
  }
}
