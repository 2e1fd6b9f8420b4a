/** Every way to sign in that a document describes, and the servers with what of their address a connection fills in. */
import { describe, expect, it } from "vitest";
import { compileDocument } from "./compile-document";

const paths = { "/a": { get: { summary: "Read it", responses: {} } } };
const compile = (
  more: object,
  { discovered = [] as [string, unknown][], url = undefined as string | undefined } = {},
) => {
  const document = {
    openapi: "3.2.0",
    info: { title: "X", version: "1" },
    servers: [{ url: "https://x.example.net/v1" }],
    paths,
  };
  const text = JSON.stringify({ ...document, ...more });
  const { toolkit, problems } = compileDocument({ slug: "custom_x", text, url, settings: {}, discovered });
  return { toolkit, schemes: toolkit?.authSchemes ?? [], problems: problems.items.map(({ message }) => message) };
};
const withSchemes = (securitySchemes: object, security?: object[], more = {}) =>
  compile({ components: { securitySchemes }, ...(security ? { security } : {}) }, more);

describe("the sign-in of a document", () => {
  it("is an API key in a header, a query or a cookie", () => {
    for (const place of ["header", "query", "cookie"])
      expect(withSchemes({ key: { type: "apiKey", in: place, name: "k" } }).schemes).toMatchObject([
        { mode: "API_KEY", apply: [{ in: place, name: "k", value: "{api_key}" }] },
      ]);
  });

  it("is several keys that go together", () => {
    const keys = {
      apiKey: { type: "apiKey", in: "header", name: "X-Api" },
      appKey: { type: "apiKey", in: "header", name: "X-App" },
    };
    expect(withSchemes(keys, [{ apiKey: [], appKey: [] }]).schemes).toMatchObject([
      {
        mode: "API_KEY",
        apply: [
          { name: "X-Api", value: "{apikey}" },
          { name: "X-App", value: "{appkey}" },
        ],
      },
    ]);
  });

  it("is Basic or Bearer, in the order of use", () => {
    const both = { b: { type: "http", scheme: "Bearer" }, a: { type: "http", scheme: "basic" } };
    expect(withSchemes(both, [{ a: [] }]).schemes.map(({ mode }) => mode)).toEqual(["BASIC", "BEARER_TOKEN"]);
  });

  it("is OAuth 2 with its flows, scopes and addresses of the server", () => {
    const flows = {
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "https://x.example.net/token",
        scopes: { read: "Reads" },
      },
      clientCredentials: { tokenUrl: "https://x.example.net/token", scopes: {} },
    };
    const { schemes, problems } = withSchemes({ o: { type: "oauth2", flows } });
    expect(problems).toEqual([]);
    expect(schemes).toMatchObject([
      {
        mode: "OAUTH2",
        availableScopes: ["read"],
        oauth: {
          authorizationUrl: "https://x.example.net/oauth/authorize",
          tokenUrl: "https://x.example.net/token",
          pkce: "S256",
        },
      },
      { mode: "S2S_OAUTH2", grant: { kind: "client_credentials" } },
    ]);
  });

  it("is OpenID Connect by its configuration, and a problem without it", () => {
    const address = "https://id.example.net/.well-known/openid-configuration";
    const schemes = { id: { type: "openIdConnect", openIdConnectUrl: address } };
    const configuration = {
      ...{ authorization_endpoint: "https://id.example.net/a", token_endpoint: "https://id.example.net/t" },
      scopes_supported: ["openid", 7],
    };
    expect(withSchemes(schemes, undefined, { discovered: [[address, configuration]] }).schemes).toMatchObject([
      { mode: "OAUTH2", availableScopes: ["openid"], oauth: { tokenUrl: "https://id.example.net/t" } },
    ]);
    expect(withSchemes(schemes)).toMatchObject({
      schemes: [{ mode: "NO_AUTH" }],
      problems: [expect.stringContaining(address)],
    });
  });

  it.each([
    [
      "implicit alone",
      { type: "oauth2", flows: { implicit: { authorizationUrl: "https://x.example.net", scopes: {} } } },
      "implicit",
    ],
    ["mutual TLS", { type: "mutualTLS" }, "mutualTLS"],
    ["Digest", { type: "http", scheme: "digest" }, "http digest"],
    ["a key without a place", { type: "apiKey", name: "a" }, "no usable place"],
    [
      "addresses that are none",
      { type: "oauth2", flows: { authorizationCode: { authorizationUrl: "javascript:1", tokenUrl: 4 } } },
      "no usable addresses",
    ],
  ])("is named where it is not supported: %s", (_, scheme, words) => {
    expect(withSchemes({ it: scheme })).toMatchObject({
      schemes: [{ mode: "NO_AUTH" }],
      problems: [expect.stringContaining(words)],
    });
  });
});

describe("the server of a document", () => {
  it("is the https server, with its variables as fields", () => {
    const servers = [
      { url: "http://x.example.net" },
      { url: "https://{the-host}.example.net:{port}/v1/", variables: { port: { default: "443" } } },
    ];
    const { toolkit } = compile({ servers });
    expect(toolkit?.baseUrl).toBe("https://{the_host}.example.net:{port}/v1");
    expect(toolkit?.authSchemes[0]?.fields.connectedAccountInitiation).toMatchObject([
      { name: "the_host", required: true },
      { name: "port", required: false, default: "443" },
    ]);
    expect(toolkit?.tools[0]?.run.request?.baseUrl).toBe(toolkit?.baseUrl);
  });

  it("is relative to where the document is from", () => {
    expect(
      compile({ servers: [{ url: "/api/v2" }] }, { url: "https://docs.example.net/openapi.json" }).toolkit?.baseUrl,
    ).toBe("https://docs.example.net/api/v2");
  });

  it.each([
    ["none", []],
    ["a placeholder", [{ url: "http://localhost:8080" }]],
    ["credentials in it", [{ url: "https://a:b@x.example.net" }]],
  ])("is asked from each connection where the document has %s", (_, servers) => {
    const { toolkit, problems } = compile({ servers });
    expect([toolkit?.baseUrl, toolkit?.authSchemes[0]?.fields.connectedAccountInitiation[0]?.name]).toEqual([
      "{base_url}",
      "base_url",
    ]);
    expect(problems).toEqual([expect.stringContaining("no server that others can reach")]);
  });
});
