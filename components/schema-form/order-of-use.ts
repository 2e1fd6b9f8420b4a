/** Which fields people fill in first, told from their names: where to and for whom, then the title, the text, the time. Pure. */
import type { Property } from "./schema";

/** As many optional fields stand beside the required ones without being asked for. */
const MOST_COMMON = 4;
/** Where a tool demands nothing and names tell little, so many fields are in sight: their author wrote the most used ones first. */
const FIRST = 5;
/** From so many on, common fields are enough for a start. */
const ENOUGH = 3;

/** In the order in which they are filled in. Fields of no group stand behind the optional ones that have one. */
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
/** Their texts are no content: they say how something is written or which part of it is meant. */
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
 * The fields in the order of use, and how many of them are in sight at once: what is required, and what a call of such a
 * tool usually has.
 */
export function inOrderOfUse(properties: readonly Property[]): {
  properties: Property[];
  inSight: ReadonlySet<string>;
} {
  const groups = new Map(properties.map((property) => [property.name, groupOf(property)]));
  const groupAt = ({ name }: Property): number => groups.get(name) ?? OTHER;
  // sorting keeps what is equal as its author wrote it, required ones first
  const sorted = [...properties].sort((a, b) => groupAt(a) - groupAt(b) || Number(b.required) - Number(a.required));
  const required = sorted.filter((property) => property.required);
  const common = sorted.filter((property) => !property.required && groupAt(property) !== OTHER).slice(0, MOST_COMMON);
  const names = new Set([...required, ...common].map(({ name }) => name));
  if (required.length === 0 && common.length < ENOUGH)
    for (const { name } of properties) if (names.size < FIRST) names.add(name);
  return { properties: sorted, inSight: names };
}
