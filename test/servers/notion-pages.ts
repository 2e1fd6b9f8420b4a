/** A stand-in for Notion that keeps pages and blocks, and refuses what Notion refuses by its limits. */
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;
type Row = { id: string; parent: string; value: Values & { type: string } };
type NewBlock = Values & { type: string };

export type NotionPages = {
  /** Answers the request of a handler. */
  answer: (request: HandlerRequest) => unknown;
  /** The blocks inside a page or block as an outline: type and text, with those inside in a list. */
  outline: (id: string) => unknown[];
  /** Adds blocks as somebody in Notion does, without limits. */
  add: (parent: string, blocks: readonly NewBlock[]) => void;
};

const refuse = (message: string): never => {
  throw new ProviderRefusal(`Notion answered 400 Bad Request: ${message}`, 400);
};

const contentOf = (block: NewBlock): Values & { children?: NewBlock[]; rich_text?: unknown[] } =>
  (block[block.type] ?? {}) as Values;

function checkTexts(value: unknown): void {
  if (Array.isArray(value) && value.length > 100) refuse("a list has more than 100 members");
  if (typeof value !== "object" || value === null) return;
  const { content } = value as { content?: unknown };
  if (typeof content === "string" && content.length > 2000) refuse("a text has more than 2000 units");
  if ("plain_text" in value || "has_children" in value) refuse("a member is not written");
  for (const inside of Object.values(value)) checkTexts(inside);
}

function checkLevels(block: NewBlock, level: number): void {
  if (level > 2) refuse("blocks stand more than two levels deep");
  const { children = [] } = contentOf(block);
  if (block.type === "table" && children.length === 0) refuse("a table has no rows");
  for (const child of children) checkLevels(child, level + 1);
}

const wordsOf = (texts: unknown): string =>
  ((texts ?? []) as { text?: { content?: string } }[]).map(({ text }) => text?.content ?? "").join("");

/** A store with no pages but those of these IDs, which are empty. */
export function startNotionPages(pages: readonly string[]): NotionPages {
  const blocks: Row[] = [];
  const ids = new Set(pages);
  const insideOf = (id: string) => blocks.filter(({ parent }) => parent === id);
  const store = (parent: string, source: NewBlock): Row => {
    const { children = [], ...content } = contentOf(source);
    const row = { id: `b${blocks.length + 1}`, parent, value: { ...source, [source.type]: content } };
    blocks.push(row);
    ids.add(row.id);
    for (const child of children) store(row.id, child);
    return row;
  };
  const toAnswer = ({ id, value }: Row) => {
    const { rich_text: texts, ...content } = contentOf(value);
    const read = texts?.map((text) => ({ ...(text as Values), plain_text: wordsOf([text]), href: null }));
    return {
      ...value,
      [value.type]: { ...content, ...(read && { rich_text: read }) },
      id,
      has_children: insideOf(id).length > 0,
    };
  };
  const add = (parent: string, children: NewBlock[]): Row[] => {
    if (!ids.has(parent)) refuse(`there is no block ${parent}`);
    if (Buffer.byteLength(JSON.stringify(children)) > 500_000) refuse("the body is larger than 500 kB");
    checkTexts(children);
    for (const child of children) checkLevels(child, 0);
    return children.map((child) => store(parent, child));
  };
  const outline = (id: string): unknown[] =>
    insideOf(id).map(({ id: childId, value }) => {
      const { rich_text: texts, cells } = contentOf(value) as { rich_text?: unknown; cells?: unknown[] };
      const words = cells ? cells.map(wordsOf).join("|") : wordsOf(texts);
      const inside = outline(childId);
      return inside.length > 0 ? [`${value.type} ${words}`.trim(), inside] : `${value.type} ${words}`.trim();
    });
  const list = (id: string, from: number) => {
    const rows = insideOf(id).map(toAnswer);
    const next = from + 100;
    return {
      results: rows.slice(from, next),
      has_more: next < rows.length,
      next_cursor: next < rows.length ? String(next) : null,
    };
  };
  return {
    outline,
    add: (parent, children) => {
      for (const child of children) store(parent, child);
    },
    answer: ({ method, path, body, query }) => {
      const [, , , id = ""] = path.split("/");
      const { children = [] } = (body ?? {}) as { children?: NewBlock[] };
      if (method === "GET" && path.endsWith("/children")) return list(id, Number(query?.start_cursor ?? 0));
      if (method === "GET") return { id, properties: { title: { type: "title", title: [{ plain_text: "Old" }] } } };
      if (method === "PATCH") return { results: add(id, children).map(toAnswer) };
      ids.add("new");
      add("new", children);
      return { id: "new" };
    },
  };
}
