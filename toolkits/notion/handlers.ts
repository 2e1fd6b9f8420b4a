/** Notion tools that write Markdown and plain values, or need more than one request. */
import type { HandlerCall, HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { plain, portionsOf, toBlocks, toProperty, toRichText, unreadable, type Block } from "./blocks";
import { COLUMN_TYPES, toColumnType } from "./column-types";
import { toContentBlock, toContentText, type TextContent } from "./content-blocks";
import { dataSourceHandlers, requireDataSource, withColumns, type DatabaseArguments } from "./data-sources";

/** Blocks that one page of an answer holds. */
const PAGE_SIZE = 100;
/** Blocks that a copy takes at most, so that it ends. */
const MAX_COPIED = 1000;

type Data = Record<string, unknown>;
type Value = { name?: string; type?: string; value?: unknown };

const pathOf = (collection: string, id: string | undefined): string =>
  `/v1/${collection}/${encodeURIComponent(id ?? "")}`;

const dataOf = async (answer: ReturnType<HandlerCall>): Promise<Data> => (await answer).data as Data;

/** Adds blocks in portions, in their order. */
async function append(call: HandlerCall, parent: string, children: Block[], after?: string): Promise<Data[]> {
  const added: Data[] = [];
  for (const portion of portionsOf(children)) {
    const last = added.at(-1)?.id as string | undefined;
    const place = last ?? after;
    const data = await dataOf(
      call({
        method: "PATCH",
        path: `${pathOf("blocks", parent)}/children`,
        body: { children: portion, ...(place && { after: place }) },
      }),
    );
    added.push(...((data.results as Data[] | undefined) ?? []));
  }
  return added;
}

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

const looks = (args: { icon?: string; cover?: string }): Data => ({
  ...(args.icon && {
    icon: /^https?:/.test(args.icon)
      ? { type: "external", external: { url: args.icon } }
      : { type: "emoji", emoji: args.icon },
  }),
  ...(args.cover && { cover: { type: "external", external: { url: args.cover } } }),
});

async function createWith(call: HandlerCall, page: Data, children: Block[]): Promise<Data> {
  const [first = []] = portionsOf(children);
  const data = await dataOf(
    call({ method: "POST", path: "/v1/pages", body: { ...page, ...(first.length > 0 && { children: first }) } }),
  );
  if (children.length > first.length) await append(call, String(data.id), children.slice(first.length));
  return data;
}

type PageArguments = { parent_id?: string; title?: string; markdown?: string; icon?: string; cover?: string };

/**
 * Maximum length of Markdown in one call: some forty pages. Notion accepts 500 kB a request, and each word can become a
 * block of 200 bytes.
 */
const MAX_MARKDOWN_LENGTH = 100_000;

function readMarkdown({ markdown = "" }: { markdown?: string }, fail: HandlerTools["fail"]): Block[] {
  if (markdown.length > MAX_MARKDOWN_LENGTH)
    return fail(
      `markdown has ${markdown.length} characters; one call takes ${MAX_MARKDOWN_LENGTH}. Add the rest with NOTION_ADD_PAGE_CONTENT.`,
    );
  return toBlocks(markdown);
}

/** Blocks that are described one by one. */
const readBlocks = (described: readonly unknown[] | undefined, fail: HandlerTools["fail"]): Block[] =>
  (described ?? []).map(
    (child) =>
      toContentBlock(child) ??
      fail(
        `${JSON.stringify(child).slice(0, 200)} is no block. Give content and block_property, such as ` +
          "paragraph or heading_1, or a block in Notion's form.",
      ),
  );

const createPage: ToolHandler = async (args: PageArguments, { call, fail }) =>
  createWith(
    call,
    {
      parent: { page_id: args.parent_id },
      properties: { title: toProperty("title", args.title ?? "") },
      ...looks(args),
    },
    readMarkdown(args, fail),
  );

type RowArguments = PageArguments & DatabaseArguments & { properties?: Value[]; child_blocks?: unknown[] };

const insertRow: ToolHandler = async (args: RowArguments, tools) => {
  const row = { properties: properties(args.properties, tools), ...looks(args) };
  const children = [...readMarkdown(args, tools.fail), ...readBlocks(args.child_blocks, tools.fail)];
  const parent = { type: "data_source_id", data_source_id: await requireDataSource(args, tools) };
  return createWith(tools.call, { parent, ...row }, children);
};

const updateRow: ToolHandler = async (
  args: { row_id?: string; properties?: Value[]; icon?: string; cover?: string; delete_row?: boolean },
  tools,
) =>
  dataOf(
    tools.call({
      method: "PATCH",
      path: pathOf("pages", args.row_id),
      body: {
        properties: properties(args.properties, tools),
        ...looks(args),
        ...(args.delete_row && { archived: true }),
      },
    }),
  );

const addContent: ToolHandler = async (
  args: { parent_block_id?: string; markdown?: string; content_block?: unknown; after?: string },
  { call, fail },
) => {
  const described = args.content_block === undefined ? [] : [args.content_block];
  const blocks = [...readMarkdown(args, fail), ...readBlocks(described, fail)];
  if (blocks.length === 0) return fail("There is nothing to add. Give markdown or content_block.");
  return { results: await append(call, args.parent_block_id ?? "", blocks, args.after) };
};

const createComment: ToolHandler = async (
  args: { page_id?: string; discussion_id?: string; text?: string; comment?: TextContent },
  { call, fail },
) => {
  const text = args.text === undefined ? toContentText(args.comment ?? {}) : toRichText(args.text);
  if (!text?.length) return fail("The comment is empty. Give text.");
  if (!args.page_id && !args.discussion_id)
    return fail("The comment has no place. Give page_id to start a discussion or discussion_id to answer in one.");
  const place = args.discussion_id ? { discussion_id: args.discussion_id } : { parent: { page_id: args.page_id } };
  return dataOf(call({ method: "POST", path: "/v1/comments", body: { ...place, rich_text: text } }));
};

type Column = { name?: string; type?: string; options?: Record<string, unknown> };

const createDatabase: ToolHandler = async (
  args: { parent_id?: string; title?: string; properties?: Column[] },
  { call, fail },
) => {
  const typed = (args.properties ?? []).map(({ name = "", type = "rich_text", options }) => ({
    name,
    options,
    type:
      toColumnType(type) ??
      fail(
        `The property ${JSON.stringify(name)} has the type ${JSON.stringify(type)}, which Notion does not ` +
          `have. Give ${COLUMN_TYPES.join(", ")}.`,
      ),
  }));
  const columns = Object.fromEntries(typed.map(({ name, type, options }) => [name, { [type]: options ?? {} }]));
  const hasTitle = typed.some(({ type }) => type === "title");
  const database = await dataOf(
    call({
      method: "POST",
      path: "/v1/databases",
      body: {
        parent: { type: "page_id", page_id: args.parent_id },
        title: toRichText(args.title ?? ""),
        initial_data_source: { properties: { ...(!hasTitle && { Name: { title: {} } }), ...columns } },
      },
    }),
  );
  return withColumns(call, database);
};

const updateBlock: ToolHandler = async (
  args: { block_id?: string; block_type?: string; content?: string; checked?: boolean },
  { call },
) => {
  const type = args.block_type ?? "paragraph";
  return dataOf(
    call({
      method: "PATCH",
      path: pathOf("blocks", args.block_id),
      body: {
        [type]: {
          rich_text: (type === "code" ? plain : toRichText)(args.content ?? ""),
          ...(type === "to_do" && args.checked !== undefined && { checked: args.checked }),
        },
      },
    }),
  );
};

/** What Notion itself writes into a block and takes back from no one. */
const OWN_TYPES = new Set([
  "id",
  "parent",
  "created_time",
  "created_by",
  "last_edited_time",
  "last_edited_by",
  "has_children",
  "archived",
  "in_trash",
]);
const COPIED = new Set([
  "paragraph",
  "heading_1",
  "heading_2",
  "heading_3",
  "bulleted_list_item",
  "numbered_list_item",
  "to_do",
  "toggle",
  "quote",
  "callout",
  "code",
  "divider",
  "bookmark",
  "embed",
  "equation",
]);

async function copiedBlocks(call: HandlerCall, id: string): Promise<Block[]> {
  const blocks: Block[] = [];
  let cursor: string | undefined;
  do {
    const page = await dataOf(
      call({
        method: "GET",
        path: `${pathOf("blocks", id)}/children`,
        query: { page_size: PAGE_SIZE, start_cursor: cursor },
      }),
    );
    for (const block of (page.results ?? []) as Block[])
      if (COPIED.has(block.type))
        blocks.push(Object.fromEntries(Object.entries(block).filter(([key]) => !OWN_TYPES.has(key))) as Block);
    cursor = page.has_more === true ? String(page.next_cursor) : undefined;
  } while (cursor && blocks.length < MAX_COPIED);
  return blocks;
}

const duplicatePage: ToolHandler = async (
  args: { page_id?: string; parent_id?: string; title?: string; include_blocks?: boolean },
  { call },
) => {
  const source = await dataOf(call({ method: "GET", path: pathOf("pages", args.page_id) }));
  const titled = Object.values(
    (source.properties ?? {}) as Record<string, { type: string; title?: { plain_text: string }[] }>,
  ).find(({ type }) => type === "title");
  const title = args.title ?? `${titled?.title?.map((part) => part.plain_text).join("") ?? ""} (copy)`.trim();
  const blocks = args.include_blocks === false ? [] : await copiedBlocks(call, args.page_id ?? "");
  return createWith(
    call,
    { parent: { page_id: args.parent_id }, properties: { title: toProperty("title", title) } },
    blocks,
  );
};

export const handlers: ToolHandlers = {
  createPage,
  insertRow,
  updateRow,
  addContent,
  createComment,
  createDatabase,
  updateBlock,
  duplicatePage,
  ...dataSourceHandlers,
};
