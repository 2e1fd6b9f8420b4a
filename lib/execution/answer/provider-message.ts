/** What a provider says went wrong, found in its answer: each has its own place for it. */

const MAX_WORDS = 500;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Keys under which providers put a sentence, in order of preference. */
const WORDS = [
  "message",
  "error_description",
  "error_message",
  "detail",
  "error_summary",
  "description",
  "reason",
  "title",
  "msg",
  "code",
  "type",
];
const NESTED = ["error", "errors", "fault", "response", "data", "meta", "Error", "Message", "faultstring"];

/** Characters read of a text: the rest of a page says nothing about its error. */
const READ = 20_000;
/** Before the sentence begins: spaces, and tags of a page. */
const MARGIN = 4 * MAX_WORDS;

/** The title of an HTML page; undefined where there is none. */
function titleOf(text: string): string | undefined {
  const from = text.toLowerCase().indexOf("<title");
  const begin = from < 0 ? -1 : text.indexOf(">", from);
  const end = begin < 0 ? -1 : text.indexOf("<", begin);
  return end < 0 || !/^<\/title/i.test(text.slice(end, end + 7)) ? undefined : text.slice(begin + 1, end);
}

/** Text of an HTML error page is its title. */
function textWords(whole: string): string | undefined {
  const text = whole.slice(0, READ);
  const words = titleOf(text) ?? (/^\s*<(!doctype|html)/i.test(text) ? "" : text);
  const plain = words.trim().slice(0, MARGIN).replace(/\s+/g, " ");
  return plain ? plain.slice(0, MAX_WORDS) : undefined;
}

/** The provider's own words, at most 500 characters; undefined when it says nothing. */
export function findProviderMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === "string") return textWords(body);
  if (depth > 4) return undefined;
  if (Array.isArray(body)) {
    const found = body
      .slice(0, 5)
      .map((item) => findProviderMessage(item, depth + 1))
      .filter((words) => words !== undefined);
    return found.length > 0 ? [...new Set(found)].join("; ").slice(0, MAX_WORDS) : undefined;
  }
  if (!isObject(body)) return undefined;
  const nested = nestedWords(body, depth);
  const own = WORDS.map((key) => body[key]).find(
    (value): value is string => typeof value === "string" && value.slice(0, READ).trim() !== "",
  );
  // GitHub's "Validation Failed" and its like say little without the list beside them.
  const words = own && nested && own !== nested ? `${own} (${nested})` : (own ?? nested);
  return words?.slice(0, MAX_WORDS);
}

function nestedWords(body: Record<string, unknown>, depth: number): string | undefined {
  for (const key of NESTED) {
    const words = findProviderMessage(body[key], depth + 1);
    if (words !== undefined) return words;
  }
  return undefined;
}

/**
 * The words of a failure that came with a success status: Slack's `ok: false`, OAuth's `error` with a description
 * (RFC 6749, 5.2), GraphQL's `errors` without data. Undefined for a success.
 */
export function hiddenFailure(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  if (body.ok === false && typeof body.error === "string") return slackWords(body);
  if (typeof body.error === "string" && body.error !== "" && typeof body.error_description === "string")
    return `${body.error}: ${body.error_description}`.slice(0, MAX_WORDS);
  if (
    Array.isArray(body.errors) &&
    body.errors.length > 0 &&
    (body.data === null || (body.data === undefined && isObject(body.errors[0]) && "message" in body.errors[0]))
  )
    return findProviderMessage(body.errors) ?? "The answer lists errors.";
  return undefined;
}

function slackWords(body: Record<string, unknown>): string {
  const more = isObject(body.response_metadata) ? findProviderMessage(body.response_metadata.messages) : undefined;
  const needed = typeof body.needed === "string" ? `needs ${body.needed}` : undefined;
  return [String(body.error), more ?? needed].filter(Boolean).join(": ").slice(0, MAX_WORDS);
}
