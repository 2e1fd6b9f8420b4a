/** The form for a project's changes of a tool, between texts that are typed and what is saved. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { ResultOf, SentTo } from "@/lib/contract/client";
import type { overridesApi } from "@/generated/addresses/catalog/overrides";

export type Override = ResultOf<typeof overridesApi.getToolOverride>;
type Body = SentTo<typeof overridesApi.putToolOverride>["body"];

/** `usual`: as the toolkit describes it; `default`: a value for calls that leave it out; `fixed`: always this value. */
export type ArgumentMode = "usual" | "default" | "fixed";

export type ArgumentDraft = {
  mode: ArgumentMode;
  /** The value as it is typed. */
  text: string;
  /** JSON texts of the values that are allowed; null for all. */
  values: readonly string[] | null;
};

export type Draft = {
  name: string;
  description: string;
  hidden: boolean;
  arguments: Record<string, ArgumentDraft>;
};

export type Argument = {
  name: string;
  type: string;
  description: string;
  required: boolean;
  /** JSON texts of the values that the toolkit allows; empty for any. */
  choices: readonly string[];
  /** Whether a value is text, so that it is typed without quotes. */
  isText: boolean;
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const types = [schema.type].flat().filter((type) => typeof type === "string" && type !== "null");
  return types.length === 0 ? "any" : types.join(" or ");
}

/** The arguments of a schema, in its order. */
export function toArguments(schema: Readonly<Record<string, unknown>>): Argument[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, property]) => {
    const details = isObject(property) ? property : {};
    const items = isObject(details.items) ? details.items : {};
    const type = typeOf(details);
    const values = type === "array" ? items.enum : details.enum;
    return {
      name,
      type,
      description: textOf(details.description),
      required: required.includes(name),
      choices: Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [],
      isText: type === "string",
    };
  });
}

const NO_CHANGE: ArgumentDraft = { mode: "usual", text: "", values: null };

export const draftOf = (draft: Draft, name: string): ArgumentDraft =>
  Object.hasOwn(draft.arguments, name) ? (draft.arguments[name] ?? NO_CHANGE) : NO_CHANGE;

const toText = (value: unknown, { isText }: Argument): string =>
  value === undefined ? "" : isText && typeof value === "string" ? value : JSON.stringify(value);

/** The form as it is when the page opens. */
export function toDraft({ override, original }: Override): Draft {
  const changes = override?.arguments ?? {};
  return {
    name: override?.name ?? "",
    description: override?.description ?? "",
    hidden: override?.hidden ?? false,
    arguments: Object.fromEntries(
      toArguments(original.input_parameters).flatMap((argument): [string, ArgumentDraft][] => {
        const change = Object.hasOwn(changes, argument.name) ? changes[argument.name] : undefined;
        if (!change) return [];
        const isFixed = change.fixed !== undefined || change.is_fixed === true;
        const mode = isFixed ? "fixed" : change.default !== undefined ? "default" : "usual";
        const values = change.enum?.map((value) => JSON.stringify(value)) ?? null;
        return [[argument.name, { mode, text: toText(change.fixed ?? change.default, argument), values }]];
      }),
    ),
  };
}

/** The typed value, or the sentence of its error. */
export function readValue(text: string, argument: Argument): { value: unknown } | { error: string } {
  if (argument.isText) return { value: text };
  if (text.trim() === "") return { error: "Enter a value." };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return argument.type === "any" || argument.type.includes("string")
      ? { value: text }
      : { error: `Enter a value of type ${argument.type}, as JSON.` };
  }
}

/** The sentences next to arguments whose values cannot be saved, by name. */
export function findDraftErrors(draft: Draft, args: readonly Argument[]): Record<string, string> {
  const errors: [string, string][] = [];
  for (const argument of args) {
    const { mode, text, values } = draftOf(draft, argument.name);
    if (values?.length === 0 && mode !== "fixed") errors.push([argument.name, "Allow at least one value."]);
    if (mode === "usual") continue;
    const result = readValue(text, argument);
    if ("error" in result) errors.push([argument.name, result.error]);
  }
  return Object.fromEntries(errors);
}

/** The body to save; null if the form changes nothing, so that the tool is given back. */
export function toBody(draft: Draft, args: readonly Argument[]): Body | null {
  const changes = Object.fromEntries(
    args.flatMap((argument) => {
      const { mode, text, values } = draftOf(draft, argument.name);
      const result = readValue(text, argument);
      const value = "value" in result ? result.value : undefined;
      const allowed = values && mode !== "fixed" ? { enum: values.map((item) => JSON.parse(item) as unknown) } : {};
      const change = { ...allowed, ...(mode !== "usual" && { [mode]: value }) };
      return Object.keys(change).length > 0 ? [[argument.name, change] as const] : [];
    }),
  );
  const [name, description] = [draft.name.trim() || null, draft.description.trim() || null];
  if (name === null && description === null && !draft.hidden && Object.keys(changes).length === 0) return null;
  return { name, description, hidden: draft.hidden, arguments: changes };
}
