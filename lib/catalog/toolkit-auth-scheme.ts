/**
 * How a toolkit may be authorized: the fields people fill in, how credentials go into a request, and the OAuth facts.
 */
import { z } from "zod";
import { AUTH_MODES, DISCOVERED_MODES } from "@/lib/contract/auth-modes";
import { Discovery, discoveredFields } from "./discovery";

export const AuthMode = z.enum(AUTH_MODES);
export type AuthMode = z.infer<typeof AuthMode>;

/** One value that an operator (auth config) or an end user (connection) enters. */
export const AuthField = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_]+$/, "letters, digits and _ only: the name is used in {templates}"),
  displayName: z.string().min(1),
  /** `text` can have several lines: a key file, a PEM block. */
  type: z.enum(["string", "number", "boolean", "url", "text"]).default("string"),
  description: z.string(),
  required: z.boolean().default(true),
  isSecret: z.boolean().default(false),
  default: z.string().optional(),
  /** Other names under which clients send the same value, for instance `generic_api_key` for `api_key`. */
  aliases: z.array(z.string()).default([]),
});
export type AuthField = z.infer<typeof AuthField>;

/**
 * Where one credential goes. `value` holds `{field}` places that `fillTemplate` fills from the connection's values;
 * `{app_jwt}` is a JWT that is signed for the request with the fields `private_key` and `application_id`.
 * `encode: basic` sends `Basic base64(value)` (RFC 7617). An `optional` rule is left out when one of its values is
 * absent; for any other rule an absent value is an error.
 */
export const ApplyRule = z.strictObject({
  in: z.enum(["header", "query", "cookie"]),
  name: z.string().min(1),
  value: z.string(),
  encode: z.enum(["basic"]).optional(),
  optional: z.boolean().optional(),
  /** A regular expression on the path of requests; of two rules for one place, the later counts. */
  paths: z.string().optional(),
});
export type ApplyRule = z.infer<typeof ApplyRule>;

const Params = z.record(z.string(), z.string());
const BodyParams = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * A GET that exchanges an access token for another. Values of `params` can contain `{access_token}`, `{client_id}` and
 * `{client_secret}`.
 */
const TokenTrade = z.strictObject({ url: z.string().min(1), params: Params });
export type TokenTrade = z.infer<typeof TokenTrade>;

/**
 * The differences between OAuth 2.0 providers. URLs and parameter values can contain `{field}` placeholders (subdomain,
 * region, tenant) that the connection's values fill.
 */
export const OAuthProvider = z.strictObject({
  /** Key in toolkits/providers.yaml; toolkits of one provider can share an operator's OAuth app. */
  provider: z.string(),
  authorizationUrl: z.string().min(1),
  tokenUrl: z.string().min(1),
  /**
   * The allowed values of a placeholder in a URL that a connection fills. A placeholder at the end of a host's name
   * needs such a list: any other value could send the app's secret to anybody.
   */
  places: z.record(z.string(), z.array(z.string().regex(/^[a-z0-9.-]+$/)).min(1)).optional(),
  /** Addresses that differ for one value of a placeholder (`places`): placeholder, value, addresses. */
  exceptions: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.strictObject({ authorizationUrl: z.string(), tokenUrl: z.string(), revokeUrl: z.string() }),
      ),
    )
    .optional(),
  /** Absent = the token URL. */
  refreshUrl: z.string().optional(),
  /** RFC 7009 unless `revoke` is set. */
  revokeUrl: z.string().optional(),
  /** How the revocation request is made; absent = RFC 7009: a POST form with `token` and client authentication. */
  revoke: z
    .strictObject({
      method: z.enum(["POST", "GET", "DELETE"]).default("POST"),
      auth: z.enum(["client", "basic", "bearer", "none"]).default("client"),
      body: z.enum(["form", "json", "none"]).default("form"),
      tokenParam: z.string().default("token"),
      /** What one revocation ends: the token's own grant, or all that the person ever allowed the app. */
      ends: z.enum(["grant", "person"]).default("grant"),
    })
    .optional(),
  scopeSeparator: z.string().default(" "),
  /** Name of the scope parameter of the consent page. */
  scopeParam: z.string().default("scope"),
  /**
   * Name of the second scope parameter, where a provider grants an app and its user separately (Slack: `user_scope`).
   */
  userScopeParam: z.string().optional(),
  /** Where the user's token is in the answer, if the app's is in another place. */
  userTokenPath: z.string().optional(),
  /** RFC 7636. */
  pkce: z.enum(["S256", "plain", "none"]).default("none"),
  /** Client authentication at the token endpoint, RFC 6749 section 2.3.1. */
  tokenAuth: z.enum(["basic", "post", "none"]).default("post"),
  /** `tokenAuth` for refreshes, if the provider needs another method; absent = as `tokenAuth`. */
  refreshAuth: z.enum(["basic", "post", "none"]).optional(),
  tokenBody: z.enum(["form", "json"]).default("form"),
  /** Names other than `client_id` and `client_secret`, for instance TikTok's `client_key`. */
  clientIdParam: z.string().default("client_id"),
  clientSecretParam: z.string().default("client_secret"),
  authorizeParams: Params.default({}),
  /** A number is sent as one in a JSON body. */
  tokenParams: BodyParams.default({}),
  refreshParams: BodyParams.default({}),
  tokenHeaders: Params.default({}),
  /** Exchanges the token from the authorization code for a token that lives longer. */
  longLived: TokenTrade.optional(),
  /** Renews a token that still works, where a provider has no refresh tokens. */
  renewal: TokenTrade.optional(),
  /** Where the token object lies in the answer, as keys joined by dots; tried in order, "" is the answer itself. */
  tokenPaths: z.array(z.string()).default([""]),
  /** Error codes of the token endpoint for a grant that has ended, besides those of OAuth. */
  endedErrors: z.array(z.union([z.string(), z.number()])).optional(),
  /** Seconds a token lives where the answer names none; absent = does not end. */
  expiresInSeconds: z.number().int().positive().optional(),
  /** The provider returns a new refresh token with each refresh and ends the old one. */
  rotatesRefreshToken: z.boolean().default(false),
  /** Days after which the provider ends a refresh token that nobody uses; absent = does not end, or nobody knows. */
  refreshTokenIdleDays: z.number().int().positive().optional(),
  /** Further values of the token response that the connection stores, for instance `instance_url`. */
  keepFields: z.array(z.string()).default([]),
  /**
   * Query parameters of the callback that the connection stores, for instance QuickBooks' `realmId`. A person can forge
   * them, so before the code is exchanged they fill only `tokenParams`, never an address of the provider.
   */
  callbackFields: z.array(z.string()).optional(),
  /**
   * Placeholders of the URLs that the callback fills before the code is exchanged: placeholder to the parameter that
   * names it, and the meaning of its values. Requires a list of allowed values (`places`).
   */
  fromCallback: z.record(z.string(), z.strictObject({ param: z.string(), values: Params })).optional(),
});
export type OAuthProvider = z.infer<typeof OAuthProvider>;

/**
 * How a scheme gets an access token for credentials that are not sent to the API themselves. Templates hold `{field}`
 * places that the connection's values fill.
 * - `client_credentials`: RFC 6749 section 4.4, at the provider's token URL
 * - `service_account`: RFC 7523 section 2.1 with a Google key file, the field `credentials_json`
 * - `app_jwt`: a JWT signed by the field `private_key`, issued by `application_id`, is exchanged at `url` (GitHub Apps)
 * - `login`: a request of the provider's own, for instance user name and password as JSON
 */
export const TokenGrant = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("client_credentials") }),
  z.strictObject({ kind: z.literal("service_account") }),
  z.strictObject({
    kind: z.literal("app_jwt"),
    url: z.string().min(1),
    tokenPath: z.string().default("token"),
    expiresInSeconds: z.number().int().positive(),
  }),
  z.strictObject({
    kind: z.literal("login"),
    url: z.string().min(1),
    body: z.enum(["json", "form"]).default("json"),
    /** Name on the wire to template. */
    fields: Params,
    headers: Params.default({}),
    /** Where the token is in the answer, as keys joined by dots. */
    tokenPath: z.string().min(1),
    expiresInSeconds: z.number().int().positive(),
  }),
]);
export type TokenGrant = z.infer<typeof TokenGrant>;

/** The addresses of OAuth 1.0a, RFC 5849; requests are signed with HMAC-SHA1. */
export const OAuth1Provider = z.strictObject({
  requestTokenUrl: z.url(),
  authorizationUrl: z.url(),
  accessTokenUrl: z.url(),
  authorizeParams: Params.default({}),
});
export type OAuth1Provider = z.infer<typeof OAuth1Provider>;

/** An entry of a toolkit row's `authSchemes`, complete enough to connect and to call without reading any file. */
export const ToolkitAuthScheme = z.strictObject({
  mode: AuthMode,
  /** Shown to people, for instance "GitHub OAuth". */
  name: z.string().min(1),
  hintUrl: z.string().optional(),
  fields: z.strictObject({
    /** Given once by the operator: client id and secret, a fixed base URL. */
    authConfigCreation: z.array(AuthField).default([]),
    /** Given for each connection: an API key, a subdomain. */
    connectedAccountInitiation: z.array(AuthField).default([]),
  }),
  /** How the credentials go into every request. */
  apply: z.array(ApplyRule).default([]),
  /** Only for OAuth schemes. */
  oauth: OAuthProvider.optional(),
  oauth1: OAuth1Provider.optional(),
  grant: TokenGrant.optional(),
  /** Values that the provider supplies after the sign-in. */
  discover: z.array(Discovery).optional(),
  /** Asked for when neither the auth config nor the caller names scopes. */
  defaultScopes: z.array(z.string()).default([]),
  availableScopes: z.array(z.string()).default([]),
  /** Asked for with whatever tools an auth config chooses: whose account it is, a token that lasts. */
  baseScopes: z.array(z.string()).optional(),
  /** Whom scopes belong to where a provider grants app and user separately; absent = the app. */
  actsAs: z.enum(["user"]).optional(),
  /** Of the second scope parameter (`oauth.userScopeParam`). */
  defaultUserScopes: z.array(z.string()).default([]),
  availableUserScopes: z.array(z.string()).default([]),
});
export type ToolkitAuthScheme = z.infer<typeof ToolkitAuthScheme>;

/**
 * The fields of a connection that people fill in; the provider supplies the others after the sign-in. A value of the
 * callback is still a field if the sign-in cannot begin without it.
 */
export function askedFields({ fields, discover, oauth }: ToolkitAuthScheme): AuthField[] {
  const discovered = discoveredFields(discover);
  const inCallback = oauth?.fromCallback ?? {};
  return fields.connectedAccountInitiation.filter(({ name, required, default: usual }) => {
    const canBegin = !required || usual !== undefined;
    return !discovered.includes(name) && !(Object.hasOwn(inCallback, name) && canBegin);
  });
}

/** Schemes whose connection passes through a provider's consent page. */
export const isRedirectMode = (mode: AuthMode): boolean =>
  mode === "OAUTH2" || mode === "OAUTH1" || DISCOVERED_MODES.has(mode);

/** Schemes whose access token expires and can be renewed without the person. */
export const isRenewable = (scheme: Pick<ToolkitAuthScheme, "oauth" | "grant">): boolean =>
  scheme.oauth !== undefined || scheme.grant !== undefined;

/** Where providers send people back to, below the server's public address. */
export const OAUTH_CALLBACK = "/api/v3/toolkits/auth/callback";

const PLACE = /\{([A-Za-z0-9_]+)\}/g;

/** Names of the `{field}` places in a template, each once. */
export const templateFields = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACE)].map((match) => match[1] ?? "")),
];

/**
 * Fills the `{field}` placeholders of a template. Returns null if a value is absent or empty, so that the caller can
 * name it (`templateFields`). `encode` is applied to each value: pass `encodeURIComponent` for URLs.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  encode: (value: string) => string = (value) => value,
): string | null {
  let complete = true;
  const text = template.replace(PLACE, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === null || value === "") complete = false;
    return encode(String(value ?? ""));
  });
  return complete ? text : null;
}
