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

/** Text of an HTML error page is its title. */
function textWords(text: string): string | undefined {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text.slice(0, 20_000))?.[1];
  const plain = (title ?? (/^\s*<(!doctype|html)/i.test(text) ? "" : text)).replace(/\s+/g, " ").trim();
  return plain ? plain.slice(0, MAX_WORDS) : undefined;
}

/** The provider's own words, at most 500 characters; undefined when it says nothing. */
export function providerWords(body: unknown, depth = 0): string | undefined {
  if (typeof body === "string") return textWords(body);
  if (depth > 4) return undefined;
  if (Array.isArray(body)) {
    const found = body
      .slice(0, 5)
      .map((item) => providerWords(item, depth + 1))
      .filter((words) => words !== undefined);
    return found.length > 0 ? [...new Set(found)].join("; ").slice(0, MAX_WORDS) : undefined;
  }
  if (!isObject(body)) return undefined;
  const nested = NESTED.map((key) => providerWords(body[key], depth + 1)).find((words) => words !== undefined);
  const own = WORDS.map((key) => body[key]).find(
    (value): value is string => typeof value === "string" && value.trim() !== "",
  );
  // GitHub's "Validation Failed" and its like say little without the list beside them.
  const words = own && nested && own !== nested ? `${own} (${nested})` : (own ?? nested);
  return words?.slice(0, MAX_WORDS);
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
    return providerWords(body.errors) ?? "The answer lists errors.";
  return undefined;
}

function slackWords(body: Record<string, unknown>): string {
  const more = isObject(body.response_metadata) ? providerWords(body.response_metadata.messages) : undefined;
  const needed = typeof body.needed === "string" ? `needs ${body.needed}` : undefined;
  return [String(body.error), more ?? needed].filter(Boolean).join(": ").slice(0, MAX_WORDS);
}
