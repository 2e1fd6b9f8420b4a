/** Finds the lines of places in JSON text. One pass over the text, whatever the number of places. */

export type Position = { line: number; column: number };

/** A node of the tree of node places. */
type PlaceNode = { pointers: string[]; inner: Map<string, PlaceNode> };

const emptyNode = (): PlaceNode => ({ pointers: [], inner: new Map() });

function toTree(pointers: ReadonlyMap<string, readonly string[]>): PlaceNode {
  const root = emptyNode();
  for (const [pointer, names] of pointers) {
    let current = root;
    for (const name of names) {
      const inner = current.inner.get(name) ?? emptyNode();
      current.inner.set(name, inner);
      current = inner;
    }
    current.pointers.push(pointer);
  }
  return root;
}

/** `"` with everything up to the closing quote; or one sign; numbers and words are skipped. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:\n]|[^\s{}[\],:"]+/gsy;
const SPACES = /[ \t\r]+/y;

type Level = { node: PlaceNode | undefined; index: number; isList: boolean; name: string };

/**
 * @param pointers JSON pointer to its names; places that do not exist get the position of the last part that does
 * @param text valid JSON
 */
export function findLines(text: string, pointers: ReadonlyMap<string, readonly string[]>): Map<string, Position> {
  const positions = new Map<string, Position>();
  const levels: Level[] = [];
  let [line, lineStart, offset] = [1, 0, 0];
  let value: PlaceNode | undefined = toTree(pointers);
  let isName = false;
  const mark = (node: PlaceNode | undefined): void => {
    if (!node) return;
    const position = { line, column: offset - lineStart + 1 };
    // Whatever is inside has this position until its own is found.
    const queue = [node];
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const pointer of next.pointers) positions.set(pointer, position);
      queue.push(...next.inner.values());
    }
  };
  mark(value);
  while (offset < text.length) {
    SPACES.lastIndex = offset;
    if (SPACES.test(text)) offset = SPACES.lastIndex;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) break;
    const level = levels.at(-1);
    if (token === "\n") [line, lineStart] = [line + 1, offset + 1];
    else if (token === "{" || token === "[") {
      levels.push({ node: value, index: 0, isList: token === "[", name: "" });
      isName = token === "{";
      value = token === "[" ? value?.inner.get("0") : undefined;
      if (token === "[") mark(value);
    } else if (token === "}" || token === "]") {
      levels.pop();
      value = undefined;
    } else if (token === "," && level) {
      if (level.isList) {
        level.index += 1;
        value = level.node?.inner.get(String(level.index));
        mark(value);
      } else isName = true;
    } else if (isName && token.startsWith('"')) {
      value = level?.node && level.node.inner.size > 0 ? level.node.inner.get(toName(token)) : undefined;
      mark(value);
      isName = false;
    }
    offset += token.length;
  }
  return positions;
}

/** A name in quotes; escapes are rare. */
function toName(token: string): string {
  return token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
}

/** The position of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let index = before.indexOf("\n"); index !== -1; index = before.indexOf("\n", index + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}
