/** The position of a tool in lists, as one stored number: a list is read from an index, page by page. */
import { MAX_POPULARITY } from "./compiled-toolkit";

/** The 31 bits of a positive `int4`, from the top: the kind of tool, its place in its toolkit, the toolkit's place. */
const POPULARITY_BITS = 14;
const KIND_SHIFT = 29;
const MAX_PLACE = 2 ** (KIND_SHIFT - POPULARITY_BITS) - 1;

type Ranked = { important: boolean; deprecated: boolean };

/**
 * Small numbers come first: the first tool of each toolkit, the most used toolkit in front, then the second tools, and
 * so on. So the beginning of a list of several toolkits has some tools of each. All important tools come before the
 * others, and deprecated tools are last.
 * @param place the tool's place in its toolkit, from 0
 * @param popularity the toolkit's place among all by use, from 0
 */
export function toolRank(tool: Ranked, place: number, popularity: number): number {
  const kind = tool.deprecated ? 2 : tool.important ? 0 : 1;
  const [toolPlace, toolkit] = [Math.min(place, MAX_PLACE), Math.min(popularity, MAX_POPULARITY)];
  return kind * 2 ** KIND_SHIFT + toolPlace * 2 ** POPULARITY_BITS + toolkit;
}
