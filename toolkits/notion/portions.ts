/**
 * Blocks in portions that one request each takes (developers.notion.com/reference/request-limits): lists of 100 blocks,
 * 1,000 blocks in total, 500 kB, and two levels of blocks inside of blocks.
 */
import { childrenOf, countBlocks, levelsOf, withChildren, type Block } from "./blocks";

const MAX_LIST = 100;
const MAX_ALL_BLOCKS = 1000;
const MAX_BYTES = 450_000;
const MAX_LEVELS = 2;

/** Blocks of one request; `below` are blocks inside of the last of them, which take further requests. */
export type Portion = { blocks: Block[]; below?: Block[] };

const hasLongList = (block: Block): boolean =>
  childrenOf(block).length > MAX_LIST || childrenOf(block).some(hasLongList);

const sizeOf = (block: Block): number => Buffer.byteLength(JSON.stringify(block));

const isWhole = (block: Block): boolean =>
  levelsOf(block) <= MAX_LEVELS &&
  !hasLongList(block) &&
  countBlocks([block]) <= MAX_ALL_BLOCKS &&
  sizeOf(block) <= MAX_BYTES;

/** A block that no request takes whole: tables keep their first rows, because a table needs one. */
function divide(block: Block): Portion {
  const children = childrenOf(block);
  const first = block.type === "table" ? children.slice(0, MAX_LIST) : [];
  return { blocks: [withChildren(block, first)], below: children.slice(first.length) };
}

/** The portions, in the order of the blocks. */
export function portionsOf(blocks: readonly Block[]): Portion[] {
  const portions: Portion[] = [];
  let [count, bytes] = [0, 0];
  for (const block of blocks) {
    const portion = portions.at(-1);
    if (!isWhole(block)) {
      portions.push(divide(block));
      continue;
    }
    const [blockCount, size] = [countBlocks([block]), sizeOf(block)];
    count += blockCount;
    bytes += size;
    const isRoom = count <= MAX_ALL_BLOCKS && bytes <= MAX_BYTES;
    if (portion && !portion.below && portion.blocks.length < MAX_LIST && isRoom) portion.blocks.push(block);
    else {
      portions.push({ blocks: [block] });
      [count, bytes] = [blockCount, size];
    }
  }
  return portions;
}
