/** Finds the error message in a provider's answer; each provider has its own place for it. */
import { cutText } from "@/lib/kernel/text/storable";
import { isObject } from "@/lib/kernel/text/is-object";

/** Characters of a message that are shown. */
export const MAX_MESSAGE = 500;

/** Keys under which providers put their message, in order of preference. */
const MESSAGE_KEYS = [
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
const NESTED_KEYS = [
  "error",
  "errors",
  "errorMessages",
  "fault",
  "response",
  "data",
  "meta",
  "Error",
  "Message",
  "faultstring",
];

/** Characters of a text that are read: the error is at the beginning. */
const MAX_READ = 20_000;
/** Characters kept before whitespace is collapsed, which makes the text shorter. */
const MAX_BEFORE_CUT = 4 * MAX_MESSAGE;

/** The title of an HTML page; undefined without a title. */
function titleOf(text: string): string | undefined {
  const from = text.toLowerCase().indexOf("<title");
  const begin = from < 0 ? -1 : text.indexOf(">", from);
  const end = begin < 0 ? -1 : text.indexOf("<", begin);
  return end < 0 || !/^<\/title/i.test(text.slice(end, end + 7)) ? undefined : text.slice(begin + 1, end);
}

/** The message in a text answer; for an HTML page its title. */
function messageInText(whole: string): string | undefined {
  const text = whole.slice(0, MAX_READ);
  const message = titleOf(text) ?? (/^\s*<(!doctype|html)/i.test(text) ? "" : text);
  const plain = message.trim().slice(0, MAX_BEFORE_CUT).replace(/\s+/g, " ");
  return plain ? cutText(plain, MAX_MESSAGE) : undefined;
}

/** The provider's own message, at most 500 characters; undefined if it has none. */
export function findProviderMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === "string") return messageInText(body);
  if (depth > 4) return undefined;
  if (Array.isArray(body)) {
    const messages = body
      .slice(0, 5)
      .map((item) => findProviderMessage(item, depth + 1))
      .filter((message) => message !== undefined);
    return messages.length > 0 ? cutText([...new Set(messages)].join("; "), MAX_MESSAGE) : undefined;
  }
  if (!isObject(body)) return undefined;
  const nested = nestedMessage(body, depth);
  const ownMessage = MESSAGE_KEYS.map((key) => body[key]).find(
    (value): value is string => typeof value === "string" && value.slice(0, MAX_READ).trim() !== "",
  );
  // A message such as "Validation Failed" is useless without its list of errors.
  const message = ownMessage && nested && ownMessage !== nested ? `${ownMessage} (${nested})` : (ownMessage ?? nested);
  return message === undefined ? undefined : cutText(message, MAX_MESSAGE);
}

function nestedMessage(body: Record<string, unknown>, depth: number): string | undefined {
  for (const key of NESTED_KEYS) {
    const message = findProviderMessage(body[key], depth + 1);
    if (message !== undefined) return message;
  }
  return fieldMessages(body.errors);
}

/** Messages by the names of their fields, as Jira and Rails answer; undefined for anything else. */
function fieldMessages(errors: unknown): string | undefined {
  if (!isObject(errors)) return undefined;
  const messages = Object.entries(errors)
    .slice(0, 5)
    .flatMap(([field, value]) => {
      const text: unknown = Array.isArray(value) ? value[0] : value;
      return typeof text === "string" && text.trim() !== "" ? [`${field}: ${text.slice(0, MAX_MESSAGE)}`] : [];
    });
  return messages.length > 0 ? messages.join("; ") : undefined;
}
