/**
 * Adds values to closed lists that a provider has extended since its description was written. Numbers in a list of
 * texts are replaced: a reader of YAML 1.1 took 16:9 for 969, a number of base 60.
 */
import { z } from "zod";
import { isObject } from "@/lib/kernel/text/is-object";
import type { OpenApiDocument } from "./openapi-document";

/**
 * The name of a member or parameter and a value that its list has (`fieldType: select`), to the values that are
 * missing: lists of the same name that do not have the value are about something else.
 */
export const AddedChoices = z.record(
  z.string().regex(/^\w+: \S.*$/, "write it as name: value"),
  z.array(z.string().min(1)).min(1),
);
export type AddedChoices = z.infer<typeof AddedChoices>;

type Extension = { name: string; value: string; choices: readonly string[]; isUsed: boolean };

function extendMember(name: string, schema: unknown, extensions: readonly Extension[]): unknown {
  if (!isObject(schema) || !Array.isArray(schema.enum)) return schema;
  const values: unknown[] = schema.enum;
  const extension = extensions.find(
    (candidate) => candidate.name === name && values.some((value) => String(value) === candidate.value),
  );
  if (!extension) return schema;
  extension.isUsed = true;
  const isMisread = (value: unknown): boolean => schema.type === "string" && typeof value === "number";
  const { example, ...rest } = schema;
  return {
    ...rest,
    ...(example !== undefined && !isMisread(example) && { example }),
    enum: [...new Set([...values.filter((value) => !isMisread(value)), ...extension.choices])],
  };
}

function extend(part: unknown, extensions: readonly Extension[]): unknown {
  if (Array.isArray(part)) return part.map((item: unknown) => extend(item, extensions));
  if (!isObject(part)) return part;
  const parameter = typeof part.in === "string" && typeof part.name === "string" ? part.name : undefined;
  const nameOf = (key: string): string => (key === "schema" ? (parameter ?? key) : key);
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, extend(extendMember(nameOf(key), value, extensions), extensions)]),
  );
}

/**
 * A copy of the document with longer lists.
 * @throws Error naming an entry that fits no list, because it is out of date
 */
export function addChoices(document: OpenApiDocument, added: AddedChoices): OpenApiDocument {
  const extensions = Object.entries(added).map(([place, choices]): Extension => {
    const [name = "", value = ""] = place.split(": ");
    return { name, value, choices, isUsed: false };
  });
  if (extensions.length === 0) return document;
  const extended = extend(document, extensions) as OpenApiDocument;
  const unused = extensions.find(({ isUsed }) => !isUsed);
  if (unused) throw new Error(`no list of ${unused.name} has ${JSON.stringify(unused.value)}`);
  return extended;
}
