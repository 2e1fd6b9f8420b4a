/** Declares headers of an answer as members of its data. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { RootSchema, ToolSchema } from "../../tool-schema";

const TEXT: ToolSchema = { type: "string" };

/** The output with `data.headers`; an answer of unknown form already allows it. */
export function withAnswerHeaders(output: RootSchema, names: readonly string[]): RootSchema {
  const { data } = output.properties;
  if (names.length === 0 || !data?.properties || (data.properties.headers && !data.properties.headers.properties))
    return output;
  const members = { ...data.properties.headers?.properties, ...Object.fromEntries(names.map((name) => [name, TEXT])) };
  const headers: ToolSchema = { type: "object", description: "Headers of the answer", properties: members };
  return {
    ...output,
    properties: { ...output.properties, data: { ...data, properties: { ...data.properties, headers } } },
  };
}

/** Adds headers to those that a tool's answer has. */
export function addAnswerHeaders(tool: CompiledTool, names: readonly string[]): void {
  const { run } = tool;
  if (!run.request || names.length === 0) return;
  const answerHeaders = [...new Set([...(run.request.answerHeaders ?? []), ...names])];
  tool.run = { ...run, request: { ...run.request, answerHeaders } };
  tool.outputSchema = withAnswerHeaders(tool.outputSchema, names);
}
