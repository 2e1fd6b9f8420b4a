/** Reads a GraphQL schema: its operations with bounded selections, and their arguments as JSON Schema. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { cutText } from "@/lib/kernel/text/storable";

type TypeReference = { kind?: unknown; name?: unknown; ofType?: unknown };
export type GraphqlSchema = { types: ReadonlyMap<string, Values>; root: Values };

/** Levels and fields of a selection: more would be an answer that no model can read. */
const MAX_LEVELS = 3;
const MOST_FIELDS = 60;
const MAX_INPUT_LEVELS = 4;
/** Fields of all arguments of an operation: types that contain themselves would have millions within these levels. */
const MOST_INPUT_FIELDS = 1_000;
const MOST_ARGUMENTS = 60;
const NAME = /^[_A-Za-z][_0-9A-Za-z]{0,99}$/;

export type GraphqlField = {
  kind: "query" | "mutation";
  name: string;
  /** In settings: `QUERY parcel`. */
  key: string;
  isDeprecated: boolean;
  field: Values;
};
export type GraphqlArgument = {
  name: string;
  /** As JSON Schema, with its words. */
  schema: Values;
  type: ReturnType<typeof unwrap>;
  isRequired: boolean;
};
/** An operation in parts: `query parcel($id: ID!)`, `parcel(id: $id)` and `{ id city }`. */
type GraphqlOperation = { title: string; description: string; head: string; call: string; selection: string };

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
function inputSchema(schema: GraphqlSchema, reference: unknown, most: number, level = 0): Values {
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
  textOf(description).trim() === "" ? schema : { ...schema, description: cutText(textOf(description), 1_000) };

/** What of an answer is asked for: plain fields, and objects down to some levels; none with required arguments. */
function selectionOf(schema: GraphqlSchema, typeName: string, level: number, budget: { fields: number }): string {
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

/** @param value what an endpoint answered, or the schema in it */
export function readSchema(value: Values): GraphqlSchema {
  const data = isObject(value.data) ? value.data : value;
  const root = isObject(data.__schema) ? data.__schema : {};
  return { root, types: new Map(listOf(root.types).map((type) => [nameOf(type), type])) };
}

/** Its queries, and then its mutations. */
export function fieldsOf({ root, types }: GraphqlSchema): GraphqlField[] {
  return (["query", "mutation"] as const).flatMap((kind) => {
    const rootType = isObject(root[`${kind}Type`]) ? nameOf(root[`${kind}Type`] as Values) : "";
    return listOf(types.get(rootType)?.fields).flatMap((field) => {
      const name = nameOf(field);
      const key = `${kind.toUpperCase()} ${name}`;
      return name === "" ? [] : [{ kind, name, key, isDeprecated: field.isDeprecated === true, field }];
    });
  });
}

export function argumentsOf(schema: GraphqlSchema, { field }: GraphqlField): GraphqlArgument[] {
  const args = listOf(field.args)
    .filter((arg) => nameOf(arg) !== "")
    .slice(0, MOST_ARGUMENTS);
  return args.map((arg) => ({
    name: nameOf(arg),
    schema: withText(inputSchema(schema, arg.type, Math.floor(MOST_INPUT_FIELDS / args.length)), arg),
    type: unwrap(arg.type),
    isRequired: unwrap(arg.type).isRequired && arg.defaultValue == null,
  }));
}

/** `createParcel` as "Create parcel". */
function toTitle(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The operation with its arguments as variables. */
export function toOperation(
  schema: GraphqlSchema,
  { kind, name, field }: GraphqlField,
  args: readonly GraphqlArgument[],
): GraphqlOperation {
  const variables = args.map((arg) => `$${arg.name}: ${arg.type.text}`).join(", ");
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  return {
    title: toTitle(name),
    description: cutText(textOf(field.description).trim(), 1_000) || `The ${kind} ${name} of the API`,
    head: `${kind} ${name}${variables && `(${variables})`}`,
    call: `${name}${passed && `(${passed})`}`,
    selection: selectionOf(schema, unwrap(field.type).name, 0, { fields: MOST_FIELDS }),
  };
}

/** The introspection query of GraphQL, with what the tools need. */
export const INTROSPECTION = `query Introspection { __schema { queryType { name } mutationType { name } types { kind name
  fields(includeDeprecated: true) { name description isDeprecated args { name description defaultValue type { ...T } } type { ...T } }
  inputFields { name description defaultValue type { ...T } } enumValues(includeDeprecated: false) { name } } } }
  fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`;
