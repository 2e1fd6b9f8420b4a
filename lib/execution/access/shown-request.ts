/** A request without its secrets, as dry runs show it. */
import { redact, redactPairs, redactText, redactUrl, type HiddenNames } from "@/lib/kernel/text/redact";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";
import { EXCESS_WORDS, type JsonBounds } from "@/lib/kernel/json/scan-json";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "./access";
import { loggedSecrets, shortSecretNames, mergeNames } from "./secret-names";

/** The names of the headers or query parameters that carry credentials. */
function credentialPlaces({ scheme, parameters }: Access, place: "query" | "header"): HiddenNames {
  const places = [...(scheme?.apply ?? []), ...parameters];
  return new Set(places.flatMap((entry) => (entry.in === place ? [entry.name.toLowerCase()] : [])));
}

/** Of a larger body only the size is shown, because every value in it would be searched for secrets. */
const MAX_BODY_LENGTH = 1_000_000;
const BOUNDS: JsonBounds = { ...ANSWER_BOUNDS, values: 10_000, names: 10_000 };

function shownBody(
  { body, headers }: HttpRequest,
  secrets: readonly string[],
  hidden: HiddenNames | undefined,
): unknown {
  if (typeof body !== "string") return body && `[${body.byteLength} bytes]`;
  if (body.length > MAX_BODY_LENGTH) return `[${body.length} characters]`;
  if (/urlencoded/i.test(headers["content-type"] ?? "")) return redactText(redactPairs(body, hidden), secrets);
  const read = readJson(body, BOUNDS);
  if (read.kind === "value") return redact(read.value, secrets, hidden);
  if (read.kind === "broken") return redactText(body, secrets);
  return `[${body.length} characters with more than ${BOUNDS[read.excess]} ${EXCESS_WORDS[read.excess]}]`;
}

/**
 * A request with credentials, as it may be shown.
 * @param declaredNames names whose values the tool's schema declares secret
 */
export function toShownRequest(
  request: HttpRequest,
  access: Access,
  declaredNames?: HiddenNames,
): Record<string, unknown> {
  const { method, url, headers, body } = request;
  const hidden = mergeNames(declaredNames, shortSecretNames(access));
  return {
    method,
    url: redactUrl(url, access.secrets, mergeNames(hidden, credentialPlaces(access, "query"))),
    headers: redact(headers, access.secrets, mergeNames(hidden, credentialPlaces(access, "header"))),
    ...(body !== undefined && { body: shownBody(request, loggedSecrets(access), hidden) }),
  };
}
