/** monday.com's tools: each is one query or mutation of its GraphQL API (developer.monday.com/api-reference). */
import { toHexColor } from "@/lib/catalog/to-hex-color";
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { moreHandlers } from "./more";
import { ITEM, operation, run } from "./request";

const BOARD = "id name description state board_kind workspace_id items_count";

const listBoardItems: ToolHandler = async (
  args: { board_id?: string; limit?: number; cursor?: string; query_params?: unknown },
  tools,
) => {
  const limit = args.limit ?? 50;
  if (args.cursor)
    return run(
      `query ($cursor: String!, $limit: Int!) { next_items_page(cursor: $cursor, limit: $limit) { cursor items { ${ITEM} } } }`,
      { cursor: args.cursor, limit },
      tools,
    );
  return run(
    "query ($board: [ID!], $limit: Int!, $query_params: ItemsQuery) { boards(ids: $board) { " +
      `items_page(limit: $limit, query_params: $query_params) { cursor items { ${ITEM} } } } }`,
    { board: [args.board_id], limit, query_params: args.query_params },
    tools,
  );
};

const createItem: ToolHandler = async (args: Record<string, unknown>, tools) =>
  operation(
    "mutation ($board_id: ID!, $item_name: String!, $group_id: String, $column_values: JSON, " +
      "$create_labels_if_missing: Boolean) { create_item(board_id: $board_id, item_name: $item_name, " +
      "group_id: $group_id, column_values: $column_values, create_labels_if_missing: " +
      "$create_labels_if_missing) { id name group { id title } } }",
    { json: ["column_values"] },
  )(args as Record<string, never>, tools);

/**
 * Colors of groups by name; monday.com takes the hex codes of its own palette only
 * (developer.monday.com/api-reference/reference/groups).
 */
const GROUP_COLORS: ReadonlyMap<string, string> = new Map([
  ["dark green", "#037f4c"],
  ["green", "#00c875"],
  ["light green", "#9cd326"],
  ["yellow", "#ffcb00"],
  ["dark purple", "#784bd1"],
  ["purple", "#9d50dd"],
  ["dark blue", "#007eb5"],
  ["blue", "#579bfc"],
  ["light blue", "#66ccff"],
  ["dark red", "#bb3354"],
  ["red", "#df2f4a"],
  ["pink", "#ff5ac4"],
  ["dark orange", "#ff642e"],
  ["orange", "#fdab3d"],
  ["brown", "#7f5347"],
  ["gray", "#c4c4c4"],
  ["dark gray", "#757575"],
]);

const insertGroup = operation(
  "mutation ($board_id: ID!, $group_name: String!, $group_color: String) { create_group(board_id: " +
    "$board_id, group_name: $group_name, group_color: $group_color) { id title } }",
);

const createGroup: ToolHandler = async (args: { group_color?: string }, tools) => {
  const { group_color: words, ...rest } = args;
  if (!words) return insertGroup(rest as Record<string, never>, tools);
  const color = toHexColor(words, GROUP_COLORS);
  if (!color)
    return tools.fail(
      "group_color is no color of monday.com. Give a hex code of its palette, such as #ff642e, or one " +
        `of ${[...GROUP_COLORS.keys()].join(", ")}.`,
    );
  return insertGroup({ ...rest, group_color: color } as unknown as Record<string, never>, tools);
};

export const handlers: ToolHandlers = {
  ...moreHandlers,
  listBoards: operation(
    "query ($limit: Int, $page: Int, $ids: [ID!], $workspace_ids: [ID], $state: State, $board_kind: " +
      "BoardKind) { boards(limit: $limit, page: $page, ids: $ids, workspace_ids: $workspace_ids, state: " +
      `$state, board_kind: $board_kind) { ${BOARD} } }`,
    { defaults: { limit: 25, page: 1 } },
  ),
  createBoard: operation(
    "mutation ($board_name: String!, $board_kind: BoardKind!, $description: String, $workspace_id: " +
      "ID, $folder_id: ID, $template_id: ID, $board_owner_ids: [ID!], $board_subscriber_ids: [ID!], " +
      "$board_subscriber_teams_ids: [ID!]) { create_board(board_name: $board_name, board_kind: " +
      "$board_kind, description: $description, workspace_id: $workspace_id, folder_id: $folder_id, " +
      "template_id: $template_id, board_owner_ids: $board_owner_ids, board_subscriber_ids: " +
      `$board_subscriber_ids, board_subscriber_teams_ids: $board_subscriber_teams_ids) { ${BOARD} } }`,
    { defaults: { board_kind: "public" } },
  ),
  updateBoard: operation(
    "mutation ($board_id: ID!, $board_attribute: BoardAttributes!, $new_value: String!) { " +
      "update_board(board_id: $board_id, board_attribute: $board_attribute, new_value: $new_value) }",
  ),
  archiveBoard: operation("mutation ($board_id: ID!) { archive_board(board_id: $board_id) { id state } }"),
  addUsersToBoard: operation(
    "mutation ($board_id: ID!, $user_ids: [ID!]!, $kind: BoardSubscriberKind) { " +
      "add_users_to_board(board_id: $board_id, user_ids: $user_ids, kind: $kind) { id } }",
    { defaults: { kind: "subscriber" } },
  ),
  listColumns: operation(
    "query ($board_id: [ID!]) { boards(ids: $board_id) { id columns { id title type description settings_str archived } } }",
  ),
  createColumn: operation(
    "mutation ($board_id: ID!, $title: String!, $column_type: ColumnType!, $description: String, " +
      "$defaults: JSON, $after_column_id: ID) { create_column(board_id: $board_id, title: $title, " +
      "column_type: $column_type, description: $description, defaults: $defaults, after_column_id: " +
      "$after_column_id) { id title type } }",
    { json: ["defaults"] },
  ),
  deleteColumn: operation(
    "mutation ($board_id: ID!, $column_id: String!) { delete_column(board_id: $board_id, column_id: $column_id) { id } }",
  ),
  getGroups: operation(
    "query ($board_id: [ID!], $group_ids: [String]) { boards(ids: $board_id) { id groups(ids: " +
      "$group_ids) { id title color position archived deleted } } }",
  ),
  createGroup,
  deleteGroup: operation(
    "mutation ($board_id: ID!, $group_id: String!) { delete_group(board_id: $board_id, group_id: $group_id) { id deleted } }",
  ),
  listBoardItems,
  listItems: operation(
    `query ($ids: [ID!], $limit: Int, $page: Int) { items(ids: $ids, limit: $limit, page: $page) { ${ITEM} } }`,
    { defaults: { limit: 25, page: 1 } },
  ),
  createItem,
  changeValue: operation(
    "mutation ($board_id: ID!, $item_id: ID!, $column_id: String!, $value: String, " +
      "$create_labels_if_missing: Boolean) { change_simple_column_value(board_id: $board_id, item_id: " +
      "$item_id, column_id: $column_id, value: $value, create_labels_if_missing: " +
      "$create_labels_if_missing) { id name column_values { id text } } }",
  ),
  duplicateItem: operation(
    "mutation ($board_id: ID!, $item_id: ID!, $with_updates: Boolean) { duplicate_item(board_id: " +
      "$board_id, item_id: $item_id, with_updates: $with_updates) { id name } }",
  ),
  moveToGroup: operation(
    "mutation ($item_id: ID!, $group_id: String!) { move_item_to_group(item_id: $item_id, group_id: $group_id) { id group { id title } } }",
  ),
  moveToBoard: operation(
    "mutation ($item_id: ID!, $board_id: ID!, $group_id: ID!) { move_item_to_board(item_id: $item_id, " +
      "board_id: $board_id, group_id: $group_id) { id board { id name } } }",
  ),
  archiveItem: operation("mutation ($item_id: ID!) { archive_item(item_id: $item_id) { id state } }"),
  deleteItem: operation("mutation ($item_id: ID!) { delete_item(item_id: $item_id) { id } }"),
  createUpdate: operation(
    "mutation ($item_id: ID!, $body: String!) { create_update(item_id: $item_id, body: $body) { id body } }",
  ),
  listUsers: operation(
    "query ($limit: Int, $page: Int, $ids: [ID!], $emails: [String!], $kind: UserKind) { users(limit: " +
      "$limit, page: $page, ids: $ids, emails: $emails, kind: $kind) { id name email title is_guest " +
      "enabled } }",
    { defaults: { limit: 50, page: 1 } },
  ),
  me: operation("query { me { id name email account { id name slug } } }"),
};
