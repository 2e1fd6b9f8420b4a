/** The defaults of each auth scheme: its fields and where the credentials go. */
import { DISCOVERED_MODES } from "@/lib/contract/auth-modes";
import type {
  ApplyRule,
  AuthField,
  AuthMode,
  OAuthProvider,
  TokenGrant,
  ToolkitAuthScheme,
} from "../../toolkit-auth-scheme";
import { discoveredFields } from "../../discovery";
import type { AuthEntry, ProvidersFile } from "../sources/toolkit-file";

type Defaults = { label: string; authConfig: AuthField[]; connection: AuthField[]; apply: ApplyRule[] };

const field = (name: string, displayName: string, description: string, more: Partial<AuthField> = {}): AuthField => ({
  name,
  displayName,
  description,
  type: "string",
  required: true,
  isSecret: false,
  aliases: [],
  ...more,
});

const bearer = (name: string): ApplyRule[] => [{ in: "header", name: "Authorization", value: `Bearer {${name}}` }];

const clientFields: AuthField[] = [
  field("client_id", "Client ID", "The ID of your OAuth app"),
  field("client_secret", "Client secret", "The secret of your OAuth app", { isSecret: true }),
  field("scopes", "Scopes", "The permissions to ask for, separated by commas", { required: false }),
];

const password = field("password", "Password", "The password that goes with the user name", {
  isSecret: true,
  required: false,
});

const user = [field("username", "User name", "The name you sign in with"), { ...password, required: true }];

/** Public facts of Google's token endpoint; the key file names it too. */
const serviceAccountFields: AuthField[] = [
  field("credentials_json", "Key file", "The JSON key of the service account, as you downloaded it", {
    isSecret: true,
    type: "text",
    aliases: ["service_account_json"],
  }),
  field("subject", "Act as", "The address of the user in your domain that the service account acts for", {
    required: false,
  }),
];

const appFields: AuthField[] = [
  field("application_id", "App ID", "The number of your app"),
  field("installation_id", "Installation ID", "The number of the installation that the app acts for"),
  field("private_key", "Private key", "The PEM file of the app's private key", { isSecret: true, type: "text" }),
];

const consumerFields: AuthField[] = [
  field("consumer_key", "Consumer key", "The key of your app", { aliases: ["client_id"] }),
  field("consumer_secret", "Consumer secret", "The secret of your app", { isSecret: true, aliases: ["client_secret"] }),
];

const serverField = field(
  "server_url",
  "Server",
  "The address of the server whose accounts are connected; it tells where its sign-in is",
  { type: "url" },
);

const OTHER: Defaults = { label: "Credentials", authConfig: [], connection: [], apply: [] };

const DISCOVERED_DEFAULTS: Defaults = {
  label: "OAuth",
  authConfig: [
    serverField,
    field("scopes", "Scopes", "The permissions to ask for, separated by commas", { required: false }),
  ],
  connection: [],
  apply: bearer("access_token"),
};

const BY_MODE: Partial<Record<AuthMode, Defaults>> = {
  OAUTH2: { label: "OAuth", authConfig: clientFields, connection: [], apply: bearer("access_token") },
  DCR_OAUTH: DISCOVERED_DEFAULTS,
  CIMD_OAUTH: DISCOVERED_DEFAULTS,
  OAUTH1: { label: "OAuth 1.0a", authConfig: consumerFields, connection: [], apply: [] },
  GOOGLE_SERVICE_ACCOUNT: {
    label: "service account",
    authConfig: [],
    connection: serviceAccountFields,
    apply: bearer("access_token"),
  },
  SERVICE_ACCOUNT: { label: "app installation", authConfig: [], connection: appFields, apply: bearer("access_token") },
  BASIC_WITH_JWT: { label: "user name and password", authConfig: [], connection: user, apply: bearer("access_token") },
  BILLCOM_AUTH: { label: "sign-in", authConfig: [], connection: user, apply: bearer("access_token") },
  CALCOM_AUTH: { label: "managed user", authConfig: [], connection: [], apply: bearer("access_token") },
  S2S_OAUTH2: { label: "client credentials", authConfig: [], connection: clientFields, apply: bearer("access_token") },
  API_KEY: {
    label: "API key",
    authConfig: [],
    connection: [field("api_key", "API key", "Your API key", { isSecret: true, aliases: ["generic_api_key"] })],
    apply: bearer("api_key"),
  },
  BEARER_TOKEN: {
    label: "access token",
    authConfig: [],
    connection: [
      field("token", "Access token", "An access token of your account", {
        isSecret: true,
        aliases: ["bearer_token", "access_token"],
      }),
    ],
    apply: bearer("token"),
  },
  BASIC: {
    label: "user name and password",
    authConfig: [],
    connection: [field("username", "User name", "Your user name"), password],
    apply: [{ in: "header", name: "Authorization", value: "{username}:{password}", encode: "basic" }],
  },
  NO_AUTH: { label: "no sign-in", authConfig: [], connection: [], apply: [] },
};

const overlaid = (base: AuthField[], overrides: AuthField[]): AuthField[] => [
  ...base.map((field) => overrides.find((other) => other.name === field.name) ?? field),
  ...overrides.filter((other) => !base.some((field) => field.name === other.name)),
];

/** The fields of a connection; those that the provider supplies are optional. */
function connectionFieldsOf(base: AuthField[], { connectionFields, discover }: AuthEntry): AuthField[] {
  const fields = overlaid(base, connectionFields);
  const discovered = discoveredFields(discover);
  for (const name of discovered) {
    const field = fields.find((field) => field.name === name);
    if (!field) throw new Error(`discover tells ${name}, which is none of the connectionFields`);
    if (field.default !== undefined || field.isSecret)
      throw new Error(`discover tells ${name}, so it has no default and is no secret`);
  }
  return fields.map((field) => (discovered.includes(field.name) ? { ...field, required: false } : field));
}

/**
 * Completes a toolkit file's entry to the scheme that the database keeps.
 * @throws Error when an OAuth mode names no known provider, and for a value to discover that is no field
 */
export function toAuthScheme(toolkitName: string, entry: AuthEntry, providers: ProvidersFile): ToolkitAuthScheme {
  const defaults = BY_MODE[entry.mode] ?? OTHER;
  const oauth = oauthOf(entry, providers);
  const grant = grantOf(entry);
  return {
    mode: entry.mode,
    name: entry.name ?? `${toolkitName} ${defaults.label}`,
    ...(entry.hintUrl ? { hintUrl: entry.hintUrl } : {}),
    fields: {
      authConfigCreation: overlaid(defaults.authConfig, entry.authConfigFields),
      connectedAccountInitiation: connectionFieldsOf(defaults.connection, entry),
    },
    apply: entry.apply ?? defaults.apply,
    ...(oauth ? { oauth } : {}),
    ...(entry.mode === "OAUTH1"
      ? { oauth1: required(entry.oauth1, "OAUTH1 needs oauth1 with its three addresses") }
      : {}),
    ...(grant ? { grant } : {}),
    ...(entry.discover ? { discover: entry.discover } : {}),
    defaultScopes: entry.defaultScopes,
    availableScopes: [...new Set([...entry.defaultScopes, ...(entry.baseScopes ?? []), ...entry.availableScopes])],
    ...(entry.baseScopes ? { baseScopes: entry.baseScopes } : {}),
    ...(entry.actsAs ? { actsAs: entry.actsAs } : {}),
    defaultUserScopes: entry.defaultUserScopes,
    availableUserScopes: [...new Set([...entry.defaultUserScopes, ...entry.availableUserScopes])],
  };
}

function required<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(otherwise);
  return value;
}

const GRANTS: Partial<Record<AuthMode, TokenGrant>> = {
  S2S_OAUTH2: { kind: "client_credentials" },
  GOOGLE_SERVICE_ACCOUNT: { kind: "service_account" },
};
const NEED_GRANT: ReadonlySet<AuthMode> = new Set(["SERVICE_ACCOUNT", "BASIC_WITH_JWT", "BILLCOM_AUTH", "CALCOM_AUTH"]);

function grantOf({ mode, grant }: AuthEntry): TokenGrant | undefined {
  return NEED_GRANT.has(mode)
    ? required(grant, `${mode} needs grant, which says how it gets its token`)
    : (grant ?? GRANTS[mode]);
}

/** Endpoints come from the server's own metadata, which registration writes into the auth config. */
const DISCOVERED: Omit<OAuthProvider, "provider"> = {
  authorizationUrl: "{authorization_url}",
  tokenUrl: "{token_url}",
  scopeSeparator: " ",
  scopeParam: "scope",
  pkce: "S256",
  tokenAuth: "post",
  tokenBody: "form",
  clientIdParam: "client_id",
  clientSecretParam: "client_secret",
  authorizeParams: {},
  tokenParams: {},
  refreshParams: {},
  tokenHeaders: {},
  tokenPaths: [""],
  rotatesRefreshToken: true,
  keepFields: [],
};

function oauthOf(entry: AuthEntry, providers: ProvidersFile): OAuthProvider | undefined {
  if (DISCOVERED_MODES.has(entry.mode)) return { provider: "discovered", ...DISCOVERED };
  if (entry.mode !== "OAUTH2" && entry.mode !== "S2S_OAUTH2") return undefined;
  const facts = entry.provider === undefined ? undefined : providers[entry.provider];
  if (!facts || entry.provider === undefined)
    throw new Error(`${entry.mode} needs a provider of toolkits/providers.yaml, not ${JSON.stringify(entry.provider)}`);
  return { provider: entry.provider, ...facts };
}
