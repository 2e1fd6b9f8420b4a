/** Takes members of a JSON or form body out of the published schema of a tool. */
import type { CompiledTool } from "../../compiled-toolkit";

/**
 * Programs that send the members go on to work: the request still has a place for them. Nothing changes where no other
 * member would be left.
 */
export function hideFields(tool: CompiledTool, names: readonly string[]): void {
  const { run } = tool;
  const { request } = run;
  if (!run.request || request?.body?.mode !== "flat") return;
  const { fields } = request.body;
  const bodyKeys = new Set(fields.map(({ key }) => key));
  const hidden = new Set(names.filter((key) => bodyKeys.has(key)));
  if (hidden.size === 0 || hidden.size === bodyKeys.size) return;
  const properties = Object.entries(tool.inputSchema.properties).filter(([key]) => !hidden.has(key));
  tool.inputSchema = { ...tool.inputSchema, properties: Object.fromEntries(properties) };
  const hiddenFields = fields.map((field) => (hidden.has(field.key) ? { ...field, unlisted: true as const } : field));
  tool.run = { ...run, request: { ...request, body: { ...request.body, fields: hiddenFields } } };
}
