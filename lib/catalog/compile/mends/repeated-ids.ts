/** IDs that a description asks for twice: in the path, and once more as a member of the body. */
import type { CompiledTool } from "../../compiled-toolkit";

const IS_ID = /(?:^id|Id|ID|_id|uuid|guid|gid)$/;

/** The optional arguments for an ID that the path contains already. */
export function repeatedIds({ inputSchema, run }: CompiledTool): string[] {
  const body = run.request?.body;
  if (body?.mode !== "flat") return [];
  const inPath = new Set(run.request?.parameters.filter((part) => part.in === "path").map(({ name }) => name));
  return body.fields
    .filter(({ key, name, unlisted }) => !unlisted && key !== name && IS_ID.test(name) && inPath.has(name))
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(inputSchema.properties, key) && !inputSchema.required?.includes(key));
}
