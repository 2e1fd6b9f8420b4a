/**
 * Every auth scheme, from the link over the connect page to a call with the credential; and the same as inline
 * credentials.
 */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import { type Provider, type SeenRequest, startProvider } from "@/test/servers/loopback-provider";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

let client: Client;
let provider: Provider;
let server: OAuthServer;

beforeAll(async () => {
  await installConnectToolkits();
  [client, provider, server] = [
    await newClient(),
    await startProvider(),
    await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 }),
  ];
});
beforeEach(() => {
  provider.reset();
  provider.answer = (request, response) => {
    const [type, text] = answerTo(request);
    response.writeHead(200, { "content-type": type }).end(text);
  };
});
afterAll(async () => {
  await Promise.all([provider.close(), server.stop()]);
});

/** The sign-in answers of the loopback provider, by path. */
const SIGN_INS: [RegExp, unknown][] = [
  [/^\/google$/, { access_token: "token-for-the-key-file", expires_in: 3599 }],
  [/^\/app\/installations\/12\/access_tokens$/, { token: "token-of-the-installation" }],
  [/^\/authenticate$/, { data: { jwt: "token-of-the-sign-in" } }],
  [/^\/login$/, { sessionId: "session-of-the-sign-in" }],
  [/^\/oauth\/cal-client\/users\/7\/force-refresh$/, { data: { accessToken: "token-of-the-managed-user" } }],
];

function answerTo({ url }: SeenRequest): [string, string] {
  if (url === "/request" || url === "/access")
    return [
      "application/x-www-form-urlencoded",
      "oauth_token=token-77&oauth_token_secret=token-secret-77&oauth_callback_confirmed=true",
    ];
  return ["application/json", JSON.stringify(SIGN_INS.find(([path]) => path.test(url))?.[1] ?? { ok: true })];
}

type Sees = (call: SeenRequest) => unknown;
type Row = {
  mode: AuthMode;
  toolkit: string;
  what?: string;
  /** Credentials of the auth config, without the base URL. */
  config?: () => Record<string, string>;
  /** What the person types on the connect page. */
  fields?: () => Record<string, string>;
  sees: Sees;
};

const header =
  (name: string): Sees =>
  ({ headers }) =>
    headers[name];
const oauth = () => ({ ...server.credentials });
const [bearer, signed] = [header("authorization"), header("authorization")];

const ROWS: (Row & { expected: unknown })[] = [
  {
    mode: "OAUTH2",
    toolkit: "strict",
    config: oauth,
    sees: async (call) => server.accepts(String(bearer(call)).replace("Bearer ", "")),
    expected: true,
  },
  {
    mode: "DCR_OAUTH",
    toolkit: "discovered",
    config: () => ({ server_url: server.url }),
    sees: async (call) => server.accepts(String(bearer(call)).replace("Bearer ", "")),
    expected: true,
  },
  {
    mode: "S2S_OAUTH2",
    toolkit: "machine",
    config: () => ({ token_url: oauth().token_url ?? "" }),
    fields: () => ({ client_id: oauth().client_id ?? "", client_secret: oauth().client_secret ?? "" }),
    sees: bearer,
    expected: expect.stringMatching(/^Bearer [\w-]{20,}$/),
  },
  {
    mode: "OAUTH1",
    toolkit: "signed",
    sees: signed,
    expected: expect.stringMatching(
      /^OAuth (?=.*oauth_consumer_key="key-1")(?=.*oauth_token="token-77")(?=.*oauth_signature="[^"]{20,}")/,
    ),
    config: () => ({
      consumer_key: "key-1",
      consumer_secret: "consumer-secret-1",
      request_token_url: `${provider.baseUrl}/request`,
      authorization_url: `${provider.baseUrl}/authorize`,
      token_url: `${provider.baseUrl}/access`,
    }),
  },
  {
    mode: "API_KEY",
    toolkit: "keyed",
    what: " in a header",
    fields: () => ({ api_key: "key-of-ada-0123456789", subdomain: "ada" }),
    sees: bearer,
    expected: "Bearer key-of-ada-0123456789",
  },
  {
    mode: "API_KEY",
    toolkit: "queried",
    what: " in the query",
    fields: () => ({ api_key: "key of ada & more" }),
    sees: ({ url }) => url,
    expected: "/whoami?key=key%20of%20ada%20%26%20more",
  },
  {
    mode: "API_KEY",
    toolkit: "several",
    what: " of several fields",
    fields: () => ({ api_key: "one-0123456789", application_key: "two-0123456789" }),
    sees: ({ headers }) => [headers["x-api-key"], headers["x-application-key"], headers.cookie],
    expected: ["one-0123456789", "two-0123456789", "session=one-0123456789.two-0123456789"],
  },
  {
    mode: "BEARER_TOKEN",
    toolkit: "github",
    fields: () => ({ token: "token-of-ada-0123456789" }),
    sees: bearer,
    expected: "Bearer token-of-ada-0123456789",
  },
  {
    mode: "BASIC",
    toolkit: "basic",
    fields: () => ({ username: "ada", password: "lovelace-1843" }),
    sees: bearer,
    expected: `Basic ${Buffer.from("ada:lovelace-1843").toString("base64")}`,
  },
  {
    mode: "BASIC_WITH_JWT",
    toolkit: "login",
    fields: () => ({ username: "ada", password: "lovelace-1843" }),
    sees: bearer,
    expected: "Bearer token-of-the-sign-in",
  },
  {
    mode: "GOOGLE_SERVICE_ACCOUNT",
    toolkit: "keyfile",
    fields: () => ({
      credentials_json: JSON.stringify({
        client_email: "robot@example.com",
        private_key: pem,
        token_uri: `${provider.baseUrl}/google`,
      }),
    }),
    sees: bearer,
    expected: "Bearer token-for-the-key-file",
  },
  {
    mode: "SERVICE_ACCOUNT",
    toolkit: "installed",
    fields: () => ({ application_id: "4711", installation_id: "12", private_key: pem }),
    sees: bearer,
    expected: "Bearer token-of-the-installation",
  },
  {
    mode: "BILLCOM_AUTH",
    toolkit: "billing",
    fields: () => ({ username: "ada", password: "lovelace-1843", organization_id: "9", dev_key: "developer-key-9" }),
    sees: ({ headers }) => [headers.devkey, headers.sessionid],
    expected: ["developer-key-9", "session-of-the-sign-in"],
  },
  {
    mode: "CALCOM_AUTH",
    toolkit: "calendar",
    fields: () => ({ client_id: "cal-client", secret_key: "cal-secret-0123", managed_user_id: "7" }),
    sees: bearer,
    expected: "Bearer token-of-the-managed-user",
  },
  { mode: "NO_AUTH", toolkit: "open", sees: bearer, expected: undefined },
];

const TITLED = ROWS.map((row) => ({ ...row, title: `${row.mode}${row.what ?? ""}` }));

const newConfig = (toolkit: string, authScheme: string, credentials: Record<string, string>) =>
  client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });

/** Connects over the hosted page as a person would. Returns the account's id. */
async function connectOnPage(config: string, fields: Record<string, string>): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: config,
    user_id: "ada",
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  const submission = await submit(body.redirect_url, { action: "connect", ...fields });
  const consent = submission.location;
  const last =
    consent === null
      ? submission
      : await visit(consent.startsWith(provider.baseUrl) ? signedBack() : await giveConsent(consent, "ada"));
  expect([last.status, last.html.includes("account is connected to")]).toEqual([200, true]);
  return body.connected_account_id;
}

/** The redirect back from the loopback provider's OAuth 1.0a consent. */
function signedBack(): string {
  const authorization = provider.seen.find(({ url }) => url === "/request")?.headers.authorization ?? "";
  return `${decodeURIComponent(/oauth_callback="([^"]+)"/.exec(authorization)?.[1] ?? "")}&oauth_token=token-77&oauth_verifier=v`;
}

async function seenBy(call: Record<string, unknown>): Promise<SeenRequest> {
  const { status, body } = await client.call("POST", "/tools/execute/proxy", {
    endpoint: "/whoami",
    method: "GET",
    ...call,
  });
  expect([status, body.error?.message, body.status]).toEqual([200, undefined, 200]);
  const last = provider.seen.at(-1);
  if (!last) throw new Error("the provider saw nothing");
  return last;
}

describe("every auth scheme", () => {
  it.each(TITLED)(
    "$title: connects over the page, and the provider sees the credential",
    async ({ mode, toolkit, config, fields, sees, expected }) => {
      const { status, body } = await newConfig(toolkit, mode, { base_url: provider.baseUrl, ...config?.() });
      expect([status, body.error?.message]).toEqual([201, undefined]);
      const id = await connectOnPage(body.auth_config.id, fields?.() ?? {});
      expect(await sees(await seenBy({ connected_account_id: id }))).toEqual(expected);
      const accountText = JSON.stringify((await client.call("GET", `/connected_accounts/${id}`)).body);
      for (const [name, value] of Object.entries(fields?.() ?? {}))
        if (/key|password|token|credentials/.test(name))
          expect(accountText).not.toContain(JSON.stringify(value).slice(1, -1));
    },
  );

  it("returns 400 with advice for SAML, which has no credentials for an API", async () => {
    const { status, body } = await newConfig("saml", "SAML", {});
    expect([status, body.error?.message, body.error?.suggested_fix]).toEqual([
      400,
      expect.stringContaining("SAML") as string,
      "Use one of: API_KEY.",
    ]);
    const brought = await client.call("POST", "/tools/execute/proxy", {
      endpoint: "/whoami",
      method: "GET",
      custom_connection_data: { authScheme: "SAML", toolkitSlug: "saml", val: { base_url: provider.baseUrl } },
    });
    expect([brought.status, brought.body.error?.message, provider.seen.length]).toEqual([
      400,
      "saml cannot be used with SAML.",
      0,
    ]);
  });

  it.each(TITLED.filter(({ fields }) => fields !== undefined))(
    "$title: takes the same credentials in custom_connection_data",
    async ({ mode, toolkit, config, fields, sees, expected }) => {
      const val = { base_url: provider.baseUrl, ...config?.(), ...fields?.() };
      expect(
        await sees(await seenBy({ custom_connection_data: { authScheme: mode, toolkitSlug: toolkit, val } })),
      ).toEqual(expected);
    },
  );
});
