/**
 * The field names whose values the log must hide: those that the tool's schema declares secret, and those that hold a
 * secret too short to be searched for. Pure.
 */
import { stepsOf, type AnswerSource } from "@/lib/catalog/answers-file";
import type { CatalogTool as Tool } from "@/lib/catalog/read/catalog";
import { isHiddenName, MIN_SOUGHT_LENGTH, type HiddenNames } from "@/lib/kernel/text/redact";
import { doubled } from "../request/argument-names";
import { wrapOf } from "../request/wrapped-arguments";
import type { Access } from "./access";
import { isObject } from "@/lib/kernel/text/is-object";

const MAX_DEPTH = 12;

/** OpenAPI's `format: password` (a hint to hide the input) and JSON schema's `writeOnly` (never part of an answer). */
const isDeclaredSecret = (schema: Record<string, unknown>): boolean =>
  schema.format === "password" || schema.writeOnly === true;

/** @param way the place of the schema, as names with doubled underscores begin there; `secret` where all in it is */
function addDeclared(
  names: Set<string>,
  schema: unknown,
  depth: number,
  way?: { before: string; secret: boolean },
): void {
  if (!isObject(schema) || depth > MAX_DEPTH) return;
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    const isSecret = isObject(property) && isDeclaredSecret(property);
    const inner = way && { before: `${way.before}${doubled(name)}__`, secret: way.secret || isSecret };
    if (isSecret) names.add(name.toLowerCase());
    if (inner?.secret) names.add(inner.before.slice(0, -2).toLowerCase());
    addDeclared(names, property, depth + 1, inner);
  }
  for (const part of [schema.items, schema.additionalProperties]) addDeclared(names, part, depth + 1);
  if (Array.isArray(schema.anyOf)) for (const part of schema.anyOf) addDeclared(names, part, depth + 1, way);
}

/** The names on the way to what a further key of an answer repeats. */
function stepsInto(source: AnswerSource): string[] {
  if (typeof source === "string" || Array.isArray(source)) return [source].flat().flatMap(stepsOf);
  return "argument" in source ? [source.argument] : [];
}

type DeclaringTool = Pick<Tool, "inputSchema" | "outputSchema" | "run" | "laidOver">;

const namesBySchema = new WeakMap<object, HiddenNames | null>();

/**
 * The argument names that a tool's schema declares secret, and their names in the HTTP request; undefined without such
 * names.
 */
export function declaredSecrets(tool: DeclaringTool): HiddenNames | undefined {
  const { outputSchema, run } = tool;
  const inputSchema = tool.laidOver?.inputSchema ?? tool.inputSchema;
  let hiddenNames = namesBySchema.get(inputSchema);
  if (hiddenNames === undefined) {
    const names = new Set<string>();
    const wrap = wrapOf(run);
    // With the object around the members in front, too, which callers may name.
    for (const before of wrap === undefined ? [""] : ["", `${doubled(wrap)}__`])
      addDeclared(names, inputSchema, 0, { before, secret: false });
    addDeclared(names, outputSchema, 0);
    const { request } = run;
    const fields = [...(request?.parameters ?? []), ...(request?.body?.mode === "flat" ? request.body.fields : [])];
    for (const { key, name } of fields) if (names.has(key.toLowerCase())) names.add(name.toLowerCase());
    for (const [alias, way] of Object.entries((request ? request.aliases : run.aliases) ?? {})) {
      const target = typeof way === "string" ? { to: way } : way;
      const ways = target && "to" in target ? [target.to, ...(target.also ?? [])] : [];
      const parts = ways.flatMap((to) => to.split(/[.[\]]+/));
      if (parts.some((part) => names.has(part.toLowerCase()))) names.add(alias.toLowerCase());
    }
    for (const [key, source] of Object.entries(run.answer ?? {}))
      if (stepsInto(source).some((step) => isHiddenName(step, names))) names.add(key.toLowerCase());
    hiddenNames = names.size > 0 ? names : null;
    namesBySchema.set(inputSchema, hiddenNames);
  }
  return hiddenNames ?? undefined;
}

/** The texts and numbers under the given names, anywhere in a value. */
export function valuesUnder(names: HiddenNames, value: unknown, depth = 0): string[] {
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    names.has(name.toLowerCase()) ? textsIn(inner) : valuesUnder(names, inner, depth + 1),
  );
}

/** All texts and numbers in a value, as texts. */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

/** The texts that logs must not contain: the credentials, and the values that `custom_auth_params` adds to the body. */
export const loggedSecrets = ({ secrets, body }: Access): readonly string[] =>
  body ? [...secrets, ...textsIn(body)] : secrets;

const isShort = (secret: string): boolean => secret.length > 0 && secret.length < MIN_SOUGHT_LENGTH;

/** The names of fields whose secret is too short for a search; undefined without such fields. */
export function shortSecretNames(access: Access | undefined): HiddenNames | undefined {
  if (!access || !(access.body || access.secrets.some(isShort))) return undefined;
  const short = new Set(loggedSecrets(access).filter(isShort));
  const names = new Set<string>();
  const add = (name: string, value: unknown) => {
    if (textsIn(value).some((text) => short.has(text))) names.add(name.toLowerCase());
  };
  for (const [name, value] of Object.entries(access.values)) add(name, value);
  for (const { name, value } of access.parameters) add(name, value);
  for (const [name, value] of Object.entries(access.body ?? {})) add(name, value);
  for (const rule of access.scheme?.apply ?? [])
    if ([...names].some((name) => rule.value.toLowerCase().includes(`{${name}}`))) names.add(rule.name.toLowerCase());
  return names.size > 0 ? names : undefined;
}

/** The union of both sets. */
export const mergeNames = (first: HiddenNames | undefined, second: HiddenNames | undefined): HiddenNames | undefined =>
  first && second ? new Set([...first, ...second]) : (first ?? second);
