/** Which servers a secret of the auth config may go to: a connection's values name none for it. Pure. */
import { templateFields, type ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import { isSecretValue } from "@/lib/auth-configs/mask";
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-credentials";

/** Where the values of an address come from. */
export type Naming = {
  /** Values of the auth config, which may name a server. */
  given: AccountValues;
  /** All values, those of the connection too. */
  values: AccountValues;
  /** What a place may hold where a connection fills it, as the provider's facts list it. */
  places?: Readonly<Record<string, readonly string[]>> | undefined;
};

const PLACE = /\{([A-Za-z0-9_]+)\}/g;
/** What stands behind a place when every name there belongs to the provider: `.myshopify.com`. */
const FIXED_END = /^(\.[a-z0-9-]+){2,}(:\d+)?$/i;
/** RFC 1035, 2.3.4. */
const MAX_HOST_LENGTH = 253;

const valueOf = (values: AccountValues, name: string): string =>
  (Object.hasOwn(values, name) ? values[name] : "") ?? "";

/** One or several labels, as in `acme` or `acme.eu`. NetSuite and others have names with a low line. */
const isHostPart = (text: string): boolean =>
  text.length <= MAX_HOST_LENGTH && text.split(".").every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));

const refused = (message: string, suggestedFix: string): ApiError =>
  new ApiError("BadRequest", message, { suggestedFix });

const inTheAuthConfig = (name: string): string =>
  `Set ${name} in the auth config, with credentials.${name} in PATCH /api/v3/auth_configs/{id}: whoever connects an account must not choose where the app's secret goes.`;

/** Where it stands in the host, and what the provider says about it, decide what a connection may put into a place. */
function assertPlace(name: string, end: string, what: string, { values, places = {} }: Naming): void {
  const value = valueOf(values, name);
  const listed = Object.hasOwn(places, name) ? places[name] : undefined;
  if (listed) {
    if (value === "" || listed.includes(value.toLowerCase())) return;
    throw refused(
      `${name} is part of the server's name in the ${what}, and must be one of ${listed.join(", ")}.`,
      `Connect again with one of them. ${inTheAuthConfig(name)}`,
    );
  }
  if (!FIXED_END.test(end))
    throw refused(
      `The ${what} takes its server from ${name}, which the auth config does not give. A connection cannot choose that server, as the app's secret is sent there.`,
      inTheAuthConfig(name),
    );
  if (value !== "" && !isHostPart(value))
    throw refused(
      `${name} is part of the server's name in the ${what}, and must be a name below ${end.slice(1)}, such as acme.`,
      `Connect again with ${name} alone, without https:// and without .${end.slice(1)}.`,
    );
}

/**
 * Holds the address of a request that carries a secret of the auth config. Its server is the one that the provider's
 * facts or the auth config name; a connection may only add names below a fixed end (`{shop}.myshopify.com`), or choose
 * among those that the provider's facts list.
 * @param what the address, in words: "token URL"
 * @throws ApiError BadRequest that names the value and where to set it
 */
export function assertGivenHost(template: string, what: string, naming: Naming): void {
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

/** Whether a value is the auth config's and the connection does not replace it. */
function isFromAuthConfig(name: string, { given, own }: Values): boolean {
  const value = valueOf(given, name);
  return value !== "" && (valueOf(own, name) === "" || valueOf(own, name) === value);
}

const configValuesOf = (values: Values): AccountValues =>
  Object.fromEntries(Object.entries(values.given).filter(([name]) => isFromAuthConfig(name, values)));

/** Whether a request that carries these values carries a secret of the auth config. */
export const sendsConfigSecret = (scheme: Fields, values: Values, sent: readonly string[]): boolean =>
  sent.some((name) => isFromAuthConfig(name, values) && isSecretValue(name, scheme));

/**
 * The values that may name the server of a scheme without a person: those of the auth config, and the connection's own
 * too where all secrets that are sent there are its own.
 * @param app values of the auth config that come before the connection's; `given` come after them
 * @param sent names of the values that the request carries
 */
export function namingValues(
  scheme: Fields,
  { app, given, own }: Values & { app: AccountValues },
  sent: readonly string[],
): AccountValues {
  const ofConfig = { ...configValuesOf({ given, own }), ...app };
  return sendsConfigSecret(scheme, { given: ofConfig, own: {} }, sent) ? ofConfig : { ...own, ...ofConfig };
}

/** Names of the values that templates send. */
export const sentNames = (templates: readonly Readonly<Record<string, string>>[]): string[] =>
  templates.flatMap((params) => Object.values(params).flatMap(templateFields));
