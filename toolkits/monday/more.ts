/** monday.com: searches, several values at once, subitems, files, and operations in the caller's own words. */
import { multipartForm } from "@/lib/catalog/multipart-form";
import { attempt, type HandlerTools, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { ITEM, operation, run } from "./request";

type Values = Record<string, unknown>;
type Item = { id?: string; name?: string };
type ItemPage = { cursor?: string | null; items?: Item[] };

const SEARCH =
  "query ($board_id: ID!, $columns: [ItemsPageByColumnValuesQuery!], $limit: Int!, $cursor: String) { " +
  `items_page_by_column_values(board_id: $board_id, columns: $columns, limit: $limit, cursor: $cursor) { cursor items { ${ITEM} } } }`;

/** Items with one of these texts in a column. A cursor stands for the search that it came from. */
async function searchItems(args: Values, tools: HandlerTools): Promise<ItemPage> {
  const { board_id, column_id, column_values, limit = 50, cursor } = args;
  const columns = cursor ? undefined : [{ column_id, column_values }];
  const data = await run(SEARCH, { board_id, columns, limit, cursor }, tools);
  return (data.items_page_by_column_values ?? {}) as ItemPage;
}

const changeValues = operation(
  "mutation ($board_id: ID!, $item_id: ID!, $column_values: JSON!, $create_labels_if_missing: Boolean) { " +
    "change_multiple_column_values(board_id: $board_id, item_id: $item_id, column_values: $column_values, " +
    `create_labels_if_missing: $create_labels_if_missing) { ${ITEM} } }`,
  { json: ["column_values"] },
);

const insertItem = operation(
  "mutation ($board_id: ID!, $item_name: String!, $group_id: String, $column_values: JSON, $create_labels_if_missing: " +
    "Boolean) { create_item(board_id: $board_id, item_name: $item_name, group_id: $group_id, column_values: " +
    `$column_values, create_labels_if_missing: $create_labels_if_missing) { ${ITEM} } }`,
  { json: ["column_values"] },
);

type UpsertArguments = {
  board_id?: string;
  match_column_id?: string;
  match_value?: string;
  item_name?: string;
  group_id?: string;
  column_values?: Values;
  create_labels_if_missing?: boolean;
};

/** Writes the item that has a value in a column, or creates it. If several items have it, the error names them. */
const upsertItem: ToolHandler = async (args: UpsertArguments, tools) => {
  const { board_id, match_column_id: column = "name", match_value: value = "", item_name: name } = args;
  const page = await searchItems({ board_id, column_id: column, column_values: [value], limit: 3 }, tools);
  const items = page.items ?? [];
  if (items.length > 1)
    return tools.fail(
      `Several items have ${JSON.stringify(value)}: ` +
        `${items.map(({ id, name: label }) => `${label} (${id})`).join(", ")}. Change one by its ID.`,
    );
  const column_values = { ...args.column_values, ...(column !== "name" && { [column]: value }) };
  const labels = { create_labels_if_missing: args.create_labels_if_missing };
  const [item] = items;
  const fields = item
    ? { board_id, item_id: item.id, column_values: { ...column_values, ...(name && { name }) }, ...labels }
    : { board_id, item_name: name ?? value, group_id: args.group_id, column_values, ...labels };
  const data = await (item ? changeValues : insertItem)(fields as unknown as Record<string, never>, tools);
  return { created: !item, item: data.change_multiple_column_values ?? data.create_item ?? {} };
};

/** Adds a file to a column of an item, or to a new update of it. */
const uploadFile: ToolHandler = async (
  args: { item_id?: string; column_id?: string; file?: unknown; comment?: string },
  tools,
) => {
  const file = await tools.readFile(args.file);
  const send = (query: string, variables: Values) =>
    tools.call({
      method: "POST",
      path: "/v2/file",
      ...multipartForm([
        ["query", query],
        ["variables", JSON.stringify(variables)],
        ["map", JSON.stringify({ file: ["variables.file"] })],
        ["file", file],
      ]),
    });
  if (args.column_id) {
    const query =
      "mutation ($item_id: ID!, $column_id: String!, $file: File!) { add_file_to_column(item_id: $item_id, column_id: " +
      "$column_id, file: $file) { id name url file_size } }";
    const { data } = await send(query, { item_id: args.item_id, column_id: args.column_id });
    return { asset: (data as { data?: Values }).data?.add_file_to_column ?? {} };
  }
  const update = "mutation ($item_id: ID!, $body: String!) { create_update(item_id: $item_id, body: $body) { id } }";
  const created = await run(update, { item_id: args.item_id, body: args.comment || file.name }, tools);
  const { id: update_id } = (created.create_update ?? {}) as { id?: string };
  const query =
    "mutation ($update_id: ID!, $file: File!) { add_file_to_update(update_id: $update_id, file: $file) { id name url file_size } }";
  const answer = await attempt(() => send(query, { update_id }));
  if (answer.problem !== undefined)
    return { update_id, asset: {}, problems: [`The update was posted, but its file failed: ${answer.problem}`] };
  return { update_id, asset: (answer.value.data as { data?: Values }).data?.add_file_to_update ?? {}, problems: [] };
};

export const moreHandlers: ToolHandlers = {
  changeValues,
  upsertItem,
  uploadFile,
  searchItems: async (args: Values, tools) => {
    const { items = [], cursor } = await searchItems(args, tools);
    return { items, cursor: cursor ?? null };
  },
  createSubitem: operation(
    "mutation ($parent_item_id: ID!, $item_name: String!, $column_values: JSON, $create_labels_if_missing: Boolean) { " +
      "create_subitem(parent_item_id: $parent_item_id, item_name: $item_name, column_values: $column_values, " +
      "create_labels_if_missing: $create_labels_if_missing) { id name board { id } } }",
    { json: ["column_values"] },
  ),
  listUpdates: operation(
    "query ($item_id: [ID!], $limit: Int, $page: Int) { items(ids: $item_id) { id updates(limit: $limit, page: $page) { " +
      "id text_body body created_at creator { id name } replies { id text_body created_at creator { id name } } } } }",
    { defaults: { limit: 25, page: 1 } },
  ),
  listWorkspaces: operation(
    "query ($limit: Int, $page: Int) { workspaces(limit: $limit, page: $page) { id name kind description } }",
    { defaults: { limit: 50, page: 1 } },
  ),
  runGraphql: async (args: { query?: string; variables?: Values }, { call }) => {
    const body = { query: args.query, variables: args.variables ?? {} };
    const { data, errors } = (await call({ method: "POST", path: "/v2", body })).data as {
      data?: Values;
      errors?: unknown[];
    };
    return { data: data ?? {}, ...(errors && { errors }) };
  },
};
