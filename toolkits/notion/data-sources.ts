/**
 * Notion's databases: rows and columns are in data sources. A database has one or several of them. These tools take a
 * database, as programs do that know no data sources, and find its data source.
 */
import {
  attempt,
  type HandlerCall,
  type HandlerTools,
  type ToolHandler,
  type ToolHandlers,
} from "@/lib/catalog/tool-handler";
import { ask, pathOf, type Data } from "./request";

type Source = { id: string; name?: string };
export type DatabaseArguments = { database_id?: string; data_source_id?: string };

/** Data sources whose columns are read with their database, so that it ends. */
const MAX_SOURCES = 10;

const sourcesOf = (database: Data): Source[] => (database.data_sources ?? []) as Source[];

/**
 * The data source in which a database's rows are. The ID of a data source is understood in place of the database's,
 * because searches answer with data sources.
 * @returns its ID; a database of several ends the execution with their names and IDs
 */
export async function requireDataSource(
  { database_id: id, data_source_id: source }: DatabaseArguments,
  { call, fail }: Pick<HandlerTools, "call" | "fail">,
): Promise<string> {
  if (source) return source;
  if (!id) return fail("There is no database. Give database_id, or data_source_id.");
  const database = await readDatabase(call, id);
  if (!database) return id;
  const sources = sourcesOf(database);
  const [first] = sources;
  if (first && sources.length === 1) return first.id;
  if (!first)
    return fail("The database has no data source that this connection can read. Share it with the integration.");
  const list = sources.map((source) => `${source.name ?? "Untitled"} (${source.id})`).join(", ");
  return fail(`The database has ${sources.length} data sources: ${list}. Give the ID of one as data_source_id.`);
}

/** The database, or null if the ID is that of a data source. */
async function readDatabase(call: HandlerCall, id: string): Promise<Data | null> {
  try {
    return await ask(call, { method: "GET", path: pathOf("databases", id) });
  } catch (error) {
    try {
      await call({ method: "GET", path: pathOf("data_sources", id) });
      return null;
    } catch {
      // It is neither: Notion's words about the database are the answer.
      throw error;
    }
  }
}

type QueryArguments = DatabaseArguments & {
  filter?: Data;
  sorts?: Data[];
  filter_properties?: string[];
  start_cursor?: string;
  page_size?: number;
};

const queryDatabase: ToolHandler = async (
  { filter, sorts, filter_properties, start_cursor, page_size, ...place }: QueryArguments,
  tools,
) =>
  ask(tools.call, {
    method: "POST",
    path: `${pathOf("data_sources", await requireDataSource(place, tools))}/query`,
    query: { filter_properties },
    body: {
      ...(filter && { filter }),
      ...(sorts && { sorts }),
      ...(start_cursor && { start_cursor }),
      ...(page_size && { page_size }),
    },
  });

const fetchDatabase: ToolHandler = async ({ database_id: id = "" }: DatabaseArguments, { call }) =>
  withColumns(call, (await readDatabase(call, id)) ?? { data_sources: [{ id }] });

/** A database with the columns of its data sources; `properties` are those of the first. */
export async function withColumns(call: HandlerCall, database: Data): Promise<Data> {
  const sources: Data[] = [];
  for (const source of sourcesOf(database).slice(0, MAX_SOURCES))
    sources.push(await ask(call, { method: "GET", path: pathOf("data_sources", source.id) }));
  return {
    ...(database.id ? {} : sources[0]),
    ...database,
    properties: sources[0]?.properties ?? {},
    data_sources: sourcesOf(database).map((source, index) => ({
      ...source,
      ...(sources[index] && { properties: sources[index].properties }),
    })),
  };
}

type ChangeArguments = DatabaseArguments & { properties?: Data; [member: string]: unknown };

const updateDatabase: ToolHandler = async (
  { properties, data_source_id, database_id, ...changes }: ChangeArguments,
  tools,
) => {
  const { call, fail } = tools;
  if (!properties && Object.keys(changes).length === 0)
    return fail("There is nothing to change. Give title, description or properties.");
  // Columns first: a change that Notion refuses leaves the title as it was.
  const source = properties && (await requireDataSource({ database_id, data_source_id }, tools));
  const columns = source
    ? await ask(call, { method: "PATCH", path: pathOf("data_sources", source), body: { properties } })
    : undefined;
  if (Object.keys(changes).length === 0) return { ...columns, id: database_id };
  const change = () => ask(call, { method: "PATCH", path: pathOf("databases", database_id), body: changes });
  const result = columns ? await attempt(change) : { value: await change() };
  if (result.problem === undefined) return { ...result.value, ...(columns && { properties: columns.properties }) };
  const rest = result.isUnknown ? "perhaps also the rest" : "but not the rest";
  return { ...columns, id: database_id, problem: `The properties were changed, ${rest}. ${result.problem}` };
};

const databaseProperty: ToolHandler = async (
  { property_id, ...place }: DatabaseArguments & { property_id?: string },
  tools,
) => {
  const path = pathOf("data_sources", await requireDataSource(place, tools));
  const source = await ask(tools.call, { method: "GET", path });
  const columns = Object.values((source.properties ?? {}) as Record<string, { id: string; name: string }>);
  const column = columns.find(({ id, name }) => id === property_id || name === property_id);
  return (
    column ??
    tools.fail(
      `The database has no property ${JSON.stringify(property_id)}. It has ${columns.map(({ name }) => name).join(", ")}.`,
    )
  );
};

type SearchArguments = { filter?: Data & { value?: string }; [member: string]: unknown };

/** Older programs ask for databases; a search finds their data sources now. */
const search: ToolHandler = async ({ filter, ...rest }: SearchArguments, { call }) =>
  ask(call, {
    method: "POST",
    path: "/v1/search",
    body: {
      ...rest,
      ...(filter && { filter: filter.value === "database" ? { ...filter, value: "data_source" } : filter }),
    },
  });

export const dataSourceHandlers: ToolHandlers = {
  queryDatabase,
  fetchDatabase,
  updateDatabase,
  databaseProperty,
  search,
};
