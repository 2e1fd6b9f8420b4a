/** A request as people may see it: without its secrets. */
import { redact, redactPairs, redactText, redactUrl, type HiddenNames } from "@/lib/kernel/text/redact";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "./open-access";
import { loggedSecrets, shortSecretNames, united } from "./secret-names";

/** Headers and query parameters that carry credentials, whatever they are called. */
function credentialPlaces({ scheme, parameters }: Access, place: "query" | "header"): HiddenNames {
  const places = [...(scheme?.apply ?? []), ...parameters];
  return new Set(places.flatMap((known) => (known.in === place ? [known.name.toLowerCase()] : [])));
}

/** Larger bodies are told by their size: each value, with its name, is searched for everything secret. */
const MAX_BODY_LENGTH = 1_000_000;
const MAX_VALUES = 10_000;

/** Whether a value of JSON holds more than that many, lists and objects counted. */
function holdsMore(value: unknown, most: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; ) {
    if (++count > most) return true;
    const one = waiting.pop();
    if (typeof one !== "object" || one === null) continue;
    const inner: unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (count + waiting.length + inner.length > most) return true;
    for (const each of inner) waiting.push(each);
  }
  return false;
}

function shownBody(
  { body, headers }: HttpRequest,
  secrets: readonly string[],
  hidden: HiddenNames | undefined,
): unknown {
  if (typeof body !== "string") return body && `[${body.byteLength} bytes]`;
  if (body.length > MAX_BODY_LENGTH) return `[${body.length} characters]`;
  if (/urlencoded/i.test(headers["content-type"] ?? "")) return redactText(redactPairs(body, hidden), secrets);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return redactText(body, secrets);
  }
  if (holdsMore(value, MAX_VALUES)) return `[${body.length} characters with more than ${MAX_VALUES} values]`;
  return redact(value, secrets, hidden);
}

/**
 * What people may see of a request that carries credentials.
 * @param declared names whose values the tool's schema declares secret
 */
export function toShownRequest(request: HttpRequest, access: Access, declared?: HiddenNames): Record<string, unknown> {
  const { method, url, headers, body } = request;
  const hidden = united(declared, shortSecretNames(access));
  return {
    method,
    url: redactUrl(url, access.secrets, united(hidden, credentialPlaces(access, "query"))),
    headers: redact(headers, access.secrets, united(hidden, credentialPlaces(access, "header"))),
    ...(body !== undefined && { body: shownBody(request, loggedSecrets(access), hidden) }),
  };
}
