/** Rows and columns of databases, from plain values. */
import { attempt, type HandlerTools, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { COLUMN_TYPES, toColumnType } from "./column-types";
import { requireDataSource, withColumns, type DatabaseArguments } from "./data-sources";
import { looks, readBlocks, readMarkdown, type PageArguments } from "./page-arguments";
import { toProperty, unreadable } from "./property-values";
import { ask, createPageWith, pathOf, type Data } from "./request";
import { toRichText } from "./rich-text";

type Value = { name?: string; type?: string; value?: unknown };

function properties(values: Value[] | undefined, { fail }: HandlerTools): Data {
  const result: Data = {};
  for (const { name = "", type = "", value } of values ?? []) {
    const columnType = toColumnType(type) ?? type;
    const form = unreadable(columnType, value);
    if (form)
      return fail(
        `The property ${JSON.stringify(name)} cannot be ${JSON.stringify(value)}. Give ${form}; an empty text clears it.`,
      );
    const property = toProperty(columnType, value);
    if (!property)
      return fail(
        `The property ${JSON.stringify(name)} has the type ${JSON.stringify(type)}, which cannot be ` +
          "written. Give title, rich_text, number, select, status, multi_select, date, people, relation, " +
          "files, checkbox, url, email or phone_number.",
      );
    result[name] = property;
  }
  return result;
}

type RowArguments = PageArguments & DatabaseArguments & { properties?: Value[]; child_blocks?: unknown[] };

const insertRow: ToolHandler = async (args: RowArguments, tools) => {
  const row = { properties: properties(args.properties, tools), ...looks(args) };
  const blocks = [...readMarkdown(args, tools.fail), ...readBlocks(args.child_blocks, tools.fail)];
  const parent = { type: "data_source_id", data_source_id: await requireDataSource(args, tools) };
  return createPageWith(tools.call, { parent, ...row }, blocks);
};

const updateRow: ToolHandler = async (
  args: { row_id?: string; properties?: Value[]; icon?: string; cover?: string; delete_row?: boolean },
  tools,
) =>
  ask(tools.call, {
    method: "PATCH",
    path: pathOf("pages", args.row_id),
    body: {
      properties: properties(args.properties, tools),
      ...looks(args),
      ...(args.delete_row && { archived: true }),
    },
  });

type Column = { name?: string; type?: string; options?: Record<string, unknown> };

/** The columns of a new database by their names; a title is added, because each database has one. */
function toColumns(columns: readonly Column[], { fail }: HandlerTools): Data {
  const typed = columns.map(({ name = "", type = "rich_text", options }) => ({
    name,
    options,
    type:
      toColumnType(type) ??
      fail(
        `The property ${JSON.stringify(name)} has the type ${JSON.stringify(type)}, which Notion does not ` +
          `have. Give ${COLUMN_TYPES.join(", ")}.`,
      ),
  }));
  const hasTitle = typed.some(({ type }) => type === "title");
  return {
    ...(!hasTitle && { Name: { title: {} } }),
    ...Object.fromEntries(typed.map(({ name, type, options }) => [name, { [type]: options ?? {} }])),
  };
}

const createDatabase: ToolHandler = async (
  args: { parent_id?: string; title?: string; properties?: Column[] },
  tools,
) => {
  const body = {
    parent: { type: "page_id", page_id: args.parent_id },
    title: toRichText(args.title ?? ""),
    initial_data_source: { properties: toColumns(args.properties ?? [], tools) },
  };
  const database = await ask(tools.call, { method: "POST", path: "/v1/databases", body });
  const result = await attempt(() => withColumns(tools.call, database));
  return result.problem === undefined
    ? result.value
    : { ...database, problem: `The database is there, but its properties could not be read. ${result.problem}` };
};

export const rowHandlers: ToolHandlers = { insertRow, updateRow, createDatabase };
