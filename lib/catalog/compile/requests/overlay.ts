/** A toolkit file's changes to a described operation: other words, renamed or dropped arguments, defaults. */
import type { RequestBody, RequestParameter } from "../../tool-request";
import type { MappedTool } from "../sources/toolkit-file";
import type { DraftTool } from "./operation-compiler";
import type { ToolSchema } from "../../tool-schema";

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

type Rename = (key: string) => string | undefined;

/**
 * Applies the changes. Arguments are named as in the description; a rename changes what callers write, never the wire.
 * @throws Error when a change names an argument that the operation does not have, or drops one that it requires
 */
export function overlay(draft: DraftTool, mapped: MappedTool): DraftTool {
  const properties = draft.inputSchema.properties;
  const unknown = [...Object.keys(mapped.parameters), ...(mapped.only ?? []), ...mapped.drop].find(
    (key) => !Object.hasOwn(properties, key),
  );
  if (unknown !== undefined)
    throw new Error(`there is no argument ${JSON.stringify(unknown)}; there are ${Object.keys(properties).join(", ")}`);
  const isKept = (key: string): boolean =>
    !mapped.drop.includes(key) && (mapped.only === undefined || mapped.only.includes(key));
  const missing = draft.inputSchema.required?.find((key) => !isKept(key));
  if (missing !== undefined) throw new Error(`the required argument ${JSON.stringify(missing)} cannot be dropped`);
  const rename: Rename = (key) =>
    isKept(key) ? (mapped.parameters[key]?.name ?? (mapped.snakeCase ? snake(key) : key)) : undefined;
  const { parameters, body, ...request } = draft.request;
  return {
    ...draft,
    ...(mapped.name ? { name: mapped.name } : {}),
    ...(mapped.description ? { description: mapped.description.trim() } : {}),
    ...(mapped.tags ? { tags: mapped.tags } : {}),
    ...(mapped.deprecated === undefined ? {} : { deprecated: mapped.deprecated }),
    inputSchema: { type: "object", ...argumentsOf(draft, mapped, rename) },
    request: {
      ...request,
      path: withFixedQuery(request.path, mapped.fixedQuery),
      parameters: changedParameters(parameters, mapped, rename),
      ...(body ? { body: renamedBody(body, rename) } : {}),
    },
  };
}

/** Appends query values that callers do not see to a path, which can have a query. */
export function withFixedQuery(path: string, fixed: Record<string, string>): string {
  const query = new URLSearchParams(fixed).toString();
  return query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

function argumentsOf(draft: DraftTool, mapped: MappedTool, rename: Rename) {
  const properties: Record<string, ToolSchema> = {};
  const required: string[] = [];
  for (const [key, schema] of Object.entries(draft.inputSchema.properties)) {
    const name = rename(key);
    if (name === undefined) continue;
    if (Object.hasOwn(properties, name)) throw new Error(`two arguments are named ${JSON.stringify(name)}`);
    const { name: _name, required: isRequired, fromBody: _fromBody, ...change } = mapped.parameters[key] ?? {};
    const facts = Object.entries(change).filter(([, value]) => value !== undefined && value !== "");
    const changed: ToolSchema = { ...schema, ...Object.fromEntries(facts) };
    const { default: _usual, ...withoutDefault } = changed;
    properties[name] = change.default === null ? withoutDefault : changed;
    if (isRequired ?? draft.inputSchema.required?.includes(key)) required.push(name);
  }
  return { properties, ...(required.length > 0 ? { required } : {}) };
}

const changedParameters = (parameters: RequestParameter[], mapped: MappedTool, rename: Rename): RequestParameter[] =>
  parameters.flatMap((parameter) => {
    const key = rename(parameter.key);
    const { fromBody } = mapped.parameters[parameter.key] ?? {};
    return key === undefined ? [] : [{ ...parameter, key, ...(fromBody && { fromBody }) }];
  });

function renamedBody(body: RequestBody, rename: Rename): RequestBody {
  if (body.mode !== "flat") {
    const key = rename(body.key);
    // A body that callers do not write is sent empty.
    return key === undefined
      ? { mode: "flat", contentType: body.contentType, ...(body.required && { required: true }), fields: [] }
      : { ...body, key };
  }
  return {
    ...body,
    fields: body.fields.flatMap((field) => {
      const key = rename(field.key);
      return key === undefined ? [] : [{ ...field, key }];
    }),
  };
}
