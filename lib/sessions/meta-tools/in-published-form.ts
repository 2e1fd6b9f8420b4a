/** Forms of arguments that are understood besides the published ones, because clients of other versions send them. Pure. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";

function toQuery(one: unknown): unknown {
  if (typeof one === "string") return { use_case: one };
  if (!isObject(one) || one.use_case !== undefined || one.query === undefined) return one;
  const { query, ...rest } = one;
  return { ...rest, use_case: query };
}

/** `{query: "..."}`, alone or in the list, a text, and a list of texts. */
function searchForms({ query, queries, use_case, known_fields, ...rest }: Values): Values {
  if (queries !== undefined) {
    const list: unknown[] = Array.isArray(queries) ? queries : [queries];
    return { ...rest, queries: list.map(toQuery) };
  }
  const asked = query ?? use_case;
  if (asked === undefined) return rest;
  const one = toQuery(asked);
  return { ...rest, queries: [isObject(one) && known_fields !== undefined ? { known_fields, ...one } : one] };
}

/** An older surface wanted `memory`, which nothing was done with. */
const executeForms = ({ memory: _, ...rest }: Values): Values => rest;

/** A list of names as one text. */
const listForms =
  (name: string) =>
  (given: Values): Values => {
    const list = given[name];
    if (typeof list !== "string") return given;
    return { ...given, [name]: list.split(",").flatMap((one) => one.trim() || []) };
  };

/** A value under the name of the published argument, where nothing stands there. */
const renamed = (given: Values, from: string, to: string): Values => {
  if (given[from] === undefined || given[to] !== undefined) return given;
  const { [from]: value, ...rest } = given;
  return { ...rest, [to]: value };
};

const waitForms = (given: Values): Values => renamed(listForms("toolkits")(given), "timeout_seconds", "timeout");

/** An older tool was about one toolkit. */
function connectionForms(given: Values): Values {
  const { toolkit, ...rest } = renamed(given, "reinitiate", "reinitiate_all");
  return toolkit === undefined || rest.toolkits !== undefined
    ? listForms("toolkits")(given)
    : { ...rest, toolkits: [toolkit] };
}

const FORMS: Readonly<Record<string, (given: Values) => Values>> = {
  COMPOSIO_SEARCH_TOOLS: searchForms,
  COMPOSIO_MULTI_EXECUTE_TOOL: executeForms,
  COMPOSIO_GET_TOOL_SCHEMAS: listForms("tool_slugs"),
  COMPOSIO_MANAGE_CONNECTIONS: connectionForms,
  COMPOSIO_WAIT_FOR_CONNECTIONS: waitForms,
};

/** Names that meta tools had before; the catalog has them as their aliases. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  COMPOSIO_MANAGE_CONNECTION: "COMPOSIO_MANAGE_CONNECTIONS",
  COMPOSIO_WAIT_FOR_CONNECTION: "COMPOSIO_WAIT_FOR_CONNECTIONS",
};

/** The published name of a meta tool, of a name in capitals. */
export const publishedName = (name: string): string =>
  (Object.hasOwn(OLDER_NAMES, name) ? OLDER_NAMES[name] : undefined) ?? name;

/** The arguments in the published form. */
export const inPublishedForm = (slug: string, given: Values): Values => FORMS[slug]?.(given) ?? given;
