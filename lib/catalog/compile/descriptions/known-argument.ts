/** Arguments that mean the same at every provider: pages, order, fields, search, times. Pure. */
import type { ToolSchema } from "../../tool-schema";
import { spoken } from "./word-forms";

export type ArgumentFacts = {
  /** The words of its name, joined by spaces. */
  said: string;
  schema: ToolSchema;
  isRead: boolean;
  /** The objects that the tool lists ("sites"), else "entries". */
  things: string;
};

/** The argument's role in a list; paging and order are not filters. */
export type Role = "page" | "order" | "shape" | "search" | "wire";

type Rule = readonly [names: RegExp, role: Role, words: (facts: ArgumentFacts) => string | undefined];

const isText = ({ type }: ToolSchema): boolean => type === undefined || type === "string";
const isCount = ({ type }: ToolSchema): boolean =>
  type === undefined || type === "integer" || type === "number" || type === "string";
const isFlag = ({ type }: ToolSchema): boolean => type === "boolean";

const atMost = ({ maximum }: ToolSchema): string => (maximum === undefined ? "" : `, up to ${maximum}`);

/** Where the first page is known. */
function firstPage({ minimum, default: defaultValue }: ToolSchema): string {
  const first = defaultValue === 0 || minimum === 0 ? 0 : defaultValue === 1 || minimum === 1 ? 1 : undefined;
  return first === undefined ? "" : `; the first is ${first}`;
}

const RULES: readonly Rule[] = [
  [
    /^(?:page|page ?(?:number|no|num|index)|current page)$/,
    "page",
    ({ schema }) => (isCount(schema) ? `Number of the page to give${firstPage(schema)}` : undefined),
  ],
  [
    /^(?:per ?page|page ?(?:size|limit|length)|items per page|results per page|page ?items)$/,
    "page",
    ({ schema, things }) => `How many ${things} a page holds at most${atMost(schema)}`,
  ],
  [
    /^(?:limit|max ?(?:results|records|items|count|entries)|top|take|rows|num results|result limit|count)$/,
    "page",
    ({ schema, things, isRead }) =>
      isRead && isCount(schema) ? `How many ${things} to give at most${atMost(schema)}` : undefined,
  ],
  [
    /^(?:offset|skip|start ?(?:index|at|from|position)|page ?offset)$/,
    "page",
    ({ schema, things, isRead }) =>
      isRead && isCount(schema) ? `How many ${things} to leave out at the beginning` : undefined,
  ],
  [
    new RegExp(
      "^(?:cursor|(?:next )?page ?(?:token|cursor)|next ?(?:token|cursor)|continuation ?token|pagination ?token|" +
        "starting ?after|after|bookmark|scroll id)$",
    ),
    "page",
    ({ schema, isRead, said: phrase }) =>
      (isRead || phrase !== "after") && isText(schema) && schema.format === undefined
        ? "Where the next page begins, as the answer with the page before says; leave it out for the first page"
        : undefined,
  ],
  [
    /^(?:before|ending ?before|previous ?(?:cursor|token|page))$/,
    "page",
    ({ schema, isRead }) =>
      isRead && isText(schema) && schema.format === undefined
        ? "Where the page before ends, as an earlier answer says"
        : undefined,
  ],
  [
    /^(?:sort|sort ?(?:by|field|key|column|on)|order ?by|ordering|sorts)$/,
    "order",
    ({ things, isRead }) => (isRead ? `What the ${things} are sorted by` : undefined),
  ],
  [
    /^(?:order|sort ?(?:order|direction|dir)|direction|order ?(?:direction|dir)|dir)$/,
    "order",
    ({ schema, isRead, things }) =>
      isRead && schema.enum?.some((value) => /^(?:asc|desc)/i.test(String(value)))
        ? `Whether the ${things} come in rising or in falling order`
        : undefined,
  ],
  [
    /^(?:fields|select|include ?fields|return ?fields|only ?fields)$/,
    "shape",
    ({ things, isRead }) => (isRead ? `Which fields of the ${things} to give` : undefined),
  ],
  [
    /^(?:exclude ?fields)$/,
    "shape",
    ({ things, isRead }) => (isRead ? `Which fields of the ${things} to leave out` : undefined),
  ],
  [
    /^(?:expand|include|embed|includes|populate)$/,
    "shape",
    ({ isRead, schema }) => (isRead && !isFlag(schema) ? "Related things to give along with the answer" : undefined),
  ],
  [
    /^(?:q|query|search|search ?(?:term|text|query|string|phrase)|keywords?|term)$/,
    "search",
    ({ schema, things, isRead }) =>
      isRead && isText(schema) ? `Text that the ${things} must contain or fit` : undefined,
  ],
  [
    /^(?:filter|filters)$/,
    "search",
    ({ things, isRead }) => (isRead ? `Condition that the ${things} must meet` : undefined),
  ],
  [
    /^if match$/,
    "wire",
    () => "ETag of the state that you know: the call is refused when somebody has changed it since",
  ],
  [
    /^if none match$/,
    "wire",
    () => "ETag of the state that you know: the answer is empty when nothing has changed since",
  ],
  [
    /^(?:x )?idempotency key$/,
    "wire",
    () => "A text of your own for this call: repeated with the same one, it is done once only",
  ],
  [
    /^(?:x )?request id$/,
    "wire",
    ({ schema }) =>
      isText(schema) ? "A text of your own by which the provider tells this call from others" : undefined,
  ],
  [
    /^(?:on behalf of)$/,
    "wire",
    ({ schema }) => (isText(schema) ? "User or account below yours in whose name the call is made" : undefined),
  ],
  [/^odata type$/, "wire", () => "Kind of the object as OData names it, such as #microsoft.graph.user"],
  [/^accept language$/, "wire", () => "Language of the answer's texts, such as en or de-CH"],
  [
    /^(?:time ?zone|tz)$/,
    "wire",
    ({ schema }) =>
      isText(schema) ? "Time zone, by its name (Europe/Berlin) where the provider takes names" : undefined,
  ],
  [
    /^dry run$/,
    "wire",
    ({ schema }) => (isFlag(schema) ? "Whether the call is only tried, without a change" : undefined),
  ],
  [
    /^pretty(?: ?print)?$/,
    "wire",
    ({ schema }) => (isFlag(schema) ? "Whether the answer's JSON is indented" : undefined),
  ],
  [/^lat(?:itude)?$/, "wire", () => "Latitude in degrees; south is negative"],
  [/^(?:lng|lon|longitude)$/, "wire", () => "Longitude in degrees; west is negative"],
];

/**
 * The role of a well-known argument, and words for it; undefined if its type or its tool shows that it means something
 * else.
 */
export function knownArgument(facts: ArgumentFacts): { role: Role; words: string } | undefined {
  for (const [names, role, words] of RULES) {
    if (!names.test(facts.said)) continue;
    const text = words(facts);
    if (text !== undefined) return { role, words: text };
  }
  return undefined;
}

/** Endings that ask how a value compares: `name__ic`, `created__gte`. */
const LOOKUPS: Readonly<Record<string, string>> = {
  n: "is not this",
  not: "is not this",
  ic: "contains this text",
  icontains: "contains this text",
  contains: "contains this text",
  nic: "does not contain this text",
  iew: "ends with this text",
  iendswith: "ends with this text",
  endswith: "ends with this text",
  niew: "does not end with this text",
  isw: "begins with this text",
  istartswith: "begins with this text",
  startswith: "begins with this text",
  nisw: "does not begin with this text",
  ie: "is this text, in capitals or not",
  iexact: "is this text, in capitals or not",
  exact: "is exactly this",
  nie: "is not this text, in capitals or not",
  empty: "is empty (true) or not (false)",
  isnull: "is missing (true) or not (false)",
  lt: "is below this",
  lte: "is this or below",
  gt: "is above this",
  gte: "is this or above",
  eq: "is this",
  ne: "is not this",
  in: "is one of these",
};

/** `name__ic` of a list: the name without its ending, and what is asked of it. */
export function lookupOf(name: string): { base: string; asks: string } | undefined {
  const [, base, ending] = /^(.+?)(?:__|\.|\[|_(?=(?:lte?|gte?|isnull|icontains)$))([a-z]{1,12})\]?$/.exec(name) ?? [];
  const asks = ending === undefined || !Object.hasOwn(LOOKUPS, ending) ? undefined : LOOKUPS[ending];
  return base !== undefined && asks !== undefined ? { base, asks } : undefined;
}

const DONE = new RegExp(
  "^(?:date |time )?(?:last )?(created|updated|modified|changed|deleted|closed|completed|published|started|finished|" +
    "edited|added|opened|archived|received|sent|paid|issued|ordered|shipped|registered|activity)" +
    "(?: (?:at|on|date|time|date time|utc))*$",
);

const TIMES: Readonly<Record<string, string>> = {
  "is below this": "before this time",
  "is this or below": "at this time or before",
  "is above this": "after this time",
  "is this or above": "at this time or after",
};

/** `created__gte` of a list. */
export function lookupTime({ base, asks }: { base: string; asks: string }, things: string): string | undefined {
  const done = DONE.exec(base.replaceAll("_", " "))?.[1];
  const time = TIMES[asks];
  return done && time && done !== "activity" ? `Only ${things} ${done} ${time}` : undefined;
}

/** `created_after`, `updatedSince`, `start_date` of a list. */
export function timeFilter(phrase: string, things: string, { format, type }: ToolSchema): string | undefined {
  if (type === "boolean" || type === "array" || type === "object") return undefined;
  const isTime = format?.startsWith("date") === true || /\b(?:date|time|at|timestamp)\b/.test(phrase);
  const [, base = "", side = ""] =
    /^(.*?) ?\b(after|since|before|until)(?: (?:date|time|date time))?$/.exec(phrase) ?? [];
  const done = DONE.exec(base)?.[1];
  if (done && done !== "activity") return `Only ${things} ${done} ${side} this time`;
  if (base === "" && (side === "since" || side === "until"))
    return `Only ${things} ${side === "since" ? "since" : "up to"} this time`;
  if (base === "" && side !== "" && isTime) return `Only ${things} ${side} this time`;
  if (!isTime) return undefined;
  if (
    /^(?:start|from|begin|min)(?: (?:date|time|date time|timestamp))$|^(?:date|time) (?:from|start|min)$/.test(phrase)
  )
    return `Beginning of the time whose ${things} to give`;
  if (/^(?:end|to|until|max)(?: (?:date|time|date time|timestamp))$|^(?:date|time) (?:to|end|max)$/.test(phrase))
    return `End of the time whose ${things} to give`;
  return undefined;
}

const WHEN: readonly (readonly [RegExp, string])[] = [
  [/^(?:start|starts|begin|begins)$/, "starts"],
  [/^(?:end|ends)$/, "ends"],
  [/^due$/, "is due"],
  [/^(?:expires?|expiry|expiration)$/, "expires"],
  [/^(?:create|created|creation|date created)$/, "was made"],
  [/^(?:last )?(?:update|updated|modified|modification|changed)$/, "was last changed"],
];

/** `startDateTime` of a thing: when it starts. */
export function timeOf(words: readonly string[], thing: string, { format }: ToolSchema): string | undefined {
  const rest = words.join(" ").replace(/(?: (?:date|time|at|on|utc|timestamp))+$/, "");
  if (rest === words.join(" ") && format?.startsWith("date") !== true) return undefined;
  const verbPhrase = WHEN.find(([names]) => names.test(rest))?.[1];
  if (verbPhrase) return `When the ${thing} ${verbPhrase}`;
  return /^[a-z]+ed$/.test(rest) && !/^(?:need|feed|speed|seed|bed|red)$/.test(rest)
    ? `When the ${thing} was ${rest}`
    : undefined;
}

const ORDERS = new RegExp(
  "^(?:allow|include|send|notify|skip|ignore|force|use|show|hide|disable|enable|keep|overwrite|return|require|" +
    "exclude|create|delete|remove|replace)$",
);
const STATES = new RegExp(
  "^(?:[a-z]{3,}ed|active|visible|public|private|default|mandatory|hidden|primary|billable|taxable|internal|global|" +
    "optional|read)$",
);

/** Whether something holds, said of a flag. */
export function flagOf(words: readonly string[], thing: string): string | undefined {
  const [first = "", ...rest] = words;
  if (first === "is" || first === "are") return rest.length > 0 ? `Whether the ${thing} is ${spoken(rest)}` : undefined;
  if (/^(?:has|can|does|should|must|will)$/.test(first) && rest.length > 0)
    return `Whether the ${thing} ${spoken(words)}`;
  if (ORDERS.test(first) && rest.length > 0) return `Whether to ${spoken(words)}`;
  if (words.length > 1) return undefined;
  return STATES.test(first) ? `Whether the ${thing} is ${first}` : undefined;
}
