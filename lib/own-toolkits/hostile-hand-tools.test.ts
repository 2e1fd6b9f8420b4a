/** Hostile tools by hand: each is left out with its reason, and none is sent anywhere else than to its server. */
import { describe, expect, it } from "vitest";
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import { toRequest } from "@/lib/execution/request/http-tool";
import { compileDocument } from "./compile/compile-document";

const HEAD = {
  name: "X",
  auth_schemes: [{ auth_mode: "API_KEY" }],
  proxy: {
    base_url: "https://x.example.net/v1",
    headers: { "X-Key": "{{api_key}}" },
    query_params: { token: "{{api_key}}" },
  },
};
const WORDS = { name: "Do it", description: "Does what it is for, for one parcel." };
const compile = (tools: unknown, head: object = HEAD) =>
  compileDocument({ slug: "custom_x", text: JSON.stringify({ ...head, tools }), settings: {}, discovered: [] });
const http = (more: object) => ({ ...WORDS, http: { method: "GET", path: "/a", ...more } });
const parameter = (more: object) => http({ method: "POST", parameters: [{ name: "a", in: "query", ...more }] });
const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + "1" + "}".repeat(levels));

describe("a hostile tool", () => {
  it.each([
    ["a path with ..", http({ path: "/a/../../admin" })],
    ["a path with encoded ..", http({ path: "/a/%2e%2E/admin" })],
    ["a path with a backslash", http({ path: "/a\\..\\b" })],
    ["an address as path", http({ path: "https://evil.example.net/a" })],
    ["another host as path", http({ path: "//evil.example.net/a" })],
    ["a user in the path", http({ path: "@evil.example.net/a" })],
    ["a line break in the path", http({ path: "/a HTTP/1.1\r\nHost: evil" })],
    ["a fragment in the path", http({ path: "/a#b" })],
    ["a credential in the path", http({ path: "/a/{{api_key}}" })],
    ["a place in the fixed query", http({ path: "/a?b={c}" })],
    ["a header with a line break", parameter({ in: "header", send_as: "X-A\r\nHost" })],
    ["the header Host", parameter({ in: "header", send_as: "Host" })],
    ["the header Authorization", parameter({ in: "header", send_as: "Authorization" })],
    ["the header of the key", parameter({ in: "header", send_as: "x-key" })],
    ["the query parameter of the key", parameter({ in: "query", send_as: "Token" })],
    ["a prototype as argument", parameter({ name: "__proto__" })],
    ["a constructor as argument", parameter({ name: "constructor" })],
    ["a prototype as name in the request", parameter({ in: "body", send_as: "__proto__" })],
    ["a prototype in the way to the answer", http({ response: "data.__proto__.a" })],
    ["a credential in the body", http({ method: "POST", body: { a: "{{api_key}}" } })],
    ["a body of many levels", http({ method: "POST", body: nested(100) })],
    ["a body of many values", http({ method: "POST", body: Array(2_000).fill(1) })],
    ["a place as name in the body", http({ method: "POST", body: { "{{a}}": 1 } })],
    ["a body of a GET", http({ body: { a: 1 } })],
    ["two arguments of one name", http({ parameters: Array(2).fill({ name: "a", in: "query" }) })],
    ["many arguments", http({ parameters: Array(200).fill({ name: "a", in: "query" }) })],
    ["a default that is not allowed", parameter({ enum: ["a", "b"], default: "c" })],
    ["a GraphQL path that leads out", { ...WORDS, graphql: { path: "/../x", document: "{ a }" } }],
    ["a GraphQL variable __proto__", { ...WORDS, graphql: { document: "query ($__proto__: Int) { a }" } }],
    ["a long GraphQL document", { ...WORDS, graphql: { document: `{ ${"a ".repeat(20_000)} }` } }],
    ["both requests", { ...http({}), graphql: { document: "{ a }" } }],
    ["no object", 7],
    ["a list", []],
  ])("is left out: %s", (_, tool) => {
    const right = { ...http({ path: "/right" }), name: "Right" };
    const { toolkit, problems } = compile([tool, right]);
    expect(toolkit?.tools.map(({ slug }) => slug)).toEqual(["CUSTOM_X_RIGHT"]);
    expect(problems.items[0]).toMatchObject({ path: expect.stringMatching(/^\/tools\/0/) as string });
    for (const { line, column, fix } of problems.items) expect([line, column > 0, fix !== ""]).toEqual([1, true, true]);
  });

  it("cannot reach prototypes by the names of a body", () => {
    const text = JSON.stringify({ ...HEAD, tools: [http({ method: "POST", body: { a: { b: 1 } } })] });
    const hostile = text.replace('"b":1', '"__proto__":{"get":1}');
    const { toolkit } = compileDocument({ slug: "custom_x", text: hostile, settings: {}, discovered: [] });
    expect([toolkit, ({} as { get?: unknown }).get]).toEqual([undefined, undefined]);
  });

  it("names what fills no place of the host", () => {
    const { problems } = compile([http({})], {
      ...HEAD,
      proxy: { ...HEAD.proxy, base_url: "https://{{city}}.example.net" },
    });
    expect(problems.items[0]?.message).toBe("Nothing fills {{city}}.");
  });

  it("cannot be led to another host, another resource or another header by its arguments", () => {
    const { toolkit } = compile([
      http({
        path: "/a/{id}",
        parameters: [
          { name: "id", in: "path" },
          { name: "trace", in: "header" },
        ],
      }),
    ]);
    const request = toolkit?.tools[0]?.run.request;
    if (!request) throw new Error("no request");
    expect(toRequest(request, { id: "@evil.example.net/?a#b" }).url).toBe(
      "https://x.example.net/v1/a/%40evil.example.net%2F%3Fa%23b",
    );
    for (const args of [{ id: ".." }, { id: "%2e%2e" }, { id: "" }, { id: "a", trace: "b\r\nHost: c" }])
      expect(() => toRequest(request, args)).toThrow();
  });
});

it("has at most so many tools, and says how many there are", () => {
  const tools = Array.from({ length: 10_000 }, (_, n) => ({ ...http({ path: `/p${n}` }), name: `Read p ${n}` }));
  const { toolkit, total, problems } = compile(tools);
  expect([total, toolkit?.tools.length, problems.items.length]).toEqual([10_000, MOST_TOOLS, 1]);
  expect(problems.items[0]?.message).toContain("10,000 tools");
});

it("numbers the slugs of tools with the same name, and counts problems beyond the most that are listed", () => {
  const same = Array.from({ length: 50 }, (_, n) => http({ path: `/p${n}` }));
  expect(new Set(compile(same).toolkit?.tools.map(({ slug }) => slug)).size).toBe(50);
  const { toolkit, problems } = compile(Array(5_000).fill({}));
  expect([toolkit, problems.items.length, problems.count > 5_000]).toEqual([undefined, 200, true]);
});

it.each([
  ["no list", 7],
  ["an empty list", []],
  ["an object", { a: http({}) }],
])("is named as unusable with %s of tools", (_, tools) => {
  const { kind, toolkit, problems } = compile(tools);
  expect([kind, toolkit, problems.hasFatal, problems.items[0]?.path]).toEqual(["hand", undefined, true, "/tools"]);
});
