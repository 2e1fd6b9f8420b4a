/** Python for the workbench that calls the found tools, for an agent to fill in. Pure. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { SearchAnswer } from "../contract";

type Snippet = NonNullable<z.input<typeof SearchAnswer>["results"][number]["reference_workbench_snippets"]>[number];

/** An agent reads the whole response: a few arguments are enough to show the form. */
const MOST_ARGUMENTS = 12;
const LONGEST_LITERAL = 120;

const LITERALS: Readonly<Record<string, string>> = {
  integer: "0",
  number: "0",
  boolean: "False",
  array: "[]",
  object: "{}",
};

/** The value in Python's syntax: only true, false and null differ from JSON. */
function toPython(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toPython(member)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** A value that the schema itself names, or else the argument's name. */
function literalOf(name: string, schema: Values): string {
  const { examples, enum: choices, type } = schema;
  const named = [
    schema.default,
    Array.isArray(examples) ? examples[0] : undefined,
    Array.isArray(choices) ? choices[0] : undefined,
  ];
  const value = named.find((candidate) => candidate !== undefined && candidate !== null);
  const literal = value === undefined ? "" : toPython(value);
  if (literal !== "" && literal.length <= LONGEST_LITERAL) return literal;
  return (typeof type === "string" && LITERALS[type]) || JSON.stringify(`<${name}>`);
}

function toSnippet({ slug, name, inputSchema }: CatalogTool): Snippet {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = Array.isArray(inputSchema.required) ? (inputSchema.required as string[]) : [];
  const lines = required.slice(0, MOST_ARGUMENTS).map((argument) => {
    const schema = properties[argument];
    return `    ${JSON.stringify(argument)}: ${literalOf(argument, isObject(schema) ? schema : {})},`;
  });
  const args = lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n}`;
  return {
    description: `${name}, from code in the workbench`,
    code: `result, error = run_composio_tool(${JSON.stringify(slug)}, ${args})\nprint(error or result["data"])`,
  };
}

/** A snippet for each of the tools. */
export const toSnippets = (tools: readonly CatalogTool[]): Snippet[] => tools.map(toSnippet);
