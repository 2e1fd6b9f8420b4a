/**
 * Orders fields as people fill them in, judged by their names: target and recipient, then the title, the text, the
 * time. Pure.
 */
import type { Property } from "./schema";

/** The maximum number of optional fields that are visible at first in addition to the required fields. */
const MOST_COMMON = 4;
/**
 * If a tool requires nothing and names show little, this many fields are visible: the author listed the most used
 * fields first.
 */
const FIRST = 5;
/** With at least this many common fields, no others are needed at the start. */
const ENOUGH = 3;

/**
 * Groups in the order in which they are filled in. Fields without a group follow the optional fields that have a group.
 */
const PLACE = 0;
const RECEIVER = 1;
const TITLE = 2;
const TEXT = 3;
const TIME = 4;
const OTHER = 5;

const RECEIVERS = new Set(
  (
    "to recipient recipients recipient_email recipient_emails to_email to_emails to_address to_number " +
    "phone_number email email_address channel chat_id"
  ).split(" "),
);
const TITLES = new Set(
  "title subject summary name headline topic query q search search_query keyword keywords".split(" "),
);
const TEXTS =
  /(?:^|_)(?:text|body|message|content|comment|caption|prompt|description|desc|notes?|markdown|html|question)$/;
/** Their texts are not content: they define how something is written or which part of it is meant. */
const NO_TEXTS = /(?:^|_)(?:is|has|raw|include|includes|with|show|in|of|status|commit|error)_/;
const TIMES =
  /(?:^|_)(?:start|end|due|date|datetime|time|deadline|when|until|since|begin|begins|starts|ends)(?:_|$)|_(?:at|on)$/;

const toSnake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.\s-]+/g, "_")
    .toLowerCase();

function groupOf({ name, schema, required }: Property): number {
  const snake = toSnake(name);
  const isSingle = schema.type !== "boolean" && schema.type !== "object";
  if (TITLES.has(snake) || (required && /_(?:title|subject|summary)$/.test(snake))) return TITLE;
  if (isSingle && TEXTS.test(snake) && !NO_TEXTS.test(snake)) return TEXT;
  if (RECEIVERS.has(snake)) return RECEIVER;
  if (required) return TIMES.test(snake) ? TIME : PLACE;
  return OTHER;
}

/**
 * The fields in the order of use, and the fields that are visible at first: those that are required, and those that a
 * call of such a tool usually has.
 */
export function inOrderOfUse(properties: readonly Property[]): {
  properties: Property[];
  inSight: ReadonlySet<string>;
} {
  const groups = new Map(properties.map((property) => [property.name, groupOf(property)]));
  const groupAt = ({ name }: Property): number => groups.get(name) ?? OTHER;
  // the sort is stable: within a group required fields come first, then the author's order
  const sorted = [...properties].sort((a, b) => groupAt(a) - groupAt(b) || Number(b.required) - Number(a.required));
  const required = sorted.filter((property) => property.required);
  const common = sorted.filter((property) => !property.required && groupAt(property) !== OTHER).slice(0, MOST_COMMON);
  const names = new Set([...required, ...common].map(({ name }) => name));
  if (required.length === 0 && common.length < ENOUGH)
    for (const { name } of properties) if (names.size < FIRST) names.add(name);
  return { properties: sorted, inSight: names };
}
