/** What clients may say of themselves and where they may be sent, from the texts alone. */
import { describe, expect, it } from "vitest";
import { serverOfResource, takesKeyAlone } from "./addresses";
import { isDocumentAddress, readDocument } from "./find-document";
import { readMetadata } from "./client-metadata";
import { resourceMetadata, serverMetadata } from "./metadata";
import { isChallenge, provesChallenge } from "./pkce";
import { isRegistered, redirectProblem, withParameters } from "./redirects";

describe("redirect addresses", () => {
  it.each([
    "https://claude.ai/api/mcp/auth_callback",
    "http://127.0.0.1:33418/callback",
    "http://localhost/cb",
    "http://[::1]:1/cb",
    "cursor://anysphere.cursor-retrieval/oauth/callback",
    "com.example.app:/oauth",
  ])("can be %s", (uri) => expect(redirectProblem(uri)).toBeNull());

  it.each([
    "http://example.com/cb",
    "http://127.0.0.1.evil.example/cb",
    "http://localhost.evil.example/",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "https://user:pw@example.com/",
    "https://example.com/#fragment",
    "https://example.com\\@evil.example/",
    "/relative",
    "",
    `https://example.com/${"a".repeat(2000)}`,
  ])("cannot be %s", (uri) => expect(redirectProblem(uri)).not.toBeNull());

  it("are compared as texts, except for the port on this computer", () => {
    const registered = ["https://app.example/cb", "http://127.0.0.1:1/cb?x=1", "http://localhost/cb"];
    for (const same of ["https://app.example/cb", "http://127.0.0.1:33418/cb?x=1", "http://localhost:9/cb"])
      expect([same, isRegistered(same, registered)]).toEqual([same, true]);
    for (const other of [
      "https://app.example/cb/",
      "https://app.example/cb?x=1",
      "https://app.example:444/cb",
      "https://APP.example/cb",
      "http://127.0.0.1:1/other?x=1",
      "http://localhost:1/cb?x=1",
      "http://[::1]/cb",
    ])
      expect([other, isRegistered(other, registered)]).toEqual([other, false]);
  });

  it("keep their own query", () =>
    expect(withParameters("cursor://x/cb?a=1", { code: "c&d", state: undefined })).toBe(
      "cursor://x/cb?a=1&code=c%26d",
    ));
});

describe("a client's metadata", () => {
  const metadata = { redirect_uris: ["https://app.example/cb"], token_endpoint_auth_method: "none" };
  it("has a name that shows unchanged, or that of the host", () => {
    expect(readMetadata(metadata).name).toBe("app.example");
    expect(readMetadata({ ...metadata, client_name: "A\u202Eb\n\u200Bc   d" }).name).toBe("A b c d");
    expect(readMetadata({ ...metadata, client_name: "\u200B" }).name).toBe("app.example");
  });

  it.each([
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://app.example/cb"] }, "invalid_redirect_uri"],
    [
      { redirect_uris: Array.from({ length: 21 }, (_, index) => `https://app.example/${index}`) },
      "invalid_redirect_uri",
    ],
    [{ grant_types: ["client_credentials"] }, "invalid_client_metadata"],
    [{ response_types: ["token"] }, "invalid_client_metadata"],
    [{ token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    [{ client_name: 7 }, "invalid_client_metadata"],
  ])("is refused for %j", (more, code) =>
    expect(() => readMetadata({ ...metadata, ...more })).toThrow(expect.objectContaining({ code }) as Error),
  );

  it("matches the address of its document, and is for a client without a secret", () => {
    const id = "https://app.example/client.json";
    const document = (more: object) => JSON.stringify({ client_id: id, client_name: "App", ...metadata, ...more });
    expect(readDocument(id, document({}))).toMatchObject({ name: "App", redirectUris: metadata.redirect_uris });
    for (const bad of [
      document({ client_id: "https://other.example/client.json" }),
      document({ client_secret: "s" }),
      document({ token_endpoint_auth_method: "client_secret_basic" }),
      "[".repeat(10_000),
      "null",
      "not json",
    ])
      expect(() => readDocument(id, bad)).toThrow(expect.objectContaining({ code: "invalid_client" }) as Error);
    for (const address of [
      "https://app.example/",
      "https://app.example",
      "http://app.example/c",
      "https://u@app.example/c",
      "https://app.example/c#d",
      "https://app.example/a/../c",
      "HTTPS://app.example/c",
    ])
      expect([address, isDocumentAddress(address)]).toEqual([address, false]);
    expect(isDocumentAddress(id)).toBe(true);
  });
});

it("a verifier proves only its challenge (RFC 7636, appendix B)", () => {
  const [verifier, challenge] = [
    "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  ];
  expect(provesChallenge(verifier, challenge)).toBe(true);
  for (const other of [undefined, "", challenge, `${verifier}x`, verifier.slice(1)])
    expect(provesChallenge(other, challenge)).toBe(false);
  expect([challenge, "", "plain", `${challenge}=`].map(isChallenge)).toEqual([true, false, false, false]);
});

it("every address of an MCP server has a document that names it, and no other path has one", () => {
  const id = "5d1f8f2e-0000-4000-8000-000000000000";
  for (const path of [
    `v3/mcp/${id}`,
    `v3/mcp/${id}/mcp`,
    `v3/mcp/${id}/sse`,
    `composio/server/${id}/mcp`,
    `composio/server/${id}/sse`,
  ])
    expect(resourceMetadata(path.split("/"))).toMatchObject({
      resource: `http://localhost:3000/${path}`,
      authorization_servers: [serverMetadata().issuer],
    });
  for (const path of [`v3/mcp/${id}/other`, `api/v3/${id}`, "v3/mcp/a%2Fb", "v3/mcp/@evil.example"])
    expect(() => resourceMetadata(path.split("/").map(decodeURIComponent))).toThrow(/No MCP server/);
});

it("a resource is an MCP endpoint of this very server", () => {
  const id = "5d1f8f2e-0000-4000-8000-000000000000";
  for (const path of [id, `${id}/mcp`, `${id}/`, `${id}?user_id=ada`])
    expect(serverOfResource(`http://localhost:3000/v3/mcp/${path}`)).toBe(id);
  for (const other of [
    `http://localhost:3001/v3/mcp/${id}`,
    `https://localhost:3000/v3/mcp/${id}`,
    `http://localhost:3000.evil.example/v3/mcp/${id}`,
    `http://localhost:3000@evil.example/v3/mcp/${id}`,
    `http://localhost:3000/v3/mcp/${id}/other`,
    `http://localhost:3000/v3/mcp/`,
    `http://localhost:3000/v3/mcp/${id}#x`,
    "http://localhost:3000/",
    id,
  ])
    expect([other, serverOfResource(other)]).toEqual([other, null]);
});

const KEY_PATHS = [
  "mcp/manage",
  "tool_router/trs_a/mcp",
  "tool_router/session/trs_a/mcp",
  "tool_router/v3/trs_a/mcp",
  "v3/mcp/tool-router/trs_a/mcp",
];

it("returns 404 for metadata of an address that takes only a key, and names the header", () => {
  for (const path of KEY_PATHS) {
    const resource = `http://localhost:3000/${path}`;
    expect([path, takesKeyAlone(resource), takesKeyAlone(`${resource}/?x=1`), serverOfResource(resource)]).toEqual([
      path,
      true,
      true,
      null,
    ]);
    expect(() => resourceMetadata(path.split("/"))).toThrow(/takes no sign-in.*x-api-key/);
    expect(takesKeyAlone(`https://evil.example/${path}`)).toBe(false);
  }
  for (const path of ["v3/mcp/a", "v3/mcp/a/mcp", "mcp/manage/x", "tool_router/mcp", "x/tool_router/a/mcp"])
    expect([path, takesKeyAlone(`http://localhost:3000/${path}`)]).toEqual([path, false]);
});
