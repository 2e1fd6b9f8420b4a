/** A tool that a person writes by hand, between the form and the API. Pure. */
import type { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import type { ResultOf } from "@/lib/contract/client";
import type { EFFECT_WORDS } from "../draft";

export type ToolPreview = ResultOf<typeof addedToolsApi.previewAddedTool>;
export type ToolProblem = ToolPreview["problems"][number];

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
export const PLACES = { path: "Path", query: "Query", header: "Header", body: "Body" } as const;
export const TYPES = {
  string: "Text",
  integer: "Whole number",
  number: "Number",
  boolean: "Yes or no",
  array: "List",
  object: "Object",
} as const;
const FORMS = {
  ...{ json: "application/json", form: "application/x-www-form-urlencoded", parts: "multipart/form-data" },
} as const;
export const CONTENT_WORDS = { json: "JSON", form: "Form", parts: "Form in parts (multipart)" } as const;
/** How a query has a list. */
export const LISTS = { repeat: "a=1&a=2", comma: "a=1,2", brackets: "a[]=1&a[]=2" } as const;

export type Parameter = {
  /** Stays the same while rows move. */
  key: number;
  name: string;
  in: keyof typeof PLACES;
  type: keyof typeof TYPES;
  required: boolean;
  description: string;
  /** Allowed values, with commas between them. */
  allowed: string;
  /** The value that is sent if a call has none; empty = nothing. Only HTTP requests have it and the facts below. */
  usual: string;
  minimum: string;
  maximum: string;
  /** Its name in the request; empty = the same. */
  sendAs: string;
  list: keyof typeof LISTS;
  /** Facts of a tool that was written elsewhere, which the form does not show. */
  rest: Readonly<Record<string, unknown>>;
};

export type ToolDraft = {
  kind: "http" | "graphql";
  name: string;
  /** Behind the toolkit's prefix; empty = made from the name. */
  slug: string;
  description: string;
  effect: keyof typeof EFFECT_WORDS | "";
  important: boolean;
  method: (typeof METHODS)[number];
  path: string;
  content: keyof typeof FORMS;
  parameters: Parameter[];
  /** JSON with places, or empty. */
  body: string;
  response: string;
  endpoint: string;
  document: string;
};

export const EMPTY_DRAFT: ToolDraft = {
  ...{ kind: "http", name: "", slug: "", description: "", effect: "", important: false },
  ...{ method: "GET", path: "", content: "json", parameters: [], body: "", response: "" },
  ...{ endpoint: "/graphql", document: "" },
};

export const newParameter = (draft: ToolDraft): Parameter => ({
  ...{ key: Math.max(0, ...draft.parameters.map(({ key }) => key)) + 1, name: "", type: "string", required: false },
  in: hasBody(draft) ? "body" : "query",
  ...{ description: "", allowed: "", usual: "", minimum: "", maximum: "", sendAs: "", list: "repeat", rest: {} },
});

export const hasBody = ({ kind, method }: ToolDraft): boolean =>
  kind === "http" && method !== "GET" && method !== "HEAD";

type Json = Record<string, unknown>;

/** Without members that are left empty. */
const withoutEmpty = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== "" && member !== undefined));

export const isNumeric = ({ type }: Pick<Parameter, "type">): boolean => type === "integer" || type === "number";

function toAllowed(parameter: Parameter): (string | number)[] | undefined {
  const texts = parameter.allowed
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean);
  if (texts.length === 0) return undefined;
  return isNumeric(parameter) ? texts.map(Number) : texts;
}

export const hasUsual = ({ type }: Pick<Parameter, "type">): boolean => type !== "array" && type !== "object";
export const isListInQuery = (parameter: Parameter): boolean => parameter.type === "array" && parameter.in === "query";

/** The number, or else the text itself, which the server refuses at its place. */
const toNumber = (text: string): number | string => {
  const number = text.trim() === "" ? "" : Number(text);
  return Number.isNaN(number) ? text : number;
};

function toUsual(parameter: Parameter): string | number | boolean {
  if (isNumeric(parameter)) return toNumber(parameter.usual);
  const { type, usual } = parameter;
  return type === "boolean" && (usual === "true" || usual === "false") ? usual === "true" : usual;
}

/** Only what the type and the place of the argument can have. */
const toFacts = (parameter: Parameter): Json => ({
  ...(hasUsual(parameter) && { default: toUsual(parameter) }),
  ...(isNumeric(parameter) && { minimum: toNumber(parameter.minimum), maximum: toNumber(parameter.maximum) }),
  ...(isListInQuery(parameter) && parameter.list !== "repeat" && { list: parameter.list }),
  send_as: parameter.sendAs.trim(),
});

const toParameter = (parameter: Parameter): Json => ({
  ...parameter.rest,
  ...withoutEmpty({ name: parameter.name.trim(), description: parameter.description.trim() }),
  ...{ in: parameter.in, type: parameter.type },
  ...withoutEmpty({ required: parameter.required || undefined, enum: toAllowed(parameter) }),
  ...withoutEmpty(toFacts(parameter)),
});

/** The body's template as JSON; the text itself if it is not JSON, which the server refuses at its place. */
function toBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const toVariable = (parameter: Parameter): Json => ({
  ...parameter.rest,
  ...withoutEmpty({ name: parameter.name.trim(), description: parameter.description.trim() }),
  ...withoutEmpty({ enum: toAllowed(parameter) }),
});

function toRequest(draft: ToolDraft): Json {
  const { kind, method, path, content, parameters, body, response, endpoint, document } = draft;
  if (kind === "graphql")
    return {
      graphql: {
        ...withoutEmpty({ path: endpoint.trim(), document, response: response.trim() }),
        ...(parameters.length > 0 && { variables: parameters.map(toVariable) }),
      },
    };
  return {
    http: {
      ...{ method, path: path.trim() },
      ...(hasBody(draft) && content !== "json" && { content_type: FORMS[content] }),
      ...(parameters.length > 0 && { parameters: parameters.map(toParameter) }),
      ...(hasBody(draft) && body.trim() !== "" && { body: toBody(body) }),
      ...withoutEmpty({ response: response.trim() }),
    },
  };
}

/** The tool as the API takes it. */
export const toDefinition = (draft: ToolDraft): Json => ({
  ...withoutEmpty({ slug: draft.slug.trim(), name: draft.name.trim(), description: draft.description.trim() }),
  ...withoutEmpty({ effect: draft.effect, important: draft.important || undefined }),
  ...toRequest(draft),
});

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const isOneOf = <T extends string>(value: unknown, names: readonly T[]): value is T =>
  names.some((name) => name === value);
const keysOf = <T extends string>(names: Readonly<Record<T, unknown>>): T[] => Object.keys(names) as T[];

const valueText = (value: unknown): string => (value === undefined ? "" : String(value));

function fromParameter(parameter: Json, index: number): Parameter {
  const { name, in: place, type, required, description, enum: allowed, ...facts } = parameter;
  const { default: usual, minimum, maximum, send_as: sendAs, list, ...rest } = facts;
  return {
    ...{ key: index + 1, name: textOf(name), description: textOf(description), required: required === true, rest },
    in: isOneOf(place, keysOf(PLACES)) ? place : "body",
    type: isOneOf(type, keysOf(TYPES)) ? type : "string",
    allowed: Array.isArray(allowed) ? allowed.join(", ") : "",
    ...{ usual: valueText(usual), minimum: valueText(minimum), maximum: valueText(maximum) },
    ...{ sendAs: textOf(sendAs), list: isOneOf(list, keysOf(LISTS)) ? list : "repeat" },
  };
}

/** The form has the words of a variable only; its type and value are in the document. */
export function fromVariable({ name, description, enum: allowed, ...rest }: Json, index: number): Parameter {
  return { ...fromParameter({ name, description, enum: allowed }, index), rest };
}

/** A stored tool in the form. */
export function fromDefinition(tool: Json): ToolDraft {
  const http = tool.http as Json | undefined;
  const graphql = tool.graphql as Json | undefined;
  const parameters = (http?.parameters ?? []) as Json[];
  const variables = (graphql?.variables ?? []) as Json[];
  return {
    ...EMPTY_DRAFT,
    ...{ kind: graphql ? "graphql" : "http", name: textOf(tool.name), slug: textOf(tool.slug) },
    description: textOf(tool.description),
    effect: isOneOf(tool.effect, ["read", "create", "update", "destroy"] as const) ? tool.effect : "",
    important: tool.important === true,
    method: isOneOf(http?.method, METHODS) ? http.method : "GET",
    path: textOf(http?.path),
    content: keysOf(FORMS).find((content) => FORMS[content] === http?.content_type) ?? "json",
    parameters: graphql ? variables.map(fromVariable) : parameters.map(fromParameter),
    body: http?.body === undefined ? "" : JSON.stringify(http.body, null, 2),
    response: textOf((http ?? graphql)?.response),
    ...(graphql && { endpoint: textOf(graphql.path) || "/graphql", document: textOf(graphql.document) }),
  };
}

/** The field at which a problem is shown: `path`, `parameters.2`, `body`; "" for none of them. */
export function fieldOf({ path }: ToolProblem): string {
  const [first = "", second = "", third] = path.split("/").slice(1);
  if (first !== "http" && first !== "graphql")
    return ["name", "slug", "description", "effect"].includes(first) ? first : "";
  if (second === "parameters" || second === "variables") return `parameters.${third ?? ""}`;
  if (first === "graphql" && second === "path") return "endpoint";
  return ["method", "path", "body", "response", "document"].includes(second) ? second : "";
}

const EMPTY_WORDS: Readonly<Record<string, string>> = {
  name: "Enter a name.",
  description: "Describe what the tool does and returns.",
  path: "Enter a path starting with /.",
  document: "Enter a query or a mutation.",
};

const isEmpty = (draft: ToolDraft, field: string): boolean => {
  const [name = "", index] = field.split(".");
  const value = name === "parameters" ? draft.parameters[Number(index)]?.name : draft[name as keyof ToolDraft];
  return value === undefined || value === "" || value === false;
};

const toSentence = (text: string): string => {
  const sentence = text.startsWith("must ") ? `This ${text}` : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
};

/**
 * The sentence for each wrong field.
 * @param wasTried whether empty fields count too
 */
export function toErrors(
  draft: ToolDraft,
  problems: readonly ToolProblem[],
  wasTried: boolean,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (wasTried)
    for (const [field, words] of Object.entries(EMPTY_WORDS))
      if (isEmpty(draft, field) && (field !== "path" || draft.kind === "http"))
        if (field !== "document" || draft.kind === "graphql") errors[field] = words;
  for (const problem of problems) {
    const field = fieldOf(problem);
    if (isEmpty(draft, field) && (!wasTried || errors[field] !== undefined)) continue;
    errors[field] ??= isEmpty(draft, field) ? "Enter a name." : toSentence(problem.message);
  }
  return errors;
}
