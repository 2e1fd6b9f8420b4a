/**
 * Other names of arguments, which programs written for another list of tools send. The published schema contains only
 * the tool's own names.
 */
import { z } from "zod";
import { CatalogSourceError } from "./catalog-source-error";

/**
 * Target of a value: an argument (`owner`), a path into one (`message.subject`), or a path into each item of a list
 * (`toRecipients[].emailAddress.address`; one value becomes a list of one). Null accepts the value without effect.
 * `values` translates some values, `text` wraps the value (`drives/{}`), `item` makes it an item of the list `to`
 * (`{ role: user, content: "{}" }`; several names make items in the order of their file), `with` sets further values
 * that the caller omitted, and `also` lists further targets. `only` lists the values that the tool implies anyway; any
 * other is refused, because the tool would do something else than the caller wants.
 */
export const ArgumentAlias = z.union([
  z.string().min(1).max(300),
  z.null(),
  z.strictObject({
    to: z.string().min(1).max(300),
    values: z.record(z.string(), z.unknown()).optional(),
    text: z.string().max(200).includes("{}").optional(),
    item: z.record(z.string(), z.unknown()).optional(),
    with: z.record(z.string(), z.unknown()).optional(),
    also: z.array(z.string().min(1).max(300)).max(10).optional(),
  }),
  z.strictObject({ only: z.array(z.unknown()).min(1).max(20) }),
]);
export type ArgumentAlias = z.infer<typeof ArgumentAlias>;
export type ArgumentAliases = Readonly<Record<string, ArgumentAlias>>;

/**
 * An argument that the provider accepts and the tool's description does not contain: it is sent unchanged, under its
 * own or another name, or (`at`) at a path in a JSON body.
 */
const PassedArgument = z.strictObject({
  in: z.enum(["query", "header", "body"]),
  name: z.string().min(1).max(200).optional(),
  at: z.string().min(1).max(200).optional(),
  /** Of a query: false joins a list with commas, otherwise its name is repeated. */
  explode: z.boolean().optional(),
  /**
   * Its schema, or the words about a text: the tool shows the argument. Without it only programs that know the argument
   * can send it. That is for arguments that the provider's current reference does not list.
   */
  shows: z.union([z.string().min(1).max(1000), z.record(z.string(), z.unknown())]).optional(),
});
export type PassedArgument = z.infer<typeof PassedArgument>;

/** `toolkits/<slug>/arguments.yaml`: tool to its other names. */
export const ArgumentsFile = z.record(
  z.string(),
  z.record(z.string().min(1).max(200), z.union([ArgumentAlias, PassedArgument])),
);
export type ArgumentsFile = z.infer<typeof ArgumentsFile>;

/** A way into arguments; `each`: what follows is set in every item of the list there. */
export type ArgumentPath = { path: string[]; each?: string[] };

type Properties = Readonly<Record<string, unknown>>;

/** The parsed path. An argument's own name can contain dots. */
export function readPath(text: string, properties: Properties): ArgumentPath {
  if (Object.hasOwn(properties, text)) return { path: [text] };
  const [before = "", after] = text.split("[]", 2);
  const path = Object.hasOwn(properties, before) ? [before] : before.split(".");
  if (after === undefined) return { path };
  return { path, each: after.split(".").filter((part) => part !== "") };
}

const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);
const MAX_DEPTH = 12;

type Schema = { properties?: Properties; additionalProperties?: unknown; items?: unknown; anyOf?: unknown };

/** The schema of a member; null if the schema leaves it open. */
function stepInto(schema: Schema | null, name: string): Schema | null | undefined {
  if (schema === null || schema.anyOf !== undefined || schema.properties === undefined) return null;
  const inner = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (inner === undefined) return schema.additionalProperties ? null : undefined;
  return inner as Schema;
}

export const isPassed = (entry: ArgumentAlias | PassedArgument): entry is PassedArgument =>
  typeof entry === "object" && entry !== null && "in" in entry;

/** Why an alias cannot be used; undefined for a usable alias. */
function aliasProblem(alias: string, target: ArgumentAlias | PassedArgument, schema: Schema): string | undefined {
  const properties = schema.properties ?? {};
  if (UNSAFE.has(alias)) return "this name is unsafe";
  if (Object.hasOwn(properties, alias)) return "the tool has an argument of this name";
  if (target === null || (typeof target === "object" && !("to" in target))) return undefined;
  const ways =
    typeof target === "string" ? [target] : [target.to, ...Object.keys(target.with ?? {}), ...(target.also ?? [])];
  for (const text of ways) {
    const { path, each = [] } = readPath(text, properties);
    const steps = [...path, ...(each.length > 0 ? [null] : []), ...each];
    if (steps.length > MAX_DEPTH || steps.some((step) => step !== null && (step === "" || UNSAFE.has(step))))
      return `${text} is no way into arguments`;
    let there: Schema | null | undefined = schema;
    for (const step of steps) {
      there = step === null ? ((there?.items ?? null) as Schema | null) : stepInto(there ?? null, step);
      if (there === undefined) return `there is no argument ${text}`;
    }
  }
  return undefined;
}

/**
 * @throws CatalogSourceError for a name that is an argument's own, or that leads to no argument: no caller could use it
 */
export function checkAliases(
  place: { file: string; tool: string },
  aliases: ArgumentsFile[string],
  schema: Schema,
): void {
  for (const [alias, target] of Object.entries(aliases)) {
    const problem = aliasProblem(alias, target, schema);
    if (problem) throw new CatalogSourceError(place.file, `${place.tool}.${alias}`, problem);
  }
}
