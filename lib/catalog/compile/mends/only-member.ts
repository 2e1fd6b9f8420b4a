/** The only member of a body that must be sent: a call without it would send `{}` and change nothing. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolSchema } from "../../tool-schema";

const CREATES = /_CREATES?(?:_|$)/;
const REPLACES_SEVERAL = /_(?:ADDS?|REPLACE|UPDATE)(?:_|$)/;
const ALTERNATIVE = /\b(?:in place of|instead of) (\w+)/g;
const WRITES_SEVERAL = /_(?:ADDS?|BATCH|BULK|CREATE|DELETE|REMOVE|SET|UPDATE)(?:_|$)/;

/**
 * Whether the call changes nothing but the member. A PUT with an optional body can be an act: to follow, to lock, to
 * mark as read.
 */
function changesBy(slug: string, method: string | undefined, { type }: ToolSchema, hasBody: boolean): boolean {
  const isList = type === "array";
  if (!hasBody) return method === "PATCH" || (method === "PUT" && isList && REPLACES_SEVERAL.test(slug));
  return (isList && WRITES_SEVERAL.test(slug)) || ((method === "PUT" || method === "PATCH") && !CREATES.test(slug));
}

/** Whether its words name another argument that can be sent in its place: `in place of domains`. */
function hasAlternative({ description = "" }: ToolSchema, { properties }: CompiledTool["inputSchema"]): boolean {
  return [...description.matchAll(ALTERNATIVE)].some(([, name = ""]) => Object.hasOwn(properties, name));
}

/**
 * The optional member without which the call has no effect: the member of a change, or the list of the things that are
 * added, changed or removed. A POST of a single value can be an act with an optional reason, and a PUT that creates can
 * create a thing with default values.
 */
export function onlyMember({ slug, description, run: { request }, inputSchema }: CompiledTool): string[] {
  const body = request?.body;
  if (/\boptionally\b/i.test(description)) return [];
  if (body?.mode !== "flat" || body.fixed || body.template || body.fields.length !== 1) return [];
  const { key, name = "", unlisted } = body.fields[0] ?? { key: "" };
  const member = Object.hasOwn(inputSchema.properties, key) ? inputSchema.properties[key] : undefined;
  if (!member || unlisted || name.startsWith("_") || inputSchema.required?.includes(key)) return [];
  if (member.default !== undefined || member.nullable || inputSchema.additionalProperties === true) return [];
  if (hasAlternative(member, inputSchema)) return [];
  return changesBy(slug, request?.method, member, body.required === true) ? [key] : [];
}

/** Requires it; its only possible value is filled in. */
export function requireOnlyMember(tool: CompiledTool): void {
  const { inputSchema } = tool;
  for (const key of onlyMember(tool)) {
    const member = inputSchema.properties[key] ?? {};
    const [value, ...others] = member.enum ?? [];
    const isFilled = member.enum !== undefined && others.length === 0 && value !== null;
    tool.inputSchema = {
      ...inputSchema,
      ...(isFilled && { properties: { ...inputSchema.properties, [key]: { ...member, default: value } } }),
      required: [...(inputSchema.required ?? []), key],
    };
  }
}
