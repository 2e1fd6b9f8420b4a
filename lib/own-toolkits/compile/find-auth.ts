/** The ways to sign in that an OpenAPI document describes, as entries of a toolkit file. */
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { dereference } from "@/lib/catalog/compile/sources/openapi-document";
import type { AuthEntry, ProvidersFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { OAuthProvider, type ApplyRule, type AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { isUrl } from "@/lib/kernel/text/is-url";
import { toPointer, type Problems } from "./problem";

export type FoundAuth = { entries: AuthEntry[]; providers: ProvidersFile };

type Scheme = { name: string; pointer: string; value: Values };

/** Field names of HTTP (RFC 9110 section 5.1). */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name);
/** Headers that decide where a request goes or how long it is. */
const UNSAFE_HEADERS = /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|proxy-.*)$/i;
export const isSafeHeader = (name: string): boolean => isHeaderName(name) && !UNSAFE_HEADERS.test(name);

const MOST_SCHEMES = 50;
const MOST_SCOPES = 500;

const entry = (mode: AuthEntry["mode"], more: Partial<AuthEntry> = {}): AuthEntry => ({
  ...{ mode, authConfigFields: [], connectionFields: [], defaultScopes: [], availableScopes: [] },
  ...{ defaultUserScopes: [], availableUserScopes: [] },
  ...more,
});

const textOf = (value: unknown, most = 300): string => (typeof value === "string" ? value.slice(0, most) : "");

/** A name for templates: letters, digits and _. */
const toFieldName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60)
    .toLowerCase() || "api_key";

/** One or several keys that go together; a single key is called as programs expect it. */
function keyEntry(schemes: readonly Scheme[], problems: Problems): AuthEntry | undefined {
  const apply: ApplyRule[] = [];
  const fields: AuthField[] = [];
  for (const { name, pointer, value } of schemes) {
    const place = value.in;
    const key = textOf(value.name, 100);
    if ((place !== "header" && place !== "query" && place !== "cookie") || key === "") {
      problems.add(pointer, `The key ${name} has no usable place.`, 'Set "in" to header, query or cookie, and "name".');
      return undefined;
    }
    if (place === "header" ? !isSafeHeader(key) : /[\r\n\0;]/.test(key)) {
      problems.add(pointer, `${JSON.stringify(key)} cannot be the name of a ${place}.`, "Correct its name.");
      return undefined;
    }
    const field = schemes.length === 1 ? "api_key" : toFieldName(name);
    apply.push({ in: place, name: key, value: `{${field}}` });
    fields.push({
      ...{ name: field, displayName: schemes.length === 1 ? "API key" : name, type: "string" },
      ...{ description: textOf(value.description) || `Sent as the ${place} ${key}`, required: true, isSecret: true },
      aliases: fields.length === 0 ? ["generic_api_key"] : [],
    });
  }
  return entry("API_KEY", { apply, connectionFields: fields });
}

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && isUrl(value) && /^https?:/.test(value);

/** The address of an OAuth endpoint; a relative address belongs to the server. */
function toAddress(value: unknown, base: string | undefined): string | undefined {
  if (isAddress(value)) return value;
  return typeof value === "string" && value.startsWith("/") && base && isUrl(value, base)
    ? new URL(value, base).href
    : undefined;
}

function oauthEntries(
  { name, pointer, value }: Scheme,
  { key, base, problems }: Context,
): { entry: AuthEntry; facts: ProvidersFile }[] {
  const flows = isObject(value.flows) ? value.flows : {};
  const unused = ["implicit", "password"].filter((flow) => Object.hasOwn(flows, flow));
  const result = (["authorizationCode", "clientCredentials"] as const).flatMap((flow) => {
    const facts = Object.hasOwn(flows, flow) ? flows[flow] : undefined;
    if (!isObject(facts)) return [];
    const tokenUrl = toAddress(facts.tokenUrl, base);
    const authorizationUrl =
      toAddress(facts.authorizationUrl, base) ?? (flow === "clientCredentials" ? tokenUrl : undefined);
    if (!tokenUrl || !authorizationUrl) {
      const place = `${pointer}/flows/${flow}`;
      problems.add(place, `The flow ${flow} of ${name} has no usable addresses.`, "Give absolute http(s) addresses.");
      return [];
    }
    const refreshUrl = toAddress(facts.refreshUrl, base);
    const provider = OAuthProvider.parse({
      ...{ provider: key, authorizationUrl, tokenUrl, pkce: flow === "authorizationCode" ? "S256" : "none" },
      ...(refreshUrl ? { refreshUrl } : {}),
    });
    const scopes = Object.keys(isObject(facts.scopes) ? facts.scopes : {}).slice(0, MOST_SCOPES);
    const mode = flow === "authorizationCode" ? "OAUTH2" : "S2S_OAUTH2";
    const { provider: providerKey, ...rest } = provider;
    const more = { provider: `${providerKey}_${mode.toLowerCase()}`, availableScopes: scopes };
    return [{ entry: entry(mode, more), facts: { [more.provider]: rest } }];
  });
  if (result.length === 0 && unused.length > 0)
    problems.add(
      pointer,
      `${name} has only the flow ${unused.join(" and ")}, which OAuth 2.1 ended.`,
      "Describe the flow authorizationCode or clientCredentials if the server has one.",
    );
  return result;
}

type Context = { key: string; base: string | undefined; problems: Problems; discovered: ReadonlyMap<string, unknown> };

/** The endpoints that an OpenID provider publishes, as they were fetched before. */
function openIdEntry({ name, pointer, value }: Scheme, context: Context) {
  const address = textOf(value.openIdConnectUrl, 2_000);
  const facts = context.discovered.get(address);
  if (!isObject(facts)) {
    context.problems.add(
      pointer,
      `The OpenID configuration of ${name} could not be read at ${address || "no address"}.`,
      "Check openIdConnectUrl, or describe the scheme as oauth2 with its addresses.",
    );
    return [];
  }
  const scopes = Array.isArray(facts.scopes_supported)
    ? Object.fromEntries(
        facts.scopes_supported.filter((scope) => typeof scope === "string").map((scope) => [scope, ""]),
      )
    : {};
  const flow = { authorizationUrl: facts.authorization_endpoint, tokenUrl: facts.token_endpoint, scopes };
  return oauthEntries({ name, pointer, value: { flows: { authorizationCode: flow } } }, context);
}

function entriesOf(schemes: readonly Scheme[], context: Context): { entry: AuthEntry; facts?: ProvidersFile }[] {
  const [scheme] = schemes;
  if (!scheme) return [];
  if (schemes.every(({ value }) => value.type === "apiKey")) {
    const key = keyEntry(schemes, context.problems);
    return key ? [{ entry: key }] : [];
  }
  if (schemes.length > 1) {
    const names = schemes.map(({ name }) => name).join(" and ");
    context.problems.add(
      scheme.pointer,
      `${names} must be sent together, which is not supported.`,
      "Describe one scheme.",
    );
    return [];
  }
  const kind = `${textOf(scheme.value.type)} ${textOf(scheme.value.scheme).toLowerCase()}`.trim();
  if (kind === "http basic") return [{ entry: entry("BASIC") }];
  if (kind === "http bearer") return [{ entry: entry("BEARER_TOKEN") }];
  if (scheme.value.type === "oauth2") return oauthEntries(scheme, context);
  if (scheme.value.type === "openIdConnect") return openIdEntry(scheme, context);
  context.problems.add(
    scheme.pointer,
    `The auth scheme ${scheme.name} (${kind || "without a type"}) is not supported.`,
    "Use apiKey, http basic, http bearer, oauth2 or openIdConnect.",
  );
  return [];
}

/** The sets of schemes that requests need, the most frequent first; then each scheme that no operation names. */
function alternativesOf(document: OpenApiDocument, names: readonly string[]): string[][] {
  const counts = new Map<string, number>();
  const count = (security: unknown): void => {
    for (const requirement of Array.isArray(security) ? security : [])
      if (isObject(requirement)) {
        const set = JSON.stringify(Object.keys(requirement).sort().slice(0, 5));
        counts.set(set, (counts.get(set) ?? 0) + 1);
      }
  };
  count(document.security);
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of isObject(item) ? Object.values(item) : [])
      if (isObject(operation)) count(operation.security);
  const sets = [...counts].sort(([, a], [, b]) => b - a).map(([text]) => JSON.parse(text) as string[]);
  const named = sets.filter((set) => set.length > 0 && set.every((name) => names.includes(name)));
  const others = names.filter((name) => !named.flat().includes(name)).map((name) => [name]);
  return [...named, ...others].slice(0, MOST_SCHEMES);
}

/**
 * Finds how requests are signed in. A toolkit has one entry of each mode: of two, the scheme that more operations name.
 * @param context `base` is the address of the server, `discovered` the OpenID configurations by address
 */
export function findAuth(document: OpenApiDocument, context: Context): FoundAuth {
  const schemes = new Map<string, Scheme>();
  for (const [name, raw] of Object.entries(document.components?.securitySchemes ?? {}).slice(0, MOST_SCHEMES)) {
    const value = dereference(document, raw);
    if (value) schemes.set(name, { name, pointer: toPointer("components", "securitySchemes", name), value });
  }
  const auth: FoundAuth = { entries: [], providers: {} };
  for (const names of alternativesOf(document, [...schemes.keys()])) {
    const parts = names.flatMap((name) => schemes.get(name) ?? []);
    for (const { entry, facts } of entriesOf(parts, context)) {
      if (auth.entries.some(({ mode }) => mode === entry.mode)) {
        const pointer = parts[0]?.pointer ?? "";
        context.problems.add(
          pointer,
          `Another scheme of the kind ${entry.mode} is offered already.`,
          "Describe one of each kind.",
        );
        continue;
      }
      auth.entries.push(entry);
      Object.assign(auth.providers, facts);
    }
  }
  return auth.entries.length > 0 ? auth : { entries: [entry("NO_AUTH")], providers: {} };
}

/** The addresses of OpenID configurations that a document names. */
export const openIdAddresses = (document: OpenApiDocument): string[] =>
  Object.values<unknown>(document.components?.securitySchemes ?? {})
    .flatMap((scheme) => (isObject(scheme) && isAddress(scheme.openIdConnectUrl) ? [scheme.openIdConnectUrl] : []))
    .slice(0, 3);
