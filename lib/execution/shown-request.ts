/** A request as people may see it: without its secrets. */
import { redact, redactPairs, redactText, redactUrl, type HiddenNames } from "@/lib/kernel/redact";
import type { HttpRequest } from "./http-tool";
import type { Access } from "./open-access";
import { loggedSecrets, shortSecretNames, united } from "./secret-places";

/** Headers and query parameters that carry credentials, whatever they are called. */
function credentialPlaces({ scheme, parameters }: Access, place: "query" | "header"): HiddenNames {
  const places = [...(scheme?.apply ?? []), ...parameters];
  return new Set(places.flatMap((known) => (known.in === place ? [known.name.toLowerCase()] : [])));
}

/** A longer body is shown as its beginning. */
const LONGEST_BODY = 1_000_000;

function shownBody(
  { body, headers }: HttpRequest,
  secrets: readonly string[],
  hidden: HiddenNames | undefined,
): unknown {
  if (typeof body !== "string") return body && `[${body.byteLength} bytes]`;
  if (body.length > LONGEST_BODY) return `[${body.length} characters]`;
  if (/urlencoded/i.test(headers["content-type"] ?? "")) return redactText(redactPairs(body, hidden), secrets);
  try {
    return redact(JSON.parse(body), secrets, hidden);
  } catch {
    return redactText(body, secrets);
  }
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
