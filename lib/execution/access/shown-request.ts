/** A request without its secrets, as dry runs show it. */
import { redact, redactPairs, redactText, redactUrl, type HiddenNames } from "@/lib/kernel/text/redact";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "./open-access";
import { loggedSecrets, shortSecretNames, mergeNames } from "./secret-names";

/** The names of the headers or query parameters that carry credentials. */
function credentialPlaces({ scheme, parameters }: Access, place: "query" | "header"): HiddenNames {
  const places = [...(scheme?.apply ?? []), ...parameters];
  return new Set(places.flatMap((known) => (known.in === place ? [known.name.toLowerCase()] : [])));
}

/** Of a larger body only the size is shown, because every value in it would be searched for secrets. */
const MAX_BODY_LENGTH = 1_000_000;
const MAX_VALUES = 10_000;

/** Whether a JSON value contains more than `most` values, lists and objects included. */
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
 * A request with credentials, as it may be shown.
 * @param declared names whose values the tool's schema declares secret
 */
export function toShownRequest(request: HttpRequest, access: Access, declared?: HiddenNames): Record<string, unknown> {
  const { method, url, headers, body } = request;
  const hidden = mergeNames(declared, shortSecretNames(access));
  return {
    method,
    url: redactUrl(url, access.secrets, mergeNames(hidden, credentialPlaces(access, "query"))),
    headers: redact(headers, access.secrets, mergeNames(hidden, credentialPlaces(access, "header"))),
    ...(body !== undefined && { body: shownBody(request, loggedSecrets(access), hidden) }),
  };
}
