/** Reads the blocks of a page, with those inside of them, in the form in which Notion takes them again. */
import { attempt, type HandlerCall } from "@/lib/catalog/tool-handler";
import { childrenOf, levelsOf, withChildren, type Block } from "./blocks";
import { ask, pathOf, type Data } from "./request";

/** Blocks of one page of an answer. */
const PAGE_SIZE = 100;
/** Blocks, requests and levels that a copy takes at most, so that it ends. */
const MAX_BLOCKS = 1000;
const MAX_REQUESTS = 100;
const MAX_LEVELS = 10;

/**
 * The blocks, and how many were left out of each kind. `isComplete` is false if the page has more than a copy takes.
 */
export type Copy = { blocks: Block[]; leftOut: Record<string, number>; isComplete: boolean };

type Progress = Omit<Copy, "blocks"> & { blocks: number; requests: number };
type RichText = { type?: string; plain_text?: string; href?: string | null; annotations?: unknown } & Data;

const TEXT_KINDS = new Set(
  "paragraph heading_1 heading_2 heading_3 heading_4 bulleted_list_item numbered_list_item to_do toggle quote callout code".split(
    " ",
  ),
);
const MEDIA = new Set(["image", "video", "file", "pdf", "audio"]);
/** Members that are taken back as they are. */
const PLAIN = ["color", "checked", "is_toggleable", "language", "url", "expression", "table_width", "width_ratio"];
const MORE = ["has_column_header", "has_row_header"];
const OTHER_KINDS = new Set(
  "divider breadcrumb table_of_contents bookmark embed equation table column_list column".split(" "),
);

/** A mention by what it names; other mentions become their text. */
function toMention(mention: Data): Data | undefined {
  const type = String(mention.type);
  const value = mention[type] as Data | undefined;
  if (type === "date") return { type, date: value };
  return ["user", "page", "database"].includes(type) && value?.id ? { type, [type]: { id: value.id } } : undefined;
}

/** Texts as they are written, without what Notion adds to them. */
function toTexts(texts: unknown): Data[] {
  return ((texts ?? []) as RichText[]).map((text) => {
    const { type, plain_text: words = "", href, annotations } = text;
    const looks = annotations ? { annotations } : {};
    if (type === "equation") return { type, equation: text.equation, ...looks };
    const mention = type === "mention" ? toMention(text.mention as Data) : undefined;
    if (mention) return { type, mention, ...looks };
    const { content, link } =
      ((type === "text" ? text.text : undefined) as { content?: string; link?: unknown } & object) ?? {};
    const address = link ?? (href && /^https?:/.test(href) ? { url: href } : undefined);
    return { type: "text", text: { content: content ?? words, ...(address ? { link: address } : {}) }, ...looks };
  });
}

/** An emoji or a picture elsewhere; pictures that Notion stores have addresses that end. */
export const toIcon = (icon: unknown): Data | undefined => {
  const { type } = (icon ?? {}) as Data;
  return type === "emoji" || type === "external" ? { type, [type]: (icon as Data)[type] } : undefined;
};

function toPlainContent(content: Data): Data {
  const members = [...PLAIN, ...MORE].filter((name) => content[name] !== undefined);
  const icon = toIcon(content.icon);
  return {
    ...Object.fromEntries(members.map((name) => [name, content[name]])),
    ...(content.rich_text ? { rich_text: toTexts(content.rich_text) } : {}),
    ...(content.caption ? { caption: toTexts(content.caption) } : {}),
    ...(icon ? { icon } : {}),
  };
}

/** A block without what is inside of it; undefined for a kind that cannot be written. */
function toBlock({ type, ...source }: Block): Block | undefined {
  const content = (source[type] ?? {}) as Data;
  const make = (kind: string, value: Data): Block => ({ object: "block", type: kind, [kind]: value });
  if (TEXT_KINDS.has(type) || OTHER_KINDS.has(type)) return make(type, toPlainContent(content));
  if (type === "table_row") return make(type, { cells: ((content.cells ?? []) as unknown[]).map(toTexts) });
  if (type === "link_preview") return make("bookmark", { url: content.url });
  if (type === "synced_block") return make(type, { synced_from: content.synced_from ?? null });
  if (type === "link_to_page" && content.type !== "comment_id")
    return make(type, { type: content.type, [String(content.type)]: content[String(content.type)] });
  if (MEDIA.has(type) && content.type === "external")
    return make(type, { type: "external", external: content.external, caption: toTexts(content.caption) });
  return undefined;
}

const nameOf = ({ type, ...source }: Block): string =>
  MEDIA.has(type) && (source[type] as Data | undefined)?.type === "file" ? `${type} stored in Notion` : type;

function leaveOut(progress: Progress, name: string): void {
  progress.leftOut[name] = (progress.leftOut[name] ?? 0) + 1;
}

/** Columns must come with what is in them, in one request of two levels; otherwise they are put one below the other. */
function withoutDeepColumns(block: Block, progress: Progress): Block[] {
  if (block.type !== "column_list") return [block];
  const columns = childrenOf(block);
  const isFlat = columns.length > 1 && columns.every((column) => childrenOf(column).length > 0) && levelsOf(block) <= 2;
  if (isFlat) return [block];
  leaveOut(progress, "columns, whose content is there one below the other");
  return columns.flatMap(childrenOf);
}

async function copyInside(call: HandlerCall, source: Block, block: Block, level: number, progress: Progress) {
  const isReference = source.type === "synced_block" && (block.synced_block as Data).synced_from !== null;
  if (source.has_children !== true || isReference) return block;
  if (level >= MAX_LEVELS) {
    leaveOut(progress, `inside of ${source.type}, too deep`);
    return block;
  }
  const inside = await attempt(() => copyChildren(call, String(source.id), level + 1, progress));
  if (inside.problem === undefined) return withChildren(block, inside.value);
  leaveOut(progress, `inside of ${source.type}, not readable`);
  return block;
}

async function copyChildren(call: HandlerCall, id: string, level: number, progress: Progress): Promise<Block[]> {
  const blocks: Block[] = [];
  let cursor: string | undefined;
  do {
    if (progress.blocks >= MAX_BLOCKS || progress.requests >= MAX_REQUESTS) {
      progress.isComplete = false;
      break;
    }
    progress.requests += 1;
    const query = { page_size: PAGE_SIZE, start_cursor: cursor };
    const page = await ask(call, { method: "GET", path: `${pathOf("blocks", id)}/children`, query });
    for (const source of (page.results ?? []) as Block[]) {
      const block = toBlock(source);
      progress.blocks += 1;
      if (!block) leaveOut(progress, nameOf(source));
      else blocks.push(...withoutDeepColumns(await copyInside(call, source, block, level, progress), progress));
    }
    cursor = page.has_more === true ? String(page.next_cursor) : undefined;
  } while (cursor);
  return blocks;
}

/** Reads the blocks of a page or block. Those that cannot be read or written are counted by kind. */
export async function copyBlocks(call: HandlerCall, id: string): Promise<Copy> {
  const progress: Progress = { blocks: 0, requests: 0, leftOut: {}, isComplete: true };
  const blocks = await copyChildren(call, id, 0, progress);
  return { blocks, leftOut: progress.leftOut, isComplete: progress.isComplete };
}
