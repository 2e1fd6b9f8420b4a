/** A GraphQL schema as tools: one for each query and mutation, with a bounded selection. */
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import { HandTool } from "@/lib/catalog/compile/sources/hand-tool";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { Problems } from "./problem";
import type { WrittenTool } from "./written-tool";

type TypeReference = { kind?: unknown; name?: unknown; ofType?: unknown };
type Schema = { types: ReadonlyMap<string, Values> };

/** Levels and fields of a selection: more would be an answer that no model can read. */
const MAX_LEVELS = 3;
const MOST_FIELDS = 60;
const MAX_INPUT_LEVELS = 4;
/** Fields of all arguments of a tool: types that contain themselves would have millions within these levels. */
const MOST_INPUT_FIELDS = 1_000;
const NAME = /^[_A-Za-z][_0-9A-Za-z]{0,99}$/;

const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const nameOf = (part: Values): string => (NAME.test(textOf(part.name)) ? textOf(part.name) : "");

/** `[Parcel!]!` in parts: wrappers from the outside, and the name inside. */
function unwrap(reference: unknown): { name: string; text: string; isRequired: boolean; isList: boolean } {
  const wrappers: string[] = [];
  let current: TypeReference | undefined = isObject(reference) ? reference : undefined;
  while (current && (current.kind === "NON_NULL" || current.kind === "LIST") && wrappers.length < 8) {
    wrappers.push(current.kind);
    current = isObject(current.ofType) ? current.ofType : undefined;
  }
  const name = current ? nameOf(current as Values) : "";
  const text = wrappers.reduceRight((inner, kind) => (kind === "LIST" ? `[${inner}]` : `${inner}!`), name);
  return { name, text, isRequired: wrappers[0] === "NON_NULL", isList: wrappers.includes("LIST") };
}

/** The scalars of every schema, as JSON Schema. */
export const GRAPHQL_SCALARS: Readonly<Record<string, Values>> = {
  String: { type: "string" },
  ID: { type: "string" },
  Int: { type: "integer" },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
};

/** @param most fields at all levels; an object with more stays open */
function inputSchema(schema: Schema, reference: unknown, most: number, level = 0): Values {
  const { name, isList } = unwrap(reference);
  const type = schema.types.get(name);
  const hasFields = (field: Values): boolean => schema.types.get(unwrap(field.type).name)?.kind === "INPUT_OBJECT";
  const inner = (): Values => {
    if (Object.hasOwn(GRAPHQL_SCALARS, name)) return { ...GRAPHQL_SCALARS[name] };
    if (type?.kind === "ENUM")
      return { type: "string", enum: listOf(type.enumValues).map(nameOf).filter(Boolean).slice(0, 200) };
    if (type?.kind !== "INPUT_OBJECT") return {};
    const fields = listOf(type.inputFields)
      .filter((field) => nameOf(field) !== "")
      .slice(0, 100);
    if (level >= MAX_INPUT_LEVELS || fields.length > most) return { type: "object" };
    const share = Math.floor((most - fields.length) / Math.max(fields.filter(hasFields).length, 1));
    const required = fields.filter((field) => unwrap(field.type).isRequired && field.defaultValue == null).map(nameOf);
    const properties = fields.map((field) => [
      nameOf(field),
      withText(inputSchema(schema, field.type, share, level + 1), field),
    ]);
    return {
      ...{ type: "object", properties: Object.fromEntries(properties) as Values },
      ...(required.length > 0 ? { required } : {}),
    };
  };
  return isList ? { type: "array", items: inner() } : inner();
}

const withText = (schema: Values, { description }: Values): Values =>
  textOf(description).trim() === "" ? schema : { ...schema, description: textOf(description).slice(0, 1_000) };

/** What of an answer is asked for: plain fields, and objects down to some levels; none with required arguments. */
function selectionOf(schema: Schema, typeName: string, level: number, budget: { fields: number }): string {
  const type = schema.types.get(typeName);
  // A name is always chosen, and counts, or objects without plain fields would go on without an end.
  const onlyName = (): string => {
    budget.fields -= 1;
    return "{ __typename }";
  };
  if (!type || (type.kind !== "OBJECT" && type.kind !== "INTERFACE")) return type?.kind === "UNION" ? onlyName() : "";
  const parts: string[] = [];
  const fields = listOf(type.fields).filter(
    (field) =>
      nameOf(field) !== "" &&
      field.isDeprecated !== true &&
      !listOf(field.args).some((arg) => unwrap(arg.type).isRequired),
  );
  const isLeaf = (field: Values): boolean => {
    const kind = schema.types.get(unwrap(field.type).name)?.kind;
    return kind === "SCALAR" || kind === "ENUM" || Object.hasOwn(GRAPHQL_SCALARS, unwrap(field.type).name);
  };
  for (const field of [...fields.filter(isLeaf), ...fields.filter((field) => !isLeaf(field))]) {
    if (budget.fields <= 0) break;
    if (isLeaf(field)) {
      budget.fields -= 1;
      parts.push(nameOf(field));
    } else if (level < MAX_LEVELS) {
      const inner = selectionOf(schema, unwrap(field.type).name, level + 1, budget);
      if (inner !== "") parts.push(`${nameOf(field)} ${inner}`);
    }
  }
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : onlyName();
}

function toTool(schema: Schema, kind: "query" | "mutation", field: Values, path: string): HandTool {
  const name = nameOf(field);
  const args = listOf(field.args)
    .filter((arg) => nameOf(arg) !== "")
    .slice(0, 60);
  const variables = args.map((arg) => `$${nameOf(arg)}: ${unwrap(arg.type).text}`).join(", ");
  const passed = args.map((arg) => `${nameOf(arg)}: $${nameOf(arg)}`).join(", ");
  const selection = selectionOf(schema, unwrap(field.type).name, 0, { fields: MOST_FIELDS });
  const call = `${name}${passed && `(${passed})`}${selection && ` ${selection}`}`;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return HandTool.parse({
    name: words.charAt(0).toUpperCase() + words.slice(1),
    description: textOf(field.description).trim().slice(0, 1_000) || `The ${kind} ${name} of the API`,
    tags: [kind === "query" ? "readOnlyHint" : "updateHint"],
    deprecated: field.isDeprecated === true,
    ...{ method: "POST", path, fixedBody: { query: `${kind} ${name}${variables && `(${variables})`} { ${call} }` } },
    parameters: Object.fromEntries(
      args.map((arg) => [
        nameOf(arg),
        {
          ...withText(inputSchema(schema, arg.type, Math.floor(MOST_INPUT_FIELDS / args.length)), arg),
          ...{ in: "body", at: `variables.${nameOf(arg)}` },
          required: unwrap(arg.type).isRequired && arg.defaultValue == null,
        },
      ]),
    ),
  });
}

/** `createParcel` as CREATE_PARCEL behind the prefix; numbered where another has it. */
function toSlug(prefix: string, name: string, usedSlugs: Set<string>): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const base = `${prefix}_${words.toUpperCase()}`.slice(0, 60);
  let slug = base;
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${base}_${n}`;
  usedSlugs.add(slug);
  return slug;
}

/**
 * @param path of the endpoint below the toolkit's base URL
 * @param choices keys (`QUERY parcel`, `MUTATION addParcel`) of the operations that become tools; undefined = all
 */
export function fromGraphql(
  value: Values,
  { slug, path, choices }: { slug: string; path: string; choices: readonly string[] | undefined },
  problems: Problems,
): { tools: WrittenTool[]; total: number } {
  const data = isObject(value.data) ? value.data : value;
  const root = isObject(data.__schema) ? data.__schema : {};
  const schema: Schema = { types: new Map(listOf(root.types).map((type) => [nameOf(type), type])) };
  const usedSlugs = new Set<string>();
  const chosenKeys = choices && new Set(choices);
  const tools: WrittenTool[] = [];
  let total = 0;
  for (const kind of ["query", "mutation"] as const) {
    const rootType = isObject(root[`${kind}Type`]) ? nameOf(root[`${kind}Type`] as Values) : "";
    for (const field of listOf(schema.types.get(rootType)?.fields)) {
      const key = `${kind.toUpperCase()} ${nameOf(field)}`;
      if (nameOf(field) === "") continue;
      total += 1;
      if ((chosenKeys && !chosenKeys.has(key)) || tools.length >= MOST_TOOLS) continue;
      try {
        tools.push({
          key,
          slug: toSlug(slug.toUpperCase(), nameOf(field), usedSlugs),
          tool: toTool(schema, kind, field, path),
        });
      } catch {
        problems.add("", `${key} is left out: its description cannot be read.`, "Leave it out.");
      }
    }
  }
  return { tools, total };
}

/** The introspection query of GraphQL, with what the tools need. */
export const INTROSPECTION = `query Introspection { __schema { queryType { name } mutationType { name } types { kind name
  fields(includeDeprecated: true) { name description isDeprecated args { name description defaultValue type { ...T } } type { ...T } }
  inputFields { name description defaultValue type { ...T } } enumValues(includeDeprecated: false) { name } } } }
  fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`;
