/** An integration.yaml as the ways to sign in, the address and the facts of a toolkit. */
import type { AuthEntry, ProvidersFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { OAuthProvider, type ApplyRule, type AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { isSecretName } from "@/lib/kernel/text/is-secret-name";
import { IntegrationFile, type AuthScheme } from "../integration-file";
import { isSafeHeader } from "./find-auth";
import { toPointer, type Problems } from "./problem";
import { secretIn, secretInHost } from "./secret-in-host";

export type Integration = {
  file: IntegrationFile;
  entries: AuthEntry[];
  providers: ProvidersFile;
  /** With `{field}` places; undefined if the file names none. */
  baseUrl: string | undefined;
  /** Headers that are the same for everybody. */
  headers: Record<string, string>;
  /** Places of paths to fields of the connection. */
  fromConnection: Record<string, string>;
};

type Proxy = NonNullable<IntegrationFile["proxy"]>;

const PLACE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** `{{ field }}` as the catalog writes it: `{field}`. */
const toPlaces = (text: string): string => text.replace(PLACE, "{$1}");
const hasPlace = (text: string): boolean => new RegExp(PLACE.source).test(text);
const placesOf = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name]) => name ?? "");

/** Names that the sign-in itself supplies. */
const SUPPLIED: Readonly<Record<AuthScheme["auth_mode"], readonly string[]>> = {
  OAUTH2: ["access_token", "client_id", "client_secret"],
  OAUTH1: ["consumer_key", "consumer_secret"],
  API_KEY: ["api_key"],
  BASIC: ["username", "password"],
  BEARER_TOKEN: ["token"],
  NO_AUTH: [],
};

function toField(field: NonNullable<AuthScheme["fields"]>[number]): AuthField {
  return {
    ...{ name: field.name, displayName: field.display_name ?? field.name, type: field.type },
    ...{ description: field.description ?? "", required: field.required },
    isSecret: field.is_secret ?? isSecretName(field.name),
    ...(field.default === undefined ? {} : { default: String(field.default) }),
    aliases: field.name === "api_key" ? ["generic_api_key"] : [],
  };
}

/** How credentials go into requests, by what the proxy sends. */
function toApply(proxy: Proxy, pointer: string, problems: Problems): ApplyRule[] {
  const headers = Object.entries(proxy.headers ?? {}).filter(([name, value]) => {
    if (isSafeHeader(name) && !/[\r\n\0]/.test(value)) return true;
    problems.add(
      `${pointer}${toPointer("headers", name)}`,
      `${JSON.stringify(name)} cannot be sent as a header.`,
      "Correct or remove it.",
    );
    return false;
  });
  return [
    ...headers
      .filter(([, value]) => hasPlace(value))
      .map(([name, value]) => ({ in: "header" as const, name, value: toPlaces(value) })),
    ...Object.entries(proxy.query_params ?? {}).map(([name, value]) => ({
      in: "query" as const,
      name,
      value: toPlaces(value),
    })),
  ];
}

/** Every placeholder must have a field, or requests could never be sent. */
function namePlaces(scheme: AuthScheme, proxy: Proxy, pointer: string, problems: Problems): void {
  const knownNames = new Set([
    ...SUPPLIED[scheme.auth_mode],
    ...(scheme.fields ?? []).map(({ name }) => name),
    ...(scheme.token_response_metadata ?? []),
  ]);
  const values = [
    proxy.base_url ?? "",
    ...[proxy.headers, proxy.query_params, proxy.path_params].flatMap((map) => Object.values(map ?? {})),
  ];
  for (const name of new Set(values.flatMap(placesOf)))
    if (!knownNames.has(name) && name !== "base_url")
      problems.add(pointer, `Nothing fills {{${name}}}.`, `Add a field with the name ${name}.`);
}

const withPlaces = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, toPlaces(text)]));

function toProvider(scheme: Extract<AuthScheme, { auth_mode: "OAUTH2" }>, keep: readonly string[]) {
  const { response_type: _, ...authorizeParams } = scheme.authorization_params ?? {};
  const { provider: _provider, ...facts } = OAuthProvider.parse({
    ...{ provider: "own", authorizationUrl: toPlaces(scheme.authorization_url), tokenUrl: toPlaces(scheme.token_url) },
    ...{ authorizeParams: withPlaces(authorizeParams), tokenParams: withPlaces(scheme.token_params ?? {}) },
    ...{ keepFields: [...keep], pkce: "S256" },
    ...(scheme.scope_separator ? { scopeSeparator: scheme.scope_separator } : {}),
  });
  return facts;
}

function toEntry(scheme: AuthScheme, proxy: Proxy, key: string, keep: readonly string[], apply: ApplyRule[]) {
  const fields = scheme.fields ?? [];
  const entry: AuthEntry = {
    mode: scheme.auth_mode,
    ...(scheme.name ? { name: scheme.name } : {}),
    authConfigFields: fields.filter((field) => !field.expected_from_customer).map(toField),
    connectionFields: fields.filter((field) => field.expected_from_customer).map(toField),
    ...(apply.length > 0 ? { apply } : {}),
    ...{ defaultScopes: [], availableScopes: [], defaultUserScopes: [], availableUserScopes: [] },
  };
  const needsServer =
    placesOf(proxy.base_url ?? "").includes("base_url") && !fields.some(({ name }) => name === "base_url");
  if (needsServer) entry.connectionFields.push(SERVER_FIELD);
  if (scheme.auth_mode === "OAUTH2") {
    const provider = `${key}_oauth2`;
    entry.provider = provider;
    entry.defaultScopes = scheme.default_scopes ?? [];
    entry.availableScopes = scheme.available_scopes ?? [];
    return { entry, providers: { [provider]: toProvider(scheme, keep) } };
  }
  if (scheme.auth_mode === "OAUTH1")
    entry.oauth1 = {
      ...{ requestTokenUrl: scheme.request_url, authorizationUrl: scheme.authorization_url },
      ...{ accessTokenUrl: scheme.token_url, authorizeParams: scheme.authorization_params ?? {} },
    };
  return { entry, providers: {} };
}

const SERVER_FIELD: AuthField = {
  ...{ name: "base_url", displayName: "Server", type: "url", required: true, isSecret: false, aliases: [] },
  description: "The address where the API begins",
};

/**
 * Reads the file. Problems get pointers into it.
 * @param key names the OAuth provider
 * @returns undefined if the file has not the right form, or would put a secret where others read it
 */
export function readIntegration(value: unknown, key: string, problems: Problems): Integration | undefined {
  const parsed = IntegrationFile.safeParse(value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      problems.add(toPointer(...path.map(String)), message, "Correct integration.yaml here.", { fatal: true });
    return undefined;
  }
  const file = parsed.data;
  const integration: Integration = {
    ...{ file, entries: [], providers: {}, baseUrl: undefined, headers: {}, fromConnection: {} },
  };
  file.auth_schemes.forEach((scheme, index) => addScheme(integration, scheme, index, key, problems));
  return problems.hasFatal ? undefined : integration;
}

/**
 * People's browsers open the authorization URL with its parameters, and name servers read hosts: none of them can
 * get a secret.
 */
function refuseSecrets(scheme: AuthScheme, pointer: string, problems: Problems): void {
  if (scheme.auth_mode !== "OAUTH2") return;
  const fields = scheme.fields ?? [];
  const names = new Set(fields.flatMap((field) => (toField(field).isSecret ? [field.name] : [])));
  const refuse = (place: string, name: string | undefined): void => {
    if (name !== undefined)
      problems.add(`${pointer}${place}`, `{{${name}}} is secret, and cannot be here.`, "Remove it.", { fatal: true });
  };
  refuse("/authorization_url", secretIn(toPlaces(scheme.authorization_url), names));
  refuse("/token_url", secretInHost(toPlaces(scheme.token_url), names));
  for (const [name, text] of Object.entries(scheme.authorization_params ?? {}))
    refuse(toPointer("authorization_params", name), secretIn(toPlaces(text), names));
}

function addScheme(integration: Integration, scheme: AuthScheme, index: number, key: string, problems: Problems): void {
  const { file } = integration;
  const proxy = scheme.proxy ?? file.proxy ?? {};
  const pointer = scheme.proxy ? `/auth_schemes/${index}/proxy` : "/proxy";
  if (integration.entries.some(({ mode }) => mode === scheme.auth_mode)) {
    problems.add(`/auth_schemes/${index}`, `There are two schemes ${scheme.auth_mode}.`, "Keep one of them.");
    return;
  }
  refuseSecrets(scheme, `/auth_schemes/${index}`, problems);
  const keep = scheme.token_response_metadata ?? file.token_response_metadata ?? [];
  namePlaces({ ...scheme, token_response_metadata: keep }, proxy, pointer, problems);
  const apply = toApply(proxy, pointer, problems);
  const { entry, providers } = toEntry(scheme, proxy, key, keep, apply);
  integration.entries.push(entry);
  Object.assign(integration.providers, providers);
  integration.baseUrl ??= proxy.base_url === undefined ? undefined : toPlaces(proxy.base_url);
  for (const [name, text] of Object.entries(proxy.headers ?? {}))
    if (!hasPlace(text) && isSafeHeader(name) && !/[\r\n\0]/.test(text)) integration.headers[name] = text;
  for (const [name, text] of Object.entries(proxy.path_params ?? {})) {
    const [field] = placesOf(text);
    if (field !== undefined && text.trim() === `{{${field}}}`) integration.fromConnection[name] = field;
    else
      problems.add(
        `${pointer}${toPointer("path_params", name)}`,
        "Only one {{field}} can be here.",
        `Write "{{${name}}}".`,
      );
  }
}
