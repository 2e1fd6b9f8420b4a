/** What an auth scheme consists of unless its toolkit says otherwise: fields and where the credentials go. */
import type { ApplyRule, AuthField, AuthMode, OAuthProvider, ToolkitAuthScheme } from "../auth-scheme";
import type { AuthEntry, ProvidersFile } from "../toolkit-file";

type Defaults = { label: string; authConfig: AuthField[]; connection: AuthField[]; apply: ApplyRule[] };

const field = (name: string, displayName: string, description: string, more: Partial<AuthField> = {}): AuthField => ({
  name, displayName, description, type: "string", required: true, isSecret: false, aliases: [], ...more,
});

const bearer = (name: string): ApplyRule[] => [{ in: "header", name: "Authorization", value: `Bearer {${name}}` }];

const clientFields: AuthField[] = [
  field("client_id", "Client ID", "The ID of your OAuth app"),
  field("client_secret", "Client secret", "The secret of your OAuth app", { isSecret: true }),
  field("scopes", "Scopes", "The permissions to ask for, separated by commas", { required: false }),
];

const password = field("password", "Password", "The password that goes with the user name", { isSecret: true, required: false });

const OTHER: Defaults = { label: "Credentials", authConfig: [], connection: [], apply: [] };

const BY_MODE: Partial<Record<AuthMode, Defaults>> = {
  OAUTH2: { label: "OAuth", authConfig: clientFields, connection: [], apply: bearer("access_token") },
  DCR_OAUTH: { label: "OAuth", authConfig: [], connection: [], apply: bearer("access_token") },
  S2S_OAUTH2: { label: "client credentials", authConfig: [], connection: clientFields, apply: bearer("access_token") },
  API_KEY: { label: "API key", authConfig: [], connection: [field("api_key", "API key", "Your API key", { isSecret: true, aliases: ["generic_api_key"] })], apply: bearer("api_key") },
  BEARER_TOKEN: { label: "access token", authConfig: [], connection: [field("token", "Access token", "An access token of your account", { isSecret: true, aliases: ["bearer_token", "access_token"] })], apply: bearer("token") },
  BASIC: { label: "user name and password", authConfig: [], connection: [field("username", "User name", "Your user name"), password], apply: [{ in: "header", name: "Authorization", value: "{username}:{password}", encode: "basic" }] },
  NO_AUTH: { label: "no sign-in", authConfig: [], connection: [], apply: [] },
};

const overlaid = (base: AuthField[], own: AuthField[]): AuthField[] => [
  ...base.map((one) => own.find((other) => other.name === one.name) ?? one),
  ...own.filter((other) => !base.some((one) => one.name === other.name)),
];

/**
 * Completes a toolkit file's entry to the scheme that the database keeps.
 * @throws Error when an OAuth mode names no known provider
 */
export function authSchemeOf(toolkitName: string, entry: AuthEntry, providers: ProvidersFile): ToolkitAuthScheme {
  const defaults = BY_MODE[entry.mode] ?? OTHER;
  const oauth = oauthOf(entry, providers);
  return {
    mode: entry.mode,
    name: entry.name ?? `${toolkitName} ${defaults.label}`,
    ...(entry.hintUrl ? { hintUrl: entry.hintUrl } : {}),
    fields: { authConfigCreation: overlaid(defaults.authConfig, entry.authConfigFields), connectedAccountInitiation: overlaid(defaults.connection, entry.connectionFields) },
    apply: entry.apply ?? defaults.apply,
    ...(oauth ? { oauth } : {}),
    defaultScopes: entry.defaultScopes,
    availableScopes: [...new Set([...entry.defaultScopes, ...entry.availableScopes])],
    defaultUserScopes: entry.defaultUserScopes,
    availableUserScopes: [...new Set([...entry.defaultUserScopes, ...entry.availableUserScopes])],
  };
}

function oauthOf(entry: AuthEntry, providers: ProvidersFile): OAuthProvider | undefined {
  if (entry.mode !== "OAUTH2" && entry.mode !== "S2S_OAUTH2") return undefined;
  const facts = entry.provider === undefined ? undefined : providers[entry.provider];
  if (!facts || entry.provider === undefined) throw new Error(`${entry.mode} needs a provider of toolkits/providers/, not ${JSON.stringify(entry.provider)}`);
  return { provider: entry.provider, ...facts };
}
