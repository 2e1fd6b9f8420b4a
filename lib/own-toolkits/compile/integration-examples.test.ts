/** The parts of integration.yaml files that the format's own description shows, as they are written there. */
import { expect, it } from "vitest";
import { findYamlProblems } from "@/components/parts/yaml/find-yaml-problems";
import { handFileSchema } from "../hand-entry";
import { compileDocument } from "./compile-document";

const KEY_PROXY = `
proxy:
  base_url: "{{base_url}}"
  headers:
    Authorization: "{{api_key}}"
`;
const BASIC_PROXY = `
proxy:
  headers:
    username: "{{username}}"
    password: "{{password}}"
`;
const KEY_FIELD = `
fields:
  - name: api_key
    display_name: API Key
    description: "Your API key for authentication."
    type: string
    required: true
    expected_from_customer: true
`;
const INSTANCE_FIELD = `
fields:
  - name: instanceUrl
    display_name: Instance URL
    description: "The base URL for your instance, used for API requests."
    type: string
    required: true
    expected_from_customer: true
`;
const SUBDOMAIN_FIELD = `
fields:
  - name: subdomain
    display_name: Sub Domain
    description: "Your PostHog subdomain (e.g., 'app' for app.posthog.com)."
    type: string
    required: true
    default: "app"
`;
const WHOLE_PROXY = `
proxy:
  base_url: "https://api.example.com/v1"
  headers:
    Authorization: "Bearer {{access_token}}"
    Content-Type: "application/json"
  query_params:
    api_key: "{{api_key}}"
`;

/** Parts in an auth scheme, deeper by the four columns that a list of schemes takes. */
const schemeOf = (head: string, ...parts: string[]): string =>
  `name: Example\nunique_key: example\nauth_schemes:\n  - ${head}\n${parts.join("").replace(/^(?=.)/gm, "    ")}`;

/** Compiles a file; the editor and the server must find no problem in it. */
function compile(text: string) {
  const { toolkit, problems } = compileDocument({ slug: undefined, text, settings: {}, discovered: [] });
  expect(problems.items).toEqual([]);
  expect(findYamlProblems(text, handFileSchema())).toEqual([]);
  const [scheme] = toolkit?.authSchemes ?? [];
  return { ...toolkit, scheme, fields: scheme?.fields.connectedAccountInitiation ?? [] };
}

it("the proxy of a key, with a base URL that each connection has", () => {
  expect(compile(schemeOf("auth_mode: API_KEY", KEY_PROXY))).toMatchObject({
    ...{ slug: "custom_example", baseUrl: "{base_url}", tools: [] },
    fields: [{ name: "api_key", isSecret: true }, { name: "base_url" }],
    scheme: { apply: [{ in: "header", name: "Authorization", value: "{api_key}" }] },
  });
});

it("the proxy of user name and password, used directly in headers", () => {
  expect(compile(schemeOf("auth_mode: BASIC", BASIC_PROXY))).toMatchObject({
    fields: [{ name: "username" }, { name: "password", isSecret: true }],
    scheme: {
      apply: [
        { in: "header", name: "username", value: "{username}" },
        { in: "header", name: "password", value: "{password}" },
      ],
    },
  });
});

it("the field of a key, which is the key of the mode", () => {
  const { fields } = compile(schemeOf("auth_mode: API_KEY", KEY_FIELD, KEY_PROXY));
  expect(fields).toMatchObject([
    {
      ...{ name: "api_key", displayName: "API Key", description: "Your API key for authentication." },
      ...{ required: true, isSecret: true },
    },
    { name: "base_url" },
  ]);
});

it("the field of an instance's URL, as the base of requests", () => {
  const proxy = KEY_PROXY.replace("{{base_url}}", "{{instanceUrl}}");
  expect(compile(schemeOf("auth_mode: API_KEY", INSTANCE_FIELD, proxy))).toMatchObject({
    ...{ baseUrl: "{instanceUrl}" },
    fields: [
      { name: "api_key" },
      { name: "instanceUrl", displayName: "Instance URL", required: true, isSecret: false },
    ],
  });
});

it("the field of a subdomain with a default, in the host", () => {
  const proxy = KEY_PROXY.replace("{{base_url}}", "https://{{subdomain}}.posthog.com");
  expect(compile(schemeOf("auth_mode: API_KEY", SUBDOMAIN_FIELD, proxy))).toMatchObject({
    baseUrl: "https://{subdomain}.posthog.com",
    fields: [{ name: "api_key" }, { name: "subdomain", displayName: "Sub Domain", default: "app", required: true }],
  });
});

it("the whole proxy, with a token and a field, for one scheme and at the top", () => {
  const head = `auth_mode: OAUTH2
    authorization_url: https://example.com/authorize
    token_url: https://example.com/token
    default_scopes: [read]
    available_scopes: [read, write]
    authorization_params: { response_type: code, user_scopes: chat }`;
  for (const text of [schemeOf(head, KEY_FIELD, WHOLE_PROXY), schemeOf(head, KEY_FIELD) + WHOLE_PROXY])
    expect(compile(text)).toMatchObject({
      baseUrl: "https://api.example.com/v1",
      meta: { headers: { "Content-Type": "application/json" } },
      scheme: {
        mode: "OAUTH2",
        apply: [
          { in: "header", name: "Authorization", value: "Bearer {access_token}" },
          { in: "query", name: "api_key", value: "{api_key}" },
        ],
        oauth: { authorizeParams: { user_scopes: "chat" } },
      },
    });
});

it("OAuth 1 with every key of its description", () => {
  const head = `name: example_oauth1
    auth_mode: OAUTH1
    authorization_url: https://example.com/authorize
    request_url: https://example.com/request_token
    token_url: https://example.com/access_token
    signature_method: HMAC-SHA1
    default_scopes: [read]
    scope_separator: ","`;
  expect(compile(schemeOf(head))).toMatchObject({
    scheme: { mode: "OAUTH1", oauth1: { accessTokenUrl: "https://example.com/access_token" } },
  });
});
