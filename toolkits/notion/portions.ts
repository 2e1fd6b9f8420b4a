/**
 * Blocks in portions that one request each takes (developers.notion.com/reference/request-limits): lists of 100 blocks,
 * 1,000 blocks in total, 500 kB, and two levels of blocks inside of blocks.
 */
import { childrenOf, withChildren, type Block } from "./blocks";

const MAX_LIST = 100;
const MAX_ALL_BLOCKS = 1000;
const MAX_CHARACTERS = 300_000;
const MAX_LEVELS = 2;

/** Blocks of one request; `below` are blocks inside of the last of them, which take further requests. */
export type Portion = { blocks: Block[]; below?: Block[] };

const countOf = (block: Block): number => 1 + childrenOf(block).reduce((sum, child) => sum + countOf(child), 0);

const levelsOf = (block: Block): number =>
  childrenOf(block).reduce((most, child) => Math.max(most, 1 + levelsOf(child)), 0);

const hasLongList = (block: Block): boolean =>
  childrenOf(block).length > MAX_LIST || childrenOf(block).some(hasLongList);

const sizeOf = (block: Block): number => JSON.stringify(block).length;

const isWhole = (block: Block): boolean =>
  levelsOf(block) <= MAX_LEVELS &&
  !hasLongList(block) &&
  countOf(block) <= MAX_ALL_BLOCKS &&
  sizeOf(block) <= MAX_CHARACTERS;

/** A block that no request takes whole: tables keep their first rows, because a table needs one. */
function divide(block: Block): Portion {
  const children = childrenOf(block);
  const first = block.type === "table" ? children.slice(0, MAX_LIST) : [];
  return { blocks: [withChildren(block, first)], below: children.slice(first.length) };
}

/** The portions, in the order of the blocks. */
export function portionsOf(blocks: readonly Block[]): Portion[] {
  const portions: Portion[] = [];
  let [count, characters] = [0, 0];
  for (const block of blocks) {
    const portion = portions.at(-1);
    if (!isWhole(block)) {
      portions.push(divide(block));
      continue;
    }
    const [blockCount, size] = [countOf(block), sizeOf(block)];
    count += blockCount;
    characters += size;
    const isRoom = count <= MAX_ALL_BLOCKS && characters <= MAX_CHARACTERS;
    if (portion && !portion.below && portion.blocks.length < MAX_LIST && isRoom) portion.blocks.push(block);
    else {
      portions.push({ blocks: [block] });
      [count, characters] = [blockCount, size];
    }
  }
  return portions;
}
