/** Each key of an integration.yaml, alone and with an OpenAPI document. */
import { describe, expect, it } from "vitest";
import { handFileSchema } from "../hand-entry";
import { compileDocument } from "./compile-document";
import { runCompileJob } from "./compile-job";

const compile = (text: string, settings = {}) => compileDocument({ slug: "custom_x", text, settings, discovered: [] });
const HEAD = `
name: Parcel Post
unique_key: parcel-post
description: Sends parcels
logo: https://post.example.net/logo.svg
categories: [productivity, crm]
docs: https://post.example.net/docs
endpoints:
  get_current_user_endpoint: /me
`;
const toolkitOf = (rest: string) => {
  const { toolkit, problems } = compile(HEAD + rest);
  expect(problems.items.filter(({ fatal }) => fatal)).toEqual([]);
  if (!toolkit) throw new Error("nothing was compiled");
  return { ...toolkit, problems: problems.items };
};

describe("an integration.yaml alone", () => {
  it("makes a toolkit with the proxy and no tools", () => {
    const { problems, ...toolkit } = toolkitOf(`
auth_schemes:
  - auth_mode: API_KEY
    fields:
      - name: api_key
        display_name: API Key
        description: The key of your account.
        type: string
        required: true
        expected_from_customer: true
proxy:
  base_url: "https://api.example.com/v1"
  headers:
    Authorization: "Bearer {{api_key}}"
    Content-Type: "application/json"
  query_params:
    api_key: "{{api_key}}"
`);
    expect(problems).toEqual([]);
    expect(toolkit).toMatchObject({
      ...{ name: "Parcel Post", description: "Sends parcels", logo: "https://post.example.net/logo.svg" },
      ...{
        baseUrl: "https://api.example.com/v1",
        tools: [],
        currentUserEndpoint: expect.stringContaining("/me") as string,
      },
      meta: { guideUrl: "https://post.example.net/docs", headers: { "Content-Type": "application/json" } },
    });
    expect(toolkit.authSchemes).toMatchObject([
      {
        mode: "API_KEY",
        fields: {
          connectedAccountInitiation: [{ name: "api_key", displayName: "API Key", required: true, isSecret: true }],
        },
        apply: [
          { in: "header", name: "Authorization", value: "Bearer {api_key}" },
          { in: "query", name: "api_key", value: "{api_key}" },
        ],
      },
    ]);
  });

  it("takes the address from a field: the whole, or a part with a default", () => {
    expect(
      toolkitOf(`
auth_schemes:
  - auth_mode: API_KEY
    proxy: { base_url: "{{base_url}}", headers: { Authorization: "{{api_key}}" } }
`),
    ).toMatchObject({
      baseUrl: "{base_url}",
      authSchemes: [
        { fields: { connectedAccountInitiation: [{ name: "api_key" }, { name: "base_url", type: "url" }] } },
      ],
    });
    expect(
      toolkitOf(`
auth_schemes:
  - auth_mode: API_KEY
    fields:
      - { name: subdomain, display_name: Sub Domain, description: "app, for app.example.com", type: string, required: true, default: app }
      - { name: region, expected_from_customer: false }
proxy: { base_url: "https://{{subdomain}}.example.com", headers: { X-Key: "{{api_key}}" } }
`),
    ).toMatchObject({
      baseUrl: "https://{subdomain}.example.com",
      authSchemes: [
        {
          fields: {
            authConfigCreation: [{ name: "region" }],
            connectedAccountInitiation: [{ name: "api_key" }, { name: "subdomain", default: "app" }],
          },
        },
      ],
    });
  });

  it("knows BASIC with user name and password in any header", () => {
    expect(
      toolkitOf(`
auth_schemes:
  - auth_mode: BASIC
proxy: { base_url: "https://x.example.com", headers: { username: "{{username}}", password: "{{password}}" } }
`).authSchemes,
    ).toMatchObject([
      {
        mode: "BASIC",
        apply: [
          { name: "username", value: "{username}" },
          { name: "password", value: "{password}" },
        ],
      },
    ]);
  });

  it("knows OAUTH2 with its addresses, scopes and parameters", () => {
    const { problems, authSchemes } = toolkitOf(`
callback_url: https://app.example.com/back
token_response_metadata: [instance_url]
auth_schemes:
  - name: post_oauth
    auth_mode: OAUTH2
    authorization_url: https://{{subdomain}}.example.com/authorize
    token_url: https://{{subdomain}}.example.com/token
    default_scopes: [read]
    available_scopes: [read, write]
    scope_separator: ","
    authorization_params: { response_type: code, user_scopes: chat }
    fields: [{ name: subdomain, required: true }]
proxy: { base_url: "{{instance_url}}/v1", headers: { Authorization: "Bearer {{access_token}}" } }
`);
    expect(problems).toMatchObject([{ path: "/callback_url" }]);
    expect(authSchemes).toMatchObject([
      {
        ...{ mode: "OAUTH2", name: "post_oauth", defaultScopes: ["read"], availableScopes: ["read", "write"] },
        apply: [{ in: "header", name: "Authorization", value: "Bearer {access_token}" }],
        oauth: {
          authorizationUrl: "https://{subdomain}.example.com/authorize",
          tokenUrl: "https://{subdomain}.example.com/token",
          ...{ scopeSeparator: ",", authorizeParams: { user_scopes: "chat" }, keepFields: ["instance_url"] },
        },
      },
    ]);
  });

  it("knows OAUTH1 with HMAC-SHA1, and refuses other signatures with the line", () => {
    const oauth1 = (method: string) => `
auth_schemes:
  - auth_mode: OAUTH1
    authorization_url: https://x.example.com/a
    request_url: https://x.example.com/r
    token_url: https://x.example.com/t
    signature_method: ${method}
proxy: { base_url: "https://x.example.com" }
`;
    expect(toolkitOf(oauth1("HMAC-SHA1")).authSchemes).toMatchObject([
      {
        mode: "OAUTH1",
        oauth1: { requestTokenUrl: "https://x.example.com/r", accessTokenUrl: "https://x.example.com/t" },
      },
    ]);
    expect(compile(HEAD + oauth1("PLAINTEXT")).problems.items).toMatchObject([
      { path: "/auth_schemes/0/signature_method", message: "only HMAC-SHA1 is supported", line: 16, fatal: true },
    ]);
  });

  it("names a placeholder that nothing fills, unknown keys and headers that cannot be sent", () => {
    const { problems } = compile(`${HEAD}
auth_schemes: [{ auth_mode: API_KEY }]
proxy: { base_url: "https://x.example.com", headers: { "A b": "1", X-A: "{{nobody}}" } }
`);
    expect(problems.items.map(({ message }) => message)).toEqual([
      "Nothing fills {{nobody}}.",
      '"A b" cannot be sent as a header.',
    ]);
    expect(compile(`${HEAD}\nauth_schemes: [{ auth_mode: API_KEY, autorization_url: x }]`).toolkit).toBeUndefined();
  });
});

it("replaces the sign-in of an OpenAPI document, and fills places of its paths", () => {
  const document = JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Parcels", version: "1" }, servers: [{ url: "https://api.example.com" }] },
    paths: { "/{site}/parcels": { get: { summary: "List parcels", responses: {} } } },
  });
  const integration = `${HEAD}
auth_schemes: [{ auth_mode: BEARER_TOKEN, fields: [{ name: site, required: true }] }]
proxy: { path_params: { site: "{{site}}" } }
`;
  const { toolkit, problems } = compile(document, { integration });
  expect(problems.items).toEqual([]);
  expect(toolkit).toMatchObject({
    ...{ name: "Parcel Post", baseUrl: "https://api.example.com" },
    authSchemes: [{ mode: "BEARER_TOKEN" }],
    tools: [{ run: { request: { parameters: [{ name: "site", fromConnection: "site" }] } } }],
  });
});

it("has one JSON Schema for editors, with descriptions", () => {
  const text = JSON.stringify(handFileSchema());
  for (const key of ["auth_schemes", "token_response_metadata", "path_params", "expected_from_customer", "graphql"])
    expect(text).toContain(`"${key}"`);
});

it("the name of a draft can be stored", () => {
  const text = JSON.stringify({ name: "a\0b\ud83d", auth_schemes: [{ auth_mode: "NO_AUTH" }] });
  const job = { slug: "custom_x", text, settings: {}, discovered: [], before: [], access: "all", schemasOf: [] };
  expect(runCompileJob(job).facts.name).toBe("ab");
});
