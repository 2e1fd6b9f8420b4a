/** The differences between two versions of a tool, and whether code written for the older version still works. Pure. */
import type { CatalogTool } from "./catalog";
import type { ToolSchema } from "../tool-schema";

/** `path` is a place in the arguments (`input.labels[]`) or in the answer (`output.data.id`), or `request`. */
export type FieldChange = { path: string; text: string; breaking: boolean };

type Side = "input" | "output";

const typeOf = (schema: ToolSchema): string =>
  schema.type === undefined ? "any" : [schema.type].flat().sort().join(" or ");

/** Reading gets wider without harm for arguments; for answers it is the other way round. */
const widens = (from: string, to: string): boolean =>
  to === "any" ||
  (from === "integer" && to === "number") ||
  from.split(" or ").every((type) => to.split(" or ").includes(type));

/**
 * Compares two tools of the same slug. An argument that was removed, is newly required or has another type breaks
 * callers; so does a field of the answer that was removed or has another type. New optional arguments and new fields do
 * not.
 */
export function diffTools(before: CatalogTool, after: CatalogTool): FieldChange[] {
  return [
    ...diffSchemas("input", "input", before.inputSchema, after.inputSchema),
    ...diffSchemas("output", "output", before.outputSchema, after.outputSchema),
    ...diffRequests(before, after),
  ];
}

function diffRequests(before: CatalogTool, after: CatalogTool): FieldChange[] {
  const words = ({ run }: CatalogTool): string =>
    run.request
      ? `${run.request.method} ${run.request.baseUrl}${run.request.path}`
      : run.mcp
        ? `${run.mcp.name} to ${run.mcp.url}`
        : run.builtin === undefined
          ? "the toolkit's own code"
          : "the server's own code";
  const changes: FieldChange[] =
    words(before) === words(after)
      ? []
      : [{ path: "request", text: `sends ${words(after)}, before ${words(before)}`, breaking: false }];
  return before.deprecated || !after.deprecated
    ? changes
    : [...changes, { path: "tool", text: "is deprecated now", breaking: false }];
}

function diffSchemas(side: Side, path: string, before: ToolSchema, after: ToolSchema): FieldChange[] {
  const [from, to] = [typeOf(before), typeOf(after)];
  if (from !== to)
    return [
      { path, text: `is ${to}, before ${from}`, breaking: side === "input" ? !widens(from, to) : !widens(to, from) },
    ];
  return [
    ...diffEnums(side, path, before, after),
    ...diffProperties(side, path, before, after),
    ...(before.items && after.items ? diffSchemas(side, `${path}[]`, before.items, after.items) : []),
  ];
}

function diffEnums(side: Side, path: string, before: ToolSchema, after: ToolSchema): FieldChange[] {
  if (!before.enum || !after.enum) return [];
  const [old, now] = [new Set(before.enum), new Set(after.enum)];
  const removed = [...old].filter((value) => !now.has(value));
  const added = [...now].filter((value) => !old.has(value));
  return [
    ...(removed.length > 0
      ? [{ path, text: `no longer takes ${removed.slice(0, 5).map(String).join(", ")}`, breaking: side === "input" }]
      : []),
    ...(added.length > 0
      ? [{ path, text: `may be ${added.slice(0, 5).map(String).join(", ")} too`, breaking: false }]
      : []),
  ];
}

function diffProperties(side: Side, path: string, before: ToolSchema, after: ToolSchema): FieldChange[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const wasRequired = new Set(before.required);
  const isRequired = new Set(after.required);
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name): FieldChange[] => {
    const fieldPath = `${path}.${name}`;
    const [before, other] = [
      Object.hasOwn(old, name) ? old[name] : undefined,
      Object.hasOwn(now, name) ? now[name] : undefined,
    ];
    const demanded = side === "input" && isRequired.has(name);
    if (!before) return [{ path: fieldPath, text: demanded ? "is new and required" : "is new", breaking: demanded }];
    if (!other) return [{ path: fieldPath, text: "is gone", breaking: true }];
    const needed =
      wasRequired.has(name) === isRequired.has(name) ? [] : [needChange(side, fieldPath, isRequired.has(name))];
    return [...needed, ...diffSchemas(side, fieldPath, before, other)];
  });
}

const needChange = (side: Side, path: string, isRequired: boolean): FieldChange =>
  side === "input"
    ? { path, text: isRequired ? "is required now" : "is optional now", breaking: isRequired }
    : { path, text: isRequired ? "is always there now" : "may be absent now", breaking: !isRequired };
