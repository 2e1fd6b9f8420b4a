/** To which servers a secret of the auth config may be sent: a connection's values must not choose them. Pure. */
import { templateFields, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-values";

/** The values for the variables of a URL, by their origin. */
export type Naming = {
  /** Values of the auth config, which are allowed to choose a server. */
  given: AccountValues;
  /** All values, including those of the connection. */
  values: AccountValues;
  /** The values that a connection is allowed to choose for a variable, as the provider's description lists them. */
  places?: Readonly<Record<string, readonly string[]>> | undefined;
};

const PLACE = /\{([A-Za-z0-9_]+)\}/g;
/** The end of a host whose names all belong to the provider: `.myshopify.com`. */
const FIXED_END = /^(\.[a-z0-9-]+){2,}(:\d+)?$/i;
/** The length of a host name (RFC 1035, 2.3.4). */
const MAX_HOST_LENGTH = 253;

const MAX_PLACES = 20;

const valueOf = (values: AccountValues, name: string): string =>
  (Object.hasOwn(values, name) ? values[name] : "") ?? "";

/**
 * Whether a text is one or several labels of a host, as in `acme` or `acme.eu`. NetSuite has names with an underscore.
 */
const isHostPart = (text: string): boolean =>
  text.length <= MAX_HOST_LENGTH && text.split(".").every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));

const toRefusal = (message: string, suggestedFix: string): ApiError =>
  new ApiError("BadRequest", message, { suggestedFix });

const inTheAuthConfig = (name: string): string =>
  `Set ${name} in the auth config, with credentials.${name} in PATCH /api/v3/auth_configs/{id}: ` +
  "users who connect an account must not choose where the app's secret goes.";

/**
 * Limits the placeholders of a URL. An auth config can contain the URL, and each placeholder is filled with a value
 * that can be long itself: a small text of nothing but placeholders would become a huge one.
 * @throws ApiError BadRequest
 */
export function assertFewPlaces(template: string, what: string): void {
  if (template.split("{").length - 1 > MAX_PLACES)
    throw toRefusal(
      `The ${what} has more than ${MAX_PLACES} places for values.`,
      "Send the provider's URL as its documents have it.",
    );
}

/**
 * Checks the value of a connection for one variable: allowed before a fixed end of the host, or if the provider lists
 * it.
 */
function assertPlace(name: string, end: string, what: string, { values, places = {} }: Naming): void {
  const value = valueOf(values, name);
  const allowedValues = Object.hasOwn(places, name) ? places[name] : undefined;
  if (allowedValues) {
    if (value === "" || allowedValues.includes(value.toLowerCase())) return;
    throw toRefusal(
      `${name} is part of the server's name in the ${what}, and must be one of ${allowedValues.join(", ")}.`,
      `Connect again with one of them. ${inTheAuthConfig(name)}`,
    );
  }
  if (!FIXED_END.test(end))
    throw toRefusal(
      `The ${what} takes its server from ${name}, which the auth config does not give. ` +
        "A connection cannot choose that server, as the app's secret is sent there.",
      inTheAuthConfig(name),
    );
  if (value !== "" && !isHostPart(value))
    throw toRefusal(
      `${name} is part of the server's name in the ${what}, and must be a name below ${end.slice(1)}, such as acme.`,
      `Connect again with ${name} alone, without https:// and without .${end.slice(1)}.`,
    );
}

/**
 * Checks the URL of a request with a secret of the auth config. The provider's description or the auth config must name
 * its server; a connection is only allowed to add names before a fixed end (`{shop}.myshopify.com`), or to choose from
 * the values that the provider's description lists.
 * @param what the name of the URL for messages: "token URL"
 * @throws ApiError BadRequest that names the value and where to set it
 */
export function assertGivenHost(template: string, what: string, naming: Naming): void {
  assertFewPlaces(template, what);
  const host = /^(?:https?:\/\/)?([^/?#]*)/i.exec(template)?.[1] ?? "";
  const open = [...host.matchAll(PLACE)].filter(([, name = ""]) => valueOf(naming.given, name) === "");
  for (const match of open) {
    const end = host
      .slice(match.index + match[0].length)
      .replace(PLACE, (place, name: string) =>
        naming.places && Object.hasOwn(naming.places, name) ? "x" : valueOf(naming.given, name) || place,
      );
    assertPlace(match[1] ?? "", end, what, naming);
  }
}

type Values = { given: AccountValues; own: AccountValues };
type Fields = Pick<ToolkitAuthScheme, "fields" | "oauth">;

/** Whether a value comes from the auth config and the connection does not replace it. */
function isFromAuthConfig(name: string, { given: sharedValues, own: accountValues }: Values): boolean {
  const value = valueOf(sharedValues, name);
  return value !== "" && (valueOf(accountValues, name) === "" || valueOf(accountValues, name) === value);
}

const configValuesOf = (values: Values): AccountValues =>
  Object.fromEntries(Object.entries(values.given).filter(([name]) => isFromAuthConfig(name, values)));

/** Whether a request with these values contains a secret of the auth config. */
export const sendsSecret = (scheme: Fields, values: Values, fieldNames: readonly string[]): boolean =>
  fieldNames.some((name) => isFromAuthConfig(name, values) && isSecretValue(name, scheme));

type Addresses = { baseUrl: string | null; meta: { hosts: readonly string[] } };

/**
 * If a secret of the auth config is sent with each request, a connection must not choose the server that receives it:
 * neither where the auth config leaves that open, nor in place of the auth config's value.
 * @param config the auth config's own values, whose base URL wins over the connection's
 * @throws ApiError BadRequest that names the value and where to set it
 */
export function assertNamedByConfig(
  toolkit: Addresses | null,
  { oauth }: Pick<ToolkitAuthScheme, "oauth">,
  { config, ...both }: Values & { config: AccountValues },
): void {
  const values = { ...both.given, ...both.own };
  const naming = { given: configValuesOf(both), values, places: oauth?.places };
  const base = values.base_url ? "{base_url}" : toolkit?.baseUrl;
  if (base && !config.base_url) assertGivenHost(base, "base URL", naming);
  // A host without its values is ignored, as in toAccountUrl.
  for (const host of toolkit?.meta.hosts ?? [])
    if (templateFields(host).every((name) => values[name]))
      assertGivenHost(`https://${host}`, "address of the toolkit", naming);
}

/**
 * The values that may choose the server of a token grant: those of the auth config, and those of the connection if all
 * secrets that are sent are its own.
 * @param app values of the auth config that win over the connection's; the connection's win over `given`
 * @param fieldNames names of the values that the request contains
 */
export function namingValues(
  scheme: Fields,
  { app, given: sharedValues, own: accountValues }: Values & { app: AccountValues },
  fieldNames: readonly string[],
): AccountValues {
  const ofConfig = { ...configValuesOf({ given: sharedValues, own: accountValues }), ...app };
  return sendsSecret(scheme, { given: ofConfig, own: {} }, fieldNames) ? ofConfig : { ...accountValues, ...ofConfig };
}

/** The names of the values that templates send. */
export const sentNames = (templates: readonly Readonly<Record<string, string | number>>[]): string[] =>
  templates.flatMap((params) => Object.values(params).flatMap((template) => templateFields(String(template))));
