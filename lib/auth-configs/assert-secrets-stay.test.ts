/** The secrets of an auth config stay with their servers, for every scheme and every address. */
import { describe, expect, it } from "vitest";
import type { AuthField, AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { AUTH_MODES } from "@/lib/contract/auth-modes";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import { ProvidersFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { assertSecretsStay, type ConfigValues, type SentValues } from "./assert-secrets-stay";

const provider = (host: string) => ({
  authorizationUrl: `https://${host}/authorize`,
  tokenUrl: `https://${host}/token`,
  refreshUrl: `https://${host}/refresh`,
  revokeUrl: `https://${host}/revoke`,
});
const PROVIDERS = ProvidersFile.parse({
  fixed: provider("login.example"),
  placed: provider("{domain}.login.example"),
});
const field = (name: string, more: Partial<AuthField> = {}): AuthField => ({
  name,
  displayName: name,
  description: name,
  type: "string",
  required: false,
  isSecret: false,
  aliases: [],
  ...more,
});
const LOGIN = { kind: "login", url: "{base_url}/login", fields: {}, tokenPath: "t", expiresInSeconds: 60 } as const;

const schemeOf = (mode: AuthMode, providerName = "fixed"): ToolkitAuthScheme =>
  toAuthScheme(
    "Acme",
    {
      mode,
      provider: providerName,
      authConfigFields: [
        field("tracking_url", { type: "url" }),
        field("app_secret", { isSecret: true, aliases: ["appsecret"] }),
      ],
      connectionFields: [field("domain")],
      defaultScopes: [],
      availableScopes: [],
      defaultUserScopes: [],
      availableUserScopes: [],
      oauth1: {
        requestTokenUrl: "https://login.example/request",
        authorizationUrl: "https://login.example/authorize",
        accessTokenUrl: "https://login.example/token",
        authorizeParams: {},
      },
      grant: { ...LOGIN, body: "json", headers: {} },
    },
    PROVIDERS,
  );

const TOOLKIT = {
  baseUrl: "https://api.example",
  meta: { hosts: ["{domain}.files.example"], headers: {}, attribution: [] },
} as const;
const secretOf = (mode: AuthMode): string => (mode === "OAUTH1" ? "consumer_secret" : "client_secret");
const createCredentials = (mode: AuthMode) => ({
  client_id: "app",
  [secretOf(mode)]: "stored-client-secret",
  app_secret: "stored-app-secret",
});
const both = (mode: AuthMode) => ({ [secretOf(mode)]: "stored-client-secret", appsecret: "stored-app-secret" });

/** What updateAuthConfig does: `sent` over what is stored. */
function change(mode: AuthMode, credentials: Record<string, unknown>, more: Options = {}): () => void {
  const before: ConfigValues = {
    credentials: { ...createCredentials(mode), ...more.stored },
    shared: {},
    ...more.before,
  };
  const named: Record<string, unknown> = { ...credentials };
  if ("appsecret" in named) {
    named.app_secret = named.appsecret;
    delete named.appsecret;
  }
  const values = Object.entries({ ...before.credentials, ...named }).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !entry[1].endsWith("..."),
  );
  const masked = Object.fromEntries(Object.entries(before.credentials).filter(([name]) => isMask(named[name])));
  const after: ConfigValues = { ...before, credentials: { ...Object.fromEntries(values), ...masked }, ...more.after };
  const asSent: SentValues = { credentials: credentials };
  return () => assertSecretsStay(TOOLKIT as never, schemeOf(mode, more.provider), { before, after, sent: asSent });
}
type Options = {
  stored?: Record<string, string>;
  before?: Partial<ConfigValues>;
  after?: Partial<ConfigValues>;
  provider?: string;
};
const isMask = (value: unknown): boolean => typeof value === "string" && value.endsWith("...");

const ADDRESSES = [
  "authorization_url",
  "request_token_url",
  "token_url",
  "refresh_url",
  "revoke_url",
  "server_url",
  "base_url",
  "tracking_url",
];
const EVERY = AUTH_MODES.filter((mode) => mode !== "NO_AUTH").flatMap((mode) =>
  ADDRESSES.map((address) => [mode, address] as const),
);

describe.each(EVERY)("%s: %s", (mode, address) => {
  const moved = { [address]: "https://evil.example/x" };
  const [secret, again] = [secretOf(mode), both(mode)];
  const named = new RegExp(`^credentials\\.${secret}: The stored value was given for .*evil\\.example\\.$`);
  it("400: names each stored secret when its origin changes", () => {
    const applyChange = change(mode, moved);
    expect(applyChange).toThrow(named);
    expect(applyChange).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          errors: [expect.stringMatching(named), expect.stringMatching(/^credentials\.app_secret: /)],
        }) as unknown,
      }) as Error,
    );
  });

  it("400: a masked secret, and one of two, are not sent again", () => {
    expect(change(mode, { ...moved, [secret]: "stor...", appsecret: " stor... " })).toThrow(secret);
    expect(change(mode, { ...moved, [secret]: "stored-client-secret" })).toThrow(/^credentials\.app_secret/);
    expect(change(mode, { ...moved, appsecret: "stored-app-secret" })).toThrow(`credentials.${secret}: `);
  });

  it("400: going back to the usual address moves the secrets too", () =>
    expect(change(mode, { [address]: null }, { stored: moved })).toThrow(`credentials.${secret}: `));

  it("another scheme, port or path counts as RFC 6454 says", () => {
    const changeUrl = (url: string) =>
      change(mode, { [address]: url }, { stored: { [address]: "https://own.example/a" } });
    for (const url of ["http://own.example/a", "https://own.example:8443/a", "https://own.example.evil.example/a"])
      expect(changeUrl(url)).toThrow(`credentials.${secret}: `);
    for (const url of ["https://own.example/b?c=d", "https://OWN.example:443/a"]) expect(changeUrl(url)).not.toThrow();
  });

  it("takes the new address with the secrets, or without a secret that is kept", () => {
    expect(change(mode, { ...moved, ...again })).not.toThrow();
    expect(change(mode, { ...moved, [secret]: null, app_secret: null })).not.toThrow();
  });
});

it("400: a changed token URL counts where the refresh and revoke URLs are the operator's own", () => {
  const ownUrls = { refresh_url: "https://own.example/refresh", revoke_url: "https://own.example/revoke" };
  expect(change("OAUTH2", { token_url: "https://evil.example/x" }, { stored: ownUrls })).toThrow(
    "credentials.client_secret: ",
  );
});

describe("what leads elsewhere without being an address", () => {
  it("400: a value of the host of the provider's URLs", () => {
    const domain = (text: string) =>
      change("OAUTH2", { domain: text }, { provider: "placed", stored: { domain: "a" } });
    expect(domain("evil.example/")).toThrow("would take it to https://evil.example.");
    expect(domain("a")).not.toThrow();
  });

  it("400: a secret that the connections share, when the auth config's address changes", () =>
    expect(
      change(
        "API_KEY",
        { base_url: "https://evil.example", ...both("API_KEY") },
        { before: { shared: { api_key: "k" } }, after: { shared: { api_key: "k" } } },
      ),
    ).toThrow(/^shared_credentials\.api_key: /));

  it("400: a proxy that would see what goes to a server without TLS", () => {
    const through = (proxyUrl: string, tokenUrl: string) =>
      change("OAUTH2", {}, { stored: { token_url: tokenUrl }, before: { proxyUrl: "https://a" }, after: { proxyUrl } });
    expect(through("https://evil.example", "http://10.0.0.8/token")).toThrow("proxy_config.proxy_url");
    expect(through("https://evil.example", "https://login.example/token")).not.toThrow();
    expect(through("https://a", "http://10.0.0.8/token")).not.toThrow();
  });
});
