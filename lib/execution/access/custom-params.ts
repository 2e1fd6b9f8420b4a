/** Credentials and headers that a caller brings along as `custom_auth_params`. */
import type { z } from "zod";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { cookieText } from "@/lib/connected-accounts/credentials/apply-credentials";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { isSecretName } from "@/lib/kernel/text/redact";
import { secretForms } from "@/lib/kernel/text/secret-forms";
import type { CustomAuthParams } from "../contract";
import { fillBaseUrl } from "@/lib/connected-accounts/credentials/fill-base-url";
import { assertPlaceable, fillPlaced, type PlacedValue } from "@/lib/connected-accounts/credentials/placed-values";
import type { Access } from "./access";
import { textsIn } from "./secret-names";

export type Custom = z.output<typeof CustomAuthParams>;
type Parameter = NonNullable<Custom["parameters"]>[number];

/** The characters of a header's or cookie's name (RFC 9110, 5.6.2; RFC 6265, 4.1.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers of the connection between this server and the provider; callers may not set them. */
const CONNECTION_HEADER =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/**
 * A header that a caller asks for, in lower case.
 * @throws ApiError BadRequest for a name or value that would break the request
 */
export function checkedHeader(name: string, value: string, field: string): string {
  const refuse = (problem: string) =>
    new ApiError("BadRequest", `${field}: the header ${JSON.stringify(name.slice(0, 80))} ${problem}.`, {
      suggestedFix: "Correct the header or leave it out.",
    });
  if (!TOKEN.test(name)) throw refuse("has a name that HTTP does not allow");
  if (CONNECTION_HEADER.test(name)) throw refuse("is set by this server");
  if (!HEADER_VALUE.test(value)) throw refuse("has a value with line breaks or characters outside Latin-1");
  return name.toLowerCase();
}

/** @throws ApiError BadRequest for a name that would begin another cookie, and for a value with line breaks */
function assertCookie(name: string, value: string): void {
  const field = `custom_auth_params.parameters: the cookie ${JSON.stringify(name.slice(0, 80))}`;
  const suggestedFix = "Correct the cookie or leave it out.";
  if (!TOKEN.test(name))
    throw new ApiError("BadRequest", `${field} has a name that HTTP does not allow.`, { suggestedFix });
  if (cookieText(value) === null)
    throw new ApiError("BadRequest", `${field} has a value with line breaks or other control characters.`, {
      suggestedFix,
    });
}

/**
 * Limits the filled text: each placeholder gets a value that can be long, so a small text of placeholders could become
 * huge.
 */
const MAX_TEMPLATE_LENGTH = 2000;
const MAX_PLACES = 20;

/** @throws ApiError BadRequest for an address that is too long, or has too many places to be filled in */
function assertTemplate(template: string): void {
  if (template.length <= MAX_TEMPLATE_LENGTH && template.split("{").length - 1 <= MAX_PLACES) return;
  throw new ApiError(
    "BadRequest",
    `custom_auth_params.base_url must have at most ${MAX_TEMPLATE_LENGTH} characters and ${MAX_PLACES} places.`,
    { suggestedFix: "Send only the server's URL, and everything else in parameters." },
  );
}

/** The log is searched for each of these values, so their number has a limit. */
const MAX_ADDED_VALUES = 100;

/** Parameters whose values are no credentials. */
const HARMLESS_PARAMETER = /^(content-type|accept(-.*)?|user-agent|.*version.*)$/i;

/** A subdomain chooses among the provider's hosts, as `base_url` does; names in DNS are no secrets. */
const isCredential = ({ name, in: place }: Pick<Parameter, "name" | "in">): boolean =>
  place === "subdomain" ? isSecretName(name) : place === "path" || place === "cookie" || !HARMLESS_PARAMETER.test(name);

/** Whether the parameters hold credentials, with which no account is needed. */
export const holdsCredentials = (custom: Custom | null | undefined): boolean =>
  (custom?.parameters ?? []).some(isCredential);

/**
 * `custom_connection_data` wins over `custom_auth_params`: a parameter in a position that the connection's
 * credentials use is left out. So is a header that generally carries credentials.
 */
function isTaken({ name, in: place }: Parameter, scheme: ToolkitAuthScheme, values: Access["values"]): boolean {
  if (place === "path" || place === "subdomain") return Boolean(Object.hasOwn(values, name) && values[name]);
  const lowerName = name.toLowerCase();
  if (place === "header" && (lowerName === "authorization" || lowerName === "cookie")) return true;
  return scheme.apply.some((rule) => rule.in === place && rule.name.toLowerCase() === lowerName);
}

/** The parameters that apply in addition to the credentials of `custom_connection_data`. */
const besideConnection = (custom: Custom, { scheme, values }: Access): Parameter[] =>
  (custom.parameters ?? []).filter((parameter) => !scheme || !isTaken(parameter, scheme, values));

function toParameter({ name, in: place, value }: Parameter): Access["parameters"][number] | undefined {
  const text = String(value);
  if (place === "header")
    return { name: checkedHeader(name, text, "custom_auth_params.parameters"), in: place, value: text };
  if (place === "cookie") assertCookie(name, text);
  return place === "cookie" || place === "query" ? { name, in: place, value: text } : undefined;
}

function toPlaced(parameters: readonly Parameter[]): Map<string, PlacedValue> {
  const values = new Map<string, PlacedValue>();
  for (const { name, in: place, value } of parameters) {
    if (place !== "path" && place !== "subdomain") continue;
    const placedValue: PlacedValue = { in: place, value: String(value) };
    assertPlaceable(name, placedValue);
    values.set(name, placedValue);
  }
  return values;
}

/**
 * Adds `custom_auth_params` to an access. Its `base_url` can be any host that this server can reach; `keepAtHome`
 * decides whether the account's credentials can go there.
 * @param brought whether the access contains the credentials of `custom_connection_data`, which win; those of an
 *   account lose
 * @throws ApiError BadRequest for parameters that cannot be sent
 */
export function withCustomParams(
  access: Access,
  custom: Custom | null | undefined,
  { brought = false }: { brought?: boolean } = {},
): Access {
  if (!custom) return access;
  if (custom.body && textsIn(custom.body).length > MAX_ADDED_VALUES)
    throw new ApiError("BadRequest", `custom_auth_params.body holds more than ${MAX_ADDED_VALUES} values.`, {
      suggestedFix: "Send only the credentials in it, and everything else in arguments.",
    });
  const parameters = brought ? besideConnection(custom, access) : (custom.parameters ?? []);
  const placedValues = toPlaced(parameters);
  const template = custom.base_url ?? custom.baseURL;
  if (template) assertTemplate(template);
  // Other places are the brought connection's; an account's values, which are sealed, go into no address of a caller.
  const baseUrl = template && fillBaseUrl(fillPlaced(template, placedValues), brought ? access.values : {});
  if (baseUrl) assertReachable(baseUrl, "custom_auth_params.base_url");
  const secrets = parameters.filter(isCredential).flatMap(({ value }) => secretForms(String(value)));
  return {
    ...access,
    ...(baseUrl && !(brought && access.baseUrl) && { baseUrl, template }),
    parameters: parameters.flatMap((parameter) => toParameter(parameter) ?? []),
    placed: placedValues,
    ...(custom.body && { body: custom.body }),
    secrets: [...access.secrets, ...secrets],
  };
}
