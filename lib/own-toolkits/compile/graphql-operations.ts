/** The operations of a GraphQL endpoint, written out for the form of a tool by hand. Pure: it runs in a thread. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { cutText } from "@/lib/kernel/text/storable";
import { HandEntry } from "../hand-entry";
import { decodeSource } from "./decode-source";
import {
  argumentsOf,
  fieldsOf,
  GRAPHQL_SCALARS,
  type GraphqlArgument,
  type GraphqlField,
  type GraphqlSchema,
  readSchema,
  toOperation,
} from "./graphql-schema";

/** What the endpoint answered to the introspection query; bytes are UTF-8. */
export type GraphqlJob = { introspection: string | Uint8Array<ArrayBuffer> };

type Variable = { name: string; type?: string; items?: string; description?: string; enum?: string[] };
type WrittenOperation = {
  kind: "query" | "mutation";
  /** The field of the schema. */
  field: string;
  name: string;
  description: string;
  deprecated: boolean;
  document: string;
  variables: Variable[];
  /** The part of the answer that is returned. */
  response: string;
};
export type GraphqlOperations = {
  operations: WrittenOperation[];
  /** How many operations the schema has. */
  total: number;
  /** In words, for an answer without a schema. */
  problem: string | null;
};

const MOST_OPERATIONS = 1_000;
/** Of all operations as JSON. */
const MOST_CHARACTERS = 1_000_000;
const MAX_DESCRIPTION = 1_000;
const MOST_VALUES = 200;
const NO_SCHEMA = "it is no GraphQL endpoint, or it shows its schema to nobody";

/** The fields of an input object in words: a tool by hand has no schema inside of an object. */
function toFieldWords({ properties, required }: Values): string {
  if (!isObject(properties)) return "";
  const names = new Set(Array.isArray(required) ? required : []);
  const words = Object.entries(properties).map(([name, schema]) => {
    const { type, enum: values } = isObject(schema) ? schema : {};
    const kind = Array.isArray(values) ? values.slice(0, 10).join(" or ") : typeof type === "string" ? type : "any";
    return `${name} (${kind}${names.has(name) ? ", required" : ""})`;
  });
  return words.length === 0 ? "" : `Fields: ${words.join(", ")}`;
}

const cut = (text: string): string =>
  text.length <= MAX_DESCRIPTION ? text : `${cutText(text, MAX_DESCRIPTION - 3)}...`;

/** Only facts that are not in the document: allowed values, objects of the server, and words. */
function toVariable({ name, schema, type }: GraphqlArgument): Variable {
  const inner = type.isList && isObject(schema.items) ? schema.items : schema;
  const values = Array.isArray(inner.enum) && inner.enum.length > 1 ? inner.enum.slice(0, MOST_VALUES) : undefined;
  const facts = values
    ? { type: "string", enum: values as string[] }
    : inner.type === "object"
      ? { type: "object" }
      : {};
  const text = [schema.description, toFieldWords(inner)].filter(
    (part) => typeof part === "string" && part.trim() !== "",
  );
  const isPlain = Object.hasOwn(GRAPHQL_SCALARS, type.name) || !facts.type;
  return {
    name,
    ...(isPlain ? {} : type.isList ? { ...facts, type: "array", items: facts.type ?? "string" } : facts),
    ...(text.length > 0 ? { description: cut(text.join(". ").replaceAll("..", ".")) } : {}),
  };
}

/** Each field of the first level on a line of its own, so that a person can take lines out. */
function layOut(selection: string): string {
  if (selection === "") return "";
  const lines: string[] = [];
  let line = "";
  let level = 0;
  for (const word of selection.split(" ").slice(1, -1)) {
    const isNewLine = level === 0 && word !== "{";
    if (isNewLine && line !== "") lines.push(line);
    line = isNewLine ? `    ${word}` : `${line} ${word}`;
    level += word === "{" ? 1 : word === "}" ? -1 : 0;
  }
  return ` {\n${[...lines, line].join("\n")}\n  }`;
}

/** The operation as the form has it; undefined for one that no tool by hand can be. */
function toWritten(schema: GraphqlSchema, field: GraphqlField): WrittenOperation | undefined {
  // Names that a tool cannot have, for which the server has a value of its own.
  const args = argumentsOf(schema, field).filter(({ name, isRequired }) => isRequired || !name.startsWith("__"));
  const { title, description, head, call, selection } = toOperation(schema, field, args);
  const operation = {
    ...{ kind: field.kind, field: field.name, name: title, description, deprecated: field.isDeprecated },
    document: `${head} {\n  ${call}${layOut(selection)}\n}`,
    ...{ variables: args.map(toVariable), response: `data.${field.name}` },
  };
  const { name, document, variables, response } = operation;
  const entry = HandEntry.safeParse({ name, description, graphql: { document, variables, response } });
  return entry.success ? operation : undefined;
}

/** The reason in an answer without a schema. */
function toProblem(value: unknown): string {
  const errors = isObject(value) && Array.isArray(value.errors) ? (value.errors as unknown[]) : [];
  const words = errors.flatMap((error) =>
    isObject(error) && typeof error.message === "string" ? [error.message] : [],
  );
  return words[0]?.trim() ? cut(words[0].trim()) : NO_SCHEMA;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a schema. The answer has at most as many operations as a page can show. */
export function runGraphqlJob({ introspection }: GraphqlJob): GraphqlOperations {
  const value = parse(decodeSource(introspection));
  const schema = readSchema(isObject(value) ? value : {});
  const fields = fieldsOf(schema);
  if (fields.length === 0) return { operations: [], total: 0, problem: toProblem(value) };
  const operations: WrittenOperation[] = [];
  let room = MOST_CHARACTERS;
  for (const field of fields) {
    if (operations.length >= MOST_OPERATIONS || room <= 0) break;
    const operation = toWritten(schema, field);
    room -= operation ? JSON.stringify(operation).length : 0;
    if (operation && room >= 0) operations.push(operation);
  }
  return { operations, total: fields.length, problem: null };
}
