/** The few facts of a response that a reader looks for first. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";

type Fact = { name: string; value: string };
type Facts = {
  facts: readonly Fact[];
  /** How many values the response has besides. */
  more: number;
};

const MOST_FACTS = 5;
const MOST_ROWS = 3;
const MOST_CHARACTERS = 160;
/** Names that identify an object, the best first. */
const FIRST = [
  "title",
  "name",
  "full_name",
  "login",
  "subject",
  "email",
  "state",
  "status",
  "number",
  "html_url",
  "url",
];
const LAST = /_url$|node_id|avatar|hash|etag|^gravatar/i;

const toText = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
};
const isFact = (value: unknown): boolean => value !== null && value !== "" && typeof value !== "object";

const rank = (name: string): number => {
  const index = FIRST.indexOf(name);
  return index >= 0 ? index : name === "id" ? 50 : LAST.test(name) ? 200 : 100;
};

const factsOf = (value: Record<string, unknown>): Fact[] =>
  Object.entries(value)
    .filter(([, item]) => isFact(item))
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, item]) => ({ name, value: toText(item) }));

/** A list as its length and the first items. */
function rowsOf(name: string, list: readonly unknown[]): Facts {
  const rows = list.slice(0, MOST_ROWS).map((item, index) => {
    const first = isObject(item) ? factsOf(item)[0]?.value : toText(item);
    return { name: String(index + 1), value: first ?? "…" };
  });
  return { facts: [{ name, value: `${list.length} total` }, ...rows], more: list.length - rows.length };
}

const DEPTH = 3;

/** The facts of the outermost object that has some, or the beginning of the outermost list. */
export function pickFacts(data: unknown, name = "items", depth = DEPTH): Facts {
  if (Array.isArray(data)) return data.length > 0 ? rowsOf(name, data) : { facts: [{ name, value: "none" }], more: 0 };
  if (!isObject(data)) return { facts: isFact(data) ? [{ name, value: toText(data) }] : [], more: 0 };
  const lists = Object.entries(data).filter(([, item]) => Array.isArray(item) && item.length > 0);
  const [largest] = lists.sort(([, a], [, b]) => (b as unknown[]).length - (a as unknown[]).length);
  const facts = factsOf(data);
  if (largest && !facts.some((fact) => FIRST.includes(fact.name))) return rowsOf(largest[0], largest[1] as unknown[]);
  const inner = Object.entries(data).find(([, item]) => isObject(item));
  if (facts.length === 0 && inner && depth > 0) return pickFacts(inner[1], inner[0], depth - 1);
  return { facts: facts.slice(0, MOST_FACTS), more: Math.max(0, Object.keys(data).length - MOST_FACTS) };
}
