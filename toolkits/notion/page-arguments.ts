/** Arguments that tools for pages and rows have in common. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { toBlocks, type Block } from "./blocks";
import { toContentBlock } from "./content-blocks";
import type { Data } from "./request";

export type PageArguments = { parent_id?: string; title?: string; markdown?: string; icon?: string; cover?: string };

/** Icon and cover in Notion's form. */
export const looks = (args: { icon?: string; cover?: string }): Data => ({
  ...(args.icon && {
    icon: /^https?:/.test(args.icon)
      ? { type: "external", external: { url: args.icon } }
      : { type: "emoji", emoji: args.icon },
  }),
  ...(args.cover && { cover: { type: "external", external: { url: args.cover } } }),
});

/**
 * Maximum length of Markdown in one call: some forty pages. Notion accepts 500 kB a request, and each word can become a
 * block of 200 bytes.
 */
const MAX_MARKDOWN_LENGTH = 100_000;

/** The blocks of Markdown. */
export function readMarkdown({ markdown = "" }: { markdown?: string }, fail: HandlerTools["fail"]): Block[] {
  if (markdown.length > MAX_MARKDOWN_LENGTH)
    return fail(
      `markdown has ${markdown.length} characters; one call takes ${MAX_MARKDOWN_LENGTH}. Add the rest with NOTION_ADD_PAGE_CONTENT.`,
    );
  return toBlocks(markdown);
}

/** Blocks that are described one by one. */
export const readBlocks = (described: readonly unknown[] | undefined, fail: HandlerTools["fail"]): Block[] =>
  (described ?? []).map(
    (child) =>
      toContentBlock(child) ??
      fail(
        `${JSON.stringify(child).slice(0, 200)} is no block. Give content and block_property, such as ` +
          "paragraph or heading_1, or a block in Notion's form.",
      ),
  );
