/** Arguments in a link: after the #, which no browser sends to a server. Secret arguments are never included. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import { resolveSchema, type Schema } from "@/components/schema-form/schema";
import type { Values } from "./arguments-draft";
import { withoutSecrets } from "./stored-arguments";

const NAME = "arguments";
/** Chats and mail break longer URLs. */
const MAX_CHARACTERS = 8_000;
const MAX_DEPTH = 20;

const isSecret = (schema: Schema): boolean => schema.format === "password" || schema.writeOnly === true;

/** A copy without the fields that the schema marks as secret, at any depth. */
export function withoutSecretFields(value: unknown, schemaOrRef: Schema, root: Schema, depth = 0): unknown {
  const schema = resolveSchema(schemaOrRef, root);
  const { items, properties, additionalProperties } = schema;
  if (depth > MAX_DEPTH) return undefined;
  const kinds = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
  if (kinds.length > 0) {
    // a field that is secret in one variant is secret in all
    const { anyOf: _anyOf, oneOf: _oneOf, ...baseSchema } = schema;
    return [...kinds, baseSchema].reduce<unknown>(
      (rest, kind) => withoutSecretFields(rest, kind, root, depth + 1),
      value,
    );
  }
  if (Array.isArray(value))
    return isObject(items) ? value.map((item) => withoutSecretFields(item, items, root, depth + 1)) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const property =
        isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (!isObject(property)) return [[name, item]];
      return isSecret(resolveSchema(property, root))
        ? []
        : [[name, withoutSecretFields(item, property, root, depth + 1)]];
    }),
  );
}

/**
 * The part after the #; empty if nothing can be shared or the part would be too long. The URL before it names the tool.
 */
export function toShared({ schema, values }: { schema: Schema; values: Values }): string {
  const text = JSON.stringify(withoutSecrets(withoutSecretFields(values, schema, schema)));
  const hash = `#${new URLSearchParams({ [NAME]: text }).toString()}`;
  return text === "{}" || hash.length > MAX_CHARACTERS ? "" : hash;
}

/**
 * The arguments in a link for this tool; null if the link has none or something else. Older links also name the tool
 * here.
 */
export function readShared(hash: string, tool: string): Values | null {
  if (hash.length > MAX_CHARACTERS) return null;
  const read = new URLSearchParams(hash.slice(1));
  if ((read.get("tool") ?? tool) !== tool) return null;
  try {
    const value: unknown = JSON.parse(read.get(NAME) ?? "null");
    return isObject(value) ? value : null;
  } catch {
    return null; // truncated on its way
  }
}

/** The target of the link: the same tool and version, but no user or account: the person who opens it has others. */
export function shareAddress(
  tool: { slug: string; input_parameters: Schema },
  version: string,
  values: Values,
): string {
  const url = new URL("/playground", window.location.origin);
  url.searchParams.set("tool", tool.slug);
  if (version) url.searchParams.set("version", version);
  return url.href + toShared({ schema: tool.input_parameters, values });
}
