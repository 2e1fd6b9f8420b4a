/** Lets callers leave out arguments with a default: models ask people for the value of each required argument. */
import type { CompiledTool } from "../../compiled-toolkit";

export function leaveOutDefaults(tool: CompiledTool): void {
  const { inputSchema, run } = tool;
  const { required = [], properties, ...schema } = inputSchema;
  const defaulted = required.filter((name) => (properties[name]?.default ?? null) !== null);
  if (!run.request || defaulted.length === 0) return;
  const others = required.filter((name) => !defaulted.includes(name));
  tool.inputSchema = { ...schema, properties, ...(others.length > 0 ? { required: others } : {}) };
  tool.run = { ...run, request: { ...run.request, defaulted } };
}

/** Asks again for arguments whose default is gone from the schema that is published. */
export function requireLostDefaults(tool: CompiledTool): void {
  const { inputSchema, run } = tool;
  const names =
    run.request?.defaulted?.filter((name) => (inputSchema.properties[name]?.default ?? null) === null) ?? [];
  if (!run.request || names.length === 0) return;
  const { defaulted = [], ...request } = run.request;
  const left = defaulted.filter((name) => !names.includes(name));
  tool.inputSchema = { ...inputSchema, required: [...(inputSchema.required ?? []), ...names] };
  tool.run = { ...run, request: { ...request, ...(left.length > 0 && { defaulted: left }) } };
}
