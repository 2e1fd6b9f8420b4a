/** The name and the description of an operation's tool. */
import type { Method, SourceOperation } from "../sources/openapi-document";
import { schemaText } from "./schema-text";
import { screamingCamel } from "../names/tool-slug";

const MAX_NAME = 120;
/** A generator writes this about the answer of every operation. */
const OF_ANSWER = /^response message has status ?code\b.*$/i;
/** OData's summary of an operation that is bound to a resource: `Invoke action rebootNow`. */
const BOUND = /^invoke (?:action|function) (\w{3,})\.?$/i;
const PATH_LIKE = /^\S*\/\S*$/;
/** Ends a name that is shorter than its summary. */
const CUT = "…";

const isText = (text: string | undefined): text is string =>
  text !== undefined && /\p{L}/u.test(text) && !OF_ANSWER.test(text);

/** Words for a person and for a model; what the description leaves out comes from the operation's id or its path. */
export function operationWords(
  path: string,
  method: Method,
  operation: SourceOperation,
  max: number,
): { name: string; description: string } {
  const name = nameOf(path, method, operation);
  const description = schemaText(operation.description, max);
  if (isText(description)) return { name, description: withoutOpenEnd(description) };
  const summary = schemaText(operation.summary, max);
  return { name, description: name.endsWith(CUT) && isText(summary) ? summary : name };
}

/** Without a last sentence that introduces an example or a list which the text no longer has. */
function withoutOpenEnd(description: string): string {
  if (!description.endsWith(":")) return description;
  const end = Math.max(description.lastIndexOf(". "), description.lastIndexOf(".\n"));
  return end > 0 ? description.slice(0, end + 1) : `${description.slice(0, -1)}.`;
}

function nameOf(path: string, method: Method, operation: SourceOperation): string {
  const summary = schemaText(operation.summary, 10_000);
  const bound = BOUND.exec(summary ?? "")?.[1];
  if (bound !== undefined) return shortName(capital(plainWords(bound)));
  if (isText(summary) && !PATH_LIKE.test(summary)) return shortName(summary);
  const id = operation.operationId ? screamingCamel(operation.operationId).toLowerCase().replaceAll("_", " ") : "";
  return shortName(capital(/[a-z]/.test(id) ? id : pathWords(method, path)));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first sentence where the whole is too long, never half a word. */
function shortName(summary: string): string {
  const plain = summary
    .replace(/\*\*/g, "")
    .replace(/ ?\([^()]*\{[^()]*\)/g, "")
    .replace(/[{}]/g, "")
    .trim();
  const whole = plain.replace(/\.$/, "");
  if (whole.length <= MAX_NAME && !whole.includes("\n")) return whole;
  const [first = whole] = plain.split(/(?<=[.!?])\s|\n/, 1);
  const sentence = first.replace(/[.:]$/, "");
  if (sentence.length > 0 && sentence.length <= MAX_NAME) return sentence;
  const cut = sentence.slice(0, MAX_NAME - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MAX_NAME / 2))}${CUT}`;
}

/** `DELETE /api/v1/announcements/{id}/reactions/{name}` as "delete announcements reactions by name". */
function pathWords(method: Method, path: string): string {
  const parts = path
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((part) => part !== "" && !/^(api|rest|v\d[\w.]*)$/i.test(part));
  const last = parts.at(-1) ?? "";
  const place = /^\{(.+)\}$/.exec(last)?.[1];
  const words = parts.filter((part) => !part.startsWith("{")).map(plainWords);
  return [method, ...words, ...(place ? [`by ${plainWords(place)}`] : [])].join(" ");
}

const plainWords = (text: string): string =>
  screamingCamel(text.replace(/[{}]/g, " ").replace(/\.json$/, ""))
    .toLowerCase()
    .replaceAll("_", " ");
