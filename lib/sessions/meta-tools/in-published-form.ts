/** Converts arguments of other client versions into the published form. Pure. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";

function toQuery(input: unknown): unknown {
  if (typeof input === "string") return { use_case: input };
  if (!isObject(input) || input.use_case !== undefined || input.query === undefined) return input;
  const { query, ...rest } = input;
  return { ...rest, use_case: query };
}

/** `{query: "..."}`, alone or in the list, a text, and a list of texts. */
function searchForms({ query, queries, use_case, known_fields, ...rest }: Values): Values {
  if (queries !== undefined) {
    const list: unknown[] = Array.isArray(queries) ? queries : [queries];
    return { ...rest, queries: list.map(toQuery) };
  }
  const text = query ?? use_case;
  if (text === undefined) return rest;
  const searchQuery = toQuery(text);
  return {
    ...rest,
    queries: [isObject(searchQuery) && known_fields !== undefined ? { known_fields, ...searchQuery } : searchQuery],
  };
}

/** An older version required `memory`, which had no effect. */
const executeForms = ({ memory: _, ...rest }: Values): Values => rest;

/** A list of names as one text. */
const listForms =
  (name: string) =>
  (args: Values): Values => {
    const list = args[name];
    if (typeof list !== "string") return args;
    return { ...args, [name]: list.split(",").flatMap((entry) => entry.trim() || []) };
  };

/** Renames an argument to its published name, if that name is free. */
const renamed = (args: Values, from: string, to: string): Values => {
  if (args[from] === undefined || args[to] !== undefined) return args;
  const { [from]: value, ...rest } = args;
  return { ...rest, [to]: value };
};

const waitForms = (args: Values): Values => renamed(listForms("toolkits")(args), "timeout_seconds", "timeout");

/** An older tool took only one toolkit. */
function connectionForms(args: Values): Values {
  const { toolkit, ...rest } = renamed(args, "reinitiate", "reinitiate_all");
  return toolkit === undefined || rest.toolkits !== undefined
    ? listForms("toolkits")(args)
    : { ...rest, toolkits: [toolkit] };
}

const FORMS: Readonly<Record<string, (args: Values) => Values>> = {
  COMPOSIO_SEARCH_TOOLS: searchForms,
  COMPOSIO_MULTI_EXECUTE_TOOL: executeForms,
  COMPOSIO_GET_TOOL_SCHEMAS: listForms("tool_slugs"),
  COMPOSIO_MANAGE_CONNECTIONS: connectionForms,
  COMPOSIO_WAIT_FOR_CONNECTIONS: waitForms,
};

/** Previous names of meta tools; the catalog has them as aliases. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  COMPOSIO_MANAGE_CONNECTION: "COMPOSIO_MANAGE_CONNECTIONS",
  COMPOSIO_WAIT_FOR_CONNECTION: "COMPOSIO_WAIT_FOR_CONNECTIONS",
};

/** The published name of a meta tool. Accepts any of its names, in capitals. */
export const publishedName = (name: string): string =>
  (Object.hasOwn(OLDER_NAMES, name) ? OLDER_NAMES[name] : undefined) ?? name;

/** The arguments in the published form. */
export const inPublishedForm = (slug: string, args: Values): Values => FORMS[slug]?.(args) ?? args;
