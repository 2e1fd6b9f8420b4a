/** Adds an account's credentials to a request, by the rules of its auth scheme. */
import {
  fillTemplate,
  templateFields,
  type ApplyRule,
  type ToolkitAuthScheme,
} from "@/lib/catalog/toolkit-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import { hasTooManyFields, MAX_FORM_FIELDS } from "@/lib/kernel/text/has-too-many-fields";
import { signAppJwt } from "../oauth/sign-app-jwt";
import { authorizationHeader } from "../oauth/oauth1";

/** A request; `method` and `body` are needed if the whole request is signed (OAuth 1.0a). */
export type ApplicableRequest = { url: string; headers?: Record<string, string>; method?: string; body?: unknown };

/** Characters that would end a header early (RFC 9110 5.5), or that HTTP/1.1 cannot send. */
const UNSAFE_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/;
/** The characters that a cookie's value can contain unescaped (RFC 6265, 4.1.1). */
const COOKIE_OCTETS = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
/** Characters that no credential holds; they come from careless copying. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
const CONTROL = /[\0-\x1f\x7f]/;

/** `Basic base64(user:password)` (RFC 7617), in UTF-8. */
export const toBasic = (text: string): string => `Basic ${Buffer.from(text, "utf8").toString("base64")}`;

/** The text that a rule sends; null if one of its values is missing. */
export function filledRule(rule: ApplyRule, values: Readonly<Record<string, string>>): string | null {
  // The password may be empty (RFC 7617): some APIs expect a key as the user name alone.
  const complete =
    rule.encode === "basic"
      ? { ...Object.fromEntries(templateFields(rule.value).map((name) => [name, ""])), ...values }
      : values;
  if (rule.encode !== "basic") return fillTemplate(rule.value, complete);
  const fields = templateFields(rule.value);
  if (fields.length > 0 && fields.every((name) => !complete[name])) return null;
  return toBasic(rule.value.replace(/\{([A-Za-z0-9_]+)\}/g, (_, name: string) => complete[name] ?? ""));
}

function absent(rule: ApplyRule, values: Readonly<Record<string, string>>): ApiError {
  const names = templateFields(rule.value).filter((name) => !values[name]);
  return new ApiError(
    "BadRequest",
    `The connection has no value for ${names.join(" and ")}, which the ${rule.in} ${rule.name} needs.`,
    {
      suggestedFix: "Connect the account again and fill in every field.",
    },
  );
}

function assertSafe(text: string, rule: ApplyRule): void {
  const unsafe = rule.in === "cookie" ? CONTROL : UNSAFE_IN_HEADER;
  if (rule.in === "query" || !unsafe.test(text)) return;
  throw new ApiError(
    "BadRequest",
    `The value of ${templateFields(rule.value).join(" and ") || rule.name} ` +
      `holds characters that cannot be sent in a ${rule.in}, such as a line break.`,
    {
      suggestedFix: "Copy the value again without spaces or line breaks around it, and connect the account again.",
    },
  );
}

/** Sets a header, replacing one in any case: with two of the same name, the tool's argument could win. */
function withHeader(headers: Record<string, string>, name: string, value: string): Record<string, string> {
  const lowerName = name.toLowerCase();
  const changed: Record<string, string> = {};
  for (const header in headers) if (header.toLowerCase() !== lowerName) changed[header] = headers[header] ?? "";
  changed[name] = value;
  return changed;
}

/** A URL with one parameter more in its query, in place of those of the same name. */
export function withQuery(text: string, name: string, value: string): string {
  const url = new URL(text);
  // Deleting rewrites the whole query, so it is only done if a tool's argument has the credential's name.
  if (url.searchParams.has(name)) url.searchParams.delete(name);
  const pair = [name, value].map((part) => encodeURIComponent(part.toWellFormed())).join("=");
  url.search += `${url.search ? "&" : "?"}${pair}`;
  return url.href;
}

/**
 * A cookie's value: as it is, or percent-encoded as a whole if it holds characters that would end it; null if it holds
 * line breaks or the like.
 */
export const cookieText = (value: string): string | null =>
  COOKIE_OCTETS.test(value) ? value : CONTROL.test(value) ? null : encodeURIComponent(value.toWellFormed());

/** Headers with one cookie more, in place of those of the same name: servers read the first of two. */
export function withCookie(headers: Record<string, string>, name: string, value: string): Record<string, string> {
  const cookieHeader = Object.entries(headers).find(([header]) => header.toLowerCase() === "cookie")?.[1] ?? "";
  const others = cookieHeader
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && pair.split("=", 1)[0]?.trim() !== name);
  return withHeader(headers, "cookie", [...others, `${name}=${cookieText(value) ?? ""}`].join("; "));
}

/** The name of the value that is signed for each request. */
const APP_JWT = "app_jwt";

const withAppJwt = (rule: ApplyRule, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  rule.value.includes(`{${APP_JWT}}`) ? { ...values, [APP_JWT]: signAppJwt(values) } : values;

/**
 * A copy of the request with the credentials; existing values under a credential's name are replaced.
 * @throws ApiError BadRequest naming the field without a value, or whose value would break the request
 */
export function applyCredentials<R extends ApplicableRequest>(
  request: R,
  scheme: Pick<ToolkitAuthScheme, "apply" | "oauth1">,
  values: Readonly<Record<string, string>>,
): R & { headers: Record<string, string> } {
  let url = request.url;
  let headers: Record<string, string> = { ...request.headers };
  for (const rule of scheme.apply) {
    if (rule.paths !== undefined && !new RegExp(rule.paths).test(new URL(url).pathname)) continue;
    const text = filledRule(rule, withAppJwt(rule, values));
    if (text === null) {
      if (rule.optional) continue;
      throw absent(rule, values);
    }
    assertSafe(text, rule);
    if (rule.in === "header") headers = withHeader(headers, rule.name, text);
    else if (rule.in === "cookie") headers = withCookie(headers, rule.name, text);
    else url = withQuery(url, rule.name, text);
  }
  if (scheme.oauth1) headers = withHeader(headers, "authorization", signed({ ...request, url, headers }, values));
  return { ...request, url, headers };
}

/** Signs the request with OAuth 1.0a. Only form bodies are part of the signature (RFC 5849 section 3.4.1.3.1). */
function signed(
  { method = "GET", url, headers = {}, body }: ApplicableRequest,
  values: Readonly<Record<string, string>>,
): string {
  const {
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
    oauth_token: token,
    oauth_token_secret: tokenSecret,
  } = values;
  if (!consumerKey || !consumerSecret || !token || !tokenSecret)
    throw new ApiError("BadRequest", "The connection has no complete OAuth 1.0a credentials.", {
      suggestedFix: "Connect the account again.",
    });
  const isForm = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === "content-type" && value.startsWith("application/x-www-form-urlencoded"),
  );
  if (isForm && typeof body === "string" && hasTooManyFields(body))
    throw new ApiError("BadRequest", `A form that is signed has at most ${MAX_FORM_FIELDS} fields.`, {
      suggestedFix: "Send the fields in several requests.",
    });
  return authorizationHeader(
    { method, url, ...(isForm && typeof body === "string" && { form: new URLSearchParams(body) }) },
    { consumerKey, consumerSecret, token, tokenSecret },
  );
}
