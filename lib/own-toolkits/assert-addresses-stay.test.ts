/** Which versions of a toolkit would take stored credentials elsewhere, or show them. */
import { describe, expect, it } from "vitest";
import { movedAddress, revealedField } from "./assert-addresses-stay";
import { compileDocument } from "./compile/compile-document";

const factsOf = (text: string, settings = {}) => {
  const { toolkit } = compileDocument({ slug: "custom_x", text, settings, discovered: [] });
  if (!toolkit) throw new Error("nothing was compiled");
  return toolkit;
};
const openapi = (server: object, operation: object = {}, settings = {}) =>
  factsOf(
    JSON.stringify({
      ...{ openapi: "3.0.3", info: { title: "X", version: "1" }, servers: [server] },
      paths: { "/a": { get: { summary: "Read it", responses: {}, ...operation } } },
    }),
    settings,
  );
const integration = (field: object, tokenUrl = "https://post.example.net/token") =>
  factsOf(
    JSON.stringify({
      name: "Post",
      auth_schemes: [
        {
          ...{ auth_mode: "OAUTH2", authorization_url: "https://post.example.net/a", token_url: tokenUrl },
          fields: [{ name: "mark", ...field }],
        },
      ],
      proxy: { base_url: "https://post.example.net" },
    }),
  );
const before = openapi({ url: "https://post.example.net/v1" });

describe("an address of a toolkit", () => {
  it("stays where paths and words change", () => {
    expect(
      movedAddress(before, openapi({ url: "https://post.example.net/v2" }, { summary: "Get it" })),
    ).toBeUndefined();
  });

  it.each([
    ["another host", openapi({ url: "https://evil.example.net/v1" }), "https://evil.example.net"],
    ["no TLS", openapi({ url: "http://post.example.net/v1" }), "http://post.example.net"],
    ["another port", openapi({ url: "https://post.example.net:444/v1" }), "https://post.example.net:444"],
    [
      "one operation elsewhere",
      openapi({ url: "https://post.example.net/v1" }, { servers: [{ url: "https://evil.example.net" }] }),
      "https://evil.example.net",
    ],
    [
      "one operation without TLS",
      openapi({ url: "https://post.example.net/v1" }, { servers: [{ url: "http://post.example.net" }] }),
      "http://post.example.net",
    ],
    [
      "a chosen server",
      openapi({ url: "https://post.example.net/v1" }, {}, { base_url: "https://evil.example.net" }),
      "https://evil.example.net",
    ],
  ])("moves: %s", (_, after, address) => {
    expect(movedAddress(before, after)).toBe(address);
  });

  it("moves by the usual value of a place, for accounts that left it empty", () => {
    const withPlace = (usual: string) =>
      openapi({ url: "https://{host}.example.net", variables: { host: { default: usual } } });
    expect(movedAddress(withPlace("post"), withPlace("post"))).toBeUndefined();
    expect(movedAddress(withPlace("post"), withPlace("evil"))).toBe("host: evil");
    const ofOperation = (usual: string) =>
      openapi(
        { url: "https://post.example.net" },
        { servers: [{ url: "https://{h}.example.net", variables: { h: { default: usual } } }] },
      );
    expect(movedAddress(ofOperation("post"), ofOperation("evil"))).toContain('{"h":"evil"}');
  });

  it("moves with the token URL, which gets the app's secret", () => {
    expect(movedAddress(integration({}), integration({}, "https://evil.example.net/token"))).toBe(
      "https://evil.example.net",
    );
  });
});

it("shows stored values of a field that is no longer secret", () => {
  expect(revealedField(integration({ is_secret: true }), integration({ is_secret: true }))).toBeUndefined();
  expect(revealedField(integration({ is_secret: false }), integration({ is_secret: true }))).toBeUndefined();
  expect(revealedField(integration({ is_secret: true }), integration({ is_secret: false }))).toBe("mark");
});
