/** Small toolkits, one for each way of signing in. */
import type { AuthField, AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { CurrentUserEntry } from "@/lib/catalog/current-user";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import type { z } from "zod";

const field = (name: string, more: Partial<AuthField> = {}): AuthField => ({
  name,
  displayName: `The ${name}`,
  description: `What ${name} is`,
  type: "string",
  required: true,
  isSecret: false,
  aliases: [],
  ...more,
});

export type Entry = {
  mode: AuthMode;
  provider?: string;
  connectionFields?: AuthField[];
  authConfigFields?: AuthField[];
  apply?: ToolkitAuthScheme["apply"];
  defaultScopes?: string[];
  hintUrl?: string;
  oauth1?: ToolkitAuthScheme["oauth1"];
  grant?: ToolkitAuthScheme["grant"];
  discover?: ToolkitAuthScheme["discover"];
};

/** A toolkit of a test; its tools are requests. */
export type ConnectToolkit = {
  name: string;
  auth: Entry[];
  /** The default is the provider of the tests. */
  baseUrl?: string;
  noAuth?: boolean;
  /** In the form of a toolkit file. */
  currentUser?: z.input<typeof CurrentUserEntry>;
  tools?: {
    slug: string;
    input: Record<string, unknown>;
    request: Omit<ToolRequest, "baseUrl">;
    tags?: string[];
    aliases?: string[];
  }[];
};

/** Toolkits of every scheme that can be connected; real providers have the facts of toolkits/providers.yaml. */
export const TOOLKITS: Record<string, ConnectToolkit> = {
  github: {
    name: "GitHub",
    auth: [
      { mode: "OAUTH2", provider: "github", defaultScopes: ["repo", "read:org"] },
      { mode: "BEARER_TOKEN", hintUrl: "https://github.com/settings/tokens" },
    ],
  },
  gmail: {
    name: "Gmail",
    auth: [{ mode: "OAUTH2", provider: "google", defaultScopes: ["https://www.googleapis.com/auth/gmail.modify"] }],
  },
  slack: {
    name: "Slack",
    auth: [{ mode: "OAUTH2", provider: "slack", defaultScopes: ["chat:write", "channels:read"] }],
  },
  outlook: {
    name: "Outlook",
    auth: [
      { mode: "OAUTH2", provider: "microsoft", defaultScopes: ["openid", "email", "User.Read", "offline_access"] },
    ],
  },
  linear: { name: "Linear", auth: [{ mode: "OAUTH2", provider: "linear", defaultScopes: ["read", "write"] }] },
  okta: {
    name: "Okta",
    auth: [{ mode: "OAUTH2", provider: "okta", defaultScopes: ["openid", "email", "offline_access"] }],
  },
  strict: { name: "Strict", auth: [{ mode: "OAUTH2", provider: "strict", defaultScopes: ["openid"] }] },
  strictbasic: {
    name: "Strict with basic",
    auth: [{ mode: "OAUTH2", provider: "strictbasic", defaultScopes: ["openid"] }],
  },
  keyed: {
    name: "Keyed",
    auth: [
      {
        mode: "API_KEY",
        hintUrl: "https://keyed.example/keys",
        connectionFields: [field("subdomain"), field("api_url", { type: "url", required: false })],
      },
    ],
  },
  basic: { name: "Basic", auth: [{ mode: "BASIC" }] },
  open: {
    name: "Open",
    auth: [],
    noAuth: true,
    tools: [
      {
        slug: "OPEN_GET",
        input: { type: "object", properties: {} },
        request: { method: "GET", path: "/x", parameters: [] },
      },
    ],
  },
  signed: {
    name: "Signed",
    auth: [
      {
        mode: "OAUTH1",
        oauth1: {
          requestTokenUrl: "https://signed.example/request",
          authorizationUrl: "https://signed.example/authorize",
          accessTokenUrl: "https://signed.example/access",
          authorizeParams: { name: "Patchbay" },
        },
      },
    ],
  },
  machine: { name: "Machine", auth: [{ mode: "S2S_OAUTH2", provider: "strict", defaultScopes: ["read"] }] },
  discovered: { name: "Discovered", auth: [{ mode: "DCR_OAUTH", defaultScopes: ["openid"] }] },
  introduced: { name: "Introduced", auth: [{ mode: "CIMD_OAUTH", defaultScopes: ["openid"] }] },
  keyfile: {
    name: "Key file",
    auth: [{ mode: "GOOGLE_SERVICE_ACCOUNT", defaultScopes: ["https://www.googleapis.com/auth/drive"] }],
  },
  installed: {
    name: "Installed",
    auth: [
      {
        mode: "SERVICE_ACCOUNT",
        grant: {
          kind: "app_jwt",
          url: "{base_url}/app/installations/{installation_id}/access_tokens",
          tokenPath: "token",
          expiresInSeconds: 3600,
        },
      },
    ],
  },
  login: {
    name: "Login",
    auth: [
      {
        mode: "BASIC_WITH_JWT",
        grant: {
          kind: "login",
          url: "{base_url}/authenticate",
          body: "json",
          fields: { user: "{username}", pass: "{password}" },
          headers: {},
          tokenPath: "data.jwt",
          expiresInSeconds: 600,
        },
      },
    ],
  },
  queried: { name: "Queried", auth: [{ mode: "API_KEY", apply: [{ in: "query", name: "key", value: "{api_key}" }] }] },
  several: {
    name: "Several",
    auth: [
      {
        mode: "API_KEY",
        connectionFields: [field("application_key", { isSecret: true })],
        apply: [
          { in: "header", name: "x-api-key", value: "{api_key}" },
          { in: "header", name: "x-application-key", value: "{application_key}" },
          { in: "cookie", name: "session", value: "{api_key}.{application_key}" },
        ],
      },
    ],
  },
  billing: {
    name: "Billing",
    auth: [
      {
        mode: "BILLCOM_AUTH",
        connectionFields: [field("organization_id"), field("dev_key", { isSecret: true })],
        apply: [
          { in: "header", name: "devKey", value: "{dev_key}" },
          { in: "header", name: "sessionId", value: "{access_token}" },
        ],
        grant: {
          kind: "login",
          url: "{base_url}/login",
          body: "json",
          fields: {
            username: "{username}",
            password: "{password}",
            organizationId: "{organization_id}",
            devKey: "{dev_key}",
          },
          headers: {},
          tokenPath: "sessionId",
          expiresInSeconds: 2100,
        },
      },
    ],
  },
  calendar: {
    name: "Calendar",
    auth: [
      {
        mode: "CALCOM_AUTH",
        connectionFields: [field("client_id"), field("secret_key", { isSecret: true }), field("managed_user_id")],
        grant: {
          kind: "login",
          url: "{base_url}/oauth/{client_id}/users/{managed_user_id}/force-refresh",
          body: "json",
          fields: {},
          headers: { "x-cal-secret-key": "{secret_key}" },
          tokenPath: "data.accessToken",
          expiresInSeconds: 3600,
        },
      },
    ],
  },
  saml: { name: "Saml", auth: [{ mode: "SAML" }, { mode: "API_KEY" }] },
};
