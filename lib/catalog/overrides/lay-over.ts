/** A tool as a project offers it. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { RootSchema, ToolSchema } from "../tool-schema";
import type { ArgumentOverride, LaidOver, ToolOverride } from "./tool-override";

type Overridable = {
  name: string;
  description: string;
  inputSchema: RootSchema;
  run?: { request?: { defaulted?: readonly string[] | undefined } | undefined };
};

const includes = (values: readonly unknown[], value: unknown): boolean =>
  values.some((other) => isDeepStrictEqual(other, value));

/** Whether the allowed values are those of the items of a list. */
export const isListOfValues = ({ type, items }: ToolSchema): boolean =>
  [type].flat().includes("array") && items !== undefined;

/** The schema with fewer values, without the default and the examples that are no longer allowed. */
function withValues(schema: ToolSchema, values: unknown[]): ToolSchema {
  if (isListOfValues(schema)) {
    const { default: _, examples: __, ...rest } = schema;
    return { ...rest, items: withValues(schema.items ?? {}, values) };
  }
  const { default: usual, examples, ...rest } = schema;
  const allowedExamples = (examples ?? []).filter((example) => includes(values, example));
  return {
    ...rest,
    ...(usual !== undefined && includes(values, usual) && { default: usual }),
    ...(allowedExamples.length > 0 && { examples: allowedExamples }),
    enum: values,
  };
}

/** The schema of a changed argument. */
export function withArgument(schema: ToolSchema, change: ArgumentOverride): ToolSchema {
  const narrowed = change.enum ? withValues(schema, change.enum) : schema;
  return change.default === undefined ? narrowed : { ...narrowed, default: change.default };
}

/** A schema that no longer requires these arguments, also not in one of its alternatives. */
function withoutRequired<Schema extends ToolSchema>(schema: Schema, names: ReadonlySet<string>): Schema {
  const { required, anyOf, ...rest } = schema;
  const left = (required ?? []).filter((name) => !names.has(name));
  return {
    ...rest,
    ...(left.length > 0 && { required: left }),
    ...(anyOf && { anyOf: anyOf.map((part) => withoutRequired(part, names)) }),
  } as Schema;
}

const without = <Value>(values: Readonly<Record<string, Value>>, names: ReadonlySet<string>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));

/** A schema that requires again what its provider requires and has no default any more. */
function withRequired({ inputSchema, run }: Overridable, properties: RootSchema["properties"]): RootSchema {
  const names = (run?.request?.defaulted ?? []).filter((name) => (properties[name]?.default ?? null) === null);
  const required = [...new Set([...(inputSchema.required ?? []), ...names])];
  return { ...inputSchema, properties, ...(required.length > 0 && { required }) };
}

/** The changed arguments that the tool still has. */
const changesOf = ({ inputSchema }: Overridable, override: ToolOverride): [string, ArgumentOverride][] =>
  Object.entries(override.arguments).filter(([name]) => Object.hasOwn(inputSchema.properties, name));

/** The tool with the project's texts and arguments. Whether it is hidden is the caller's to know. */
export function layOver<Tool extends Overridable>(tool: Tool, override: ToolOverride): Tool & { laidOver?: LaidOver } {
  const texts = {
    ...(override.name !== null && { name: override.name }),
    ...(override.description !== null && { description: override.description }),
  };
  const changes = changesOf(tool, override);
  if (changes.length === 0) return { ...tool, ...texts };
  const fixed = Object.fromEntries(
    changes.flatMap(([name, change]) => ("fixed" in change ? [[name, change.fixed]] : [])),
  );
  const defaults = Object.fromEntries(
    changes.flatMap(([name, change]) => (change.default === undefined ? [] : [[name, change.default]])),
  );
  const properties = { ...tool.inputSchema.properties };
  for (const [name, change] of changes) properties[name] = withArgument(properties[name] ?? {}, change);
  const whole = withRequired(tool, properties);
  const shownSchema = withoutRequired(
    { ...whole, properties: without(properties, new Set(Object.keys(fixed))) },
    new Set([...Object.keys(fixed), ...Object.keys(defaults)]),
  );
  return { ...tool, ...texts, inputSchema: shownSchema, laidOver: { inputSchema: whole, fixed, defaults } };
}
