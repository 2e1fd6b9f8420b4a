/** Notion tools that write Markdown and plain values, or need more than one request. */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { toContentText, type TextContent } from "./content-blocks";
import { copyBlocks, toIcon } from "./copy";
import { dataSourceHandlers } from "./data-sources";
import { looks, readBlocks, readMarkdown, type PageArguments } from "./page-arguments";
import { toProperty } from "./property-values";
import { addBlocks, ask, createPageWith, missingBlocks, pathOf, type Data } from "./request";
import { plain, toRichText } from "./rich-text";
import { rowHandlers } from "./rows";

const createPage: ToolHandler = async (args: PageArguments, { call, fail }) =>
  createPageWith(
    call,
    {
      parent: { page_id: args.parent_id },
      properties: { title: toProperty("title", args.title ?? "") },
      ...looks(args),
    },
    readMarkdown(args, fail),
  );

type ContentArguments = {
  parent_block_id?: string;
  markdown?: string;
  content_block?: unknown;
  content_blocks?: unknown[];
  after?: string;
};

/** The block itself; other programs send it under content_block. */
const unwrapped = (described: unknown): unknown =>
  (described as { content_block?: unknown } | null)?.content_block ?? described;

const addContent: ToolHandler = async (args: ContentArguments, { call, fail }) => {
  const described = [...(args.content_block === undefined ? [] : [args.content_block]), ...(args.content_blocks ?? [])];
  const blocks = [...readMarkdown(args, fail), ...readBlocks(described.map(unwrapped), fail)];
  if (blocks.length === 0) return fail("There is nothing to add. Give markdown or blocks.");
  const { results, ...rest } = await addBlocks(call, args.parent_block_id ?? "", blocks, { after: args.after });
  return { results, ...missingBlocks(rest) };
};

const createComment: ToolHandler = async (
  args: { page_id?: string; block_id?: string; discussion_id?: string; text?: string; comment?: TextContent },
  { call, fail },
) => {
  const text = args.text === undefined ? toContentText(args.comment ?? {}) : toRichText(args.text);
  if (!text?.length) return fail("The comment is empty. Give text.");
  const { page_id, block_id, discussion_id } = args;
  if (!page_id && !block_id && !discussion_id)
    return fail(
      "The comment has no place. Give page_id or block_id to start a discussion, or discussion_id to answer in one.",
    );
  const place = discussion_id ? { discussion_id } : { parent: block_id ? { block_id } : { page_id } };
  return ask(call, { method: "POST", path: "/v1/comments", body: { ...place, rich_text: text } });
};

const updateBlock: ToolHandler = async (
  args: { block_id?: string; block_type?: string; content?: string; checked?: boolean },
  { call },
) => {
  const type = args.block_type ?? "paragraph";
  const text = (type === "code" ? plain : toRichText)(args.content ?? "");
  const checked = type === "to_do" && args.checked !== undefined ? { checked: args.checked } : {};
  return ask(call, {
    method: "PATCH",
    path: pathOf("blocks", args.block_id),
    body: { [type]: { rich_text: text, ...checked } },
  });
};

type DuplicateArguments = { page_id?: string; parent_id?: string; title?: string; include_blocks?: boolean };
type Titled = { type: string; title?: { plain_text: string }[] };

const titleOf = (page: Data): string =>
  Object.values((page.properties ?? {}) as Record<string, Titled>)
    .find(({ type }) => type === "title")
    ?.title?.map((part) => part.plain_text)
    .join("") ?? "";

const duplicatePage: ToolHandler = async (args: DuplicateArguments, { call }) => {
  const source = await ask(call, { method: "GET", path: pathOf("pages", args.page_id) });
  const copy = args.include_blocks === false ? undefined : await copyBlocks(call, args.page_id ?? "");
  const [icon, cover] = [toIcon(source.icon), toIcon(source.cover)];
  const page = {
    parent: { page_id: args.parent_id },
    properties: { title: toProperty("title", args.title ?? `${titleOf(source)} (copy)`.trim()) },
    ...(icon ? { icon } : {}),
    ...(cover ? { cover } : {}),
  };
  const data = await createPageWith(call, page, copy?.blocks ?? []);
  return copy ? { ...data, left_out: copy.leftOut, is_complete: copy.isComplete && data.problem === undefined } : data;
};

export const handlers: ToolHandlers = {
  ...rowHandlers,
  ...dataSourceHandlers,
  createPage,
  addContent,
  createComment,
  updateBlock,
  duplicatePage,
};
