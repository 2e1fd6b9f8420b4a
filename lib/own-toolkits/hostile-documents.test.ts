/** Hostile documents: each gets a clear error or a safe result, and none takes more memory or time than its limits. */
import { describe, expect, it } from "vitest";
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import { compileDocument } from "./compile/compile-document";

const compile = (text: string, settings = {}) => compileDocument({ slug: "custom_x", text, settings, discovered: [] });
const openapi = (paths: object, more: object = {}) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "X", version: "1" },
    servers: [{ url: "https://x.example.net" }],
    paths,
    ...more,
  });
const get = (more: object = {}) => ({ get: { summary: "Read it", responses: {}, ...more } });
const messages = (text: string): string[] => compile(text).problems.items.map(({ message }) => message);
const slugs = (text: string): string[] => (compile(text).toolkit?.tools ?? []).map(({ slug }) => slug);

describe("a hostile document", () => {
  it("cannot expand by aliases of YAML", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let n = 1; n < 12; n++)
      lines.push(
        `a${n}: &a${n} [${Array(9)
          .fill(`*a${n - 1}`)
          .join(", ")}]`,
      );
    expect(messages(lines.join("\n"))).toEqual([expect.stringContaining("repeats parts by aliases")]);
  });

  it.each([
    ["JSON", "[".repeat(10_000) + "]".repeat(10_000)],
    ["YAML in one line", `a: ${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["YAML of lists in one line", `a:\n${"- ".repeat(10_000)}b`],
    ["YAML of many lines", Array.from({ length: 2_100 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
    [
      "a schema",
      openapi(
        { "/a": get() },
        { components: { schemas: { deep: JSON.parse('{"items":'.repeat(500) + "{}" + "}".repeat(500)) as object } } },
      ),
    ],
  ])("is refused with too many levels: %s", (_, text) => {
    expect(compile(text).toolkit).toBeUndefined();
    expect(messages(text)[0]).toMatch(/levels|not valid/);
  });

  it("may have any number of brackets in its texts", () => {
    const text = `openapi: 3.0.3\ninfo: { title: X, version: "1", description: "${"[{".repeat(5_000)}" }\n`;
    expect(compile(`${text}paths: { /a: { get: { summary: List a, responses: {} } } }`).toolkit?.tools).toHaveLength(1);
  });

  it("has at most so many tools, and says how many operations there are", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, n) => [`/p${n}`, get({ summary: `Read p ${n}` })]),
    );
    const { toolkit, total, problems } = compile(openapi(paths));
    expect([total, toolkit?.tools.length]).toEqual([50_000, MOST_TOOLS]);
    expect(problems.items[0]?.message).toContain("50,000 operations");
  });

  it("cannot reach prototypes by names", () => {
    const text = openapi({ "/a": get() }).replace(
      '"/a":',
      `"__proto__": {"get": {}}, "/constructor": {"get": {"summary": "constructor",
        "parameters": [{"name": "__proto__", "in": "query"}]}}, "/a":`,
    );
    expect(slugs(text)).toHaveLength(2);
    expect(({} as { get?: unknown }).get).toBeUndefined();
  });

  it("gets a number for each slug that it has twice", () => {
    expect(slugs(openapi({ "/a": get(), "/b": get(), "/c": get() })).sort()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^CUSTOM_X_READ/)]),
    );
    expect(new Set(slugs(openapi({ "/a": get(), "/b": get(), "/c": get() }))).size).toBe(3);
  });

  it("cannot leave the path of its server, nor write headers into requests", () => {
    const parameters = [
      { name: "X-A\r\nX-B", in: "header", schema: { type: "string" } },
      { name: "Host", in: "header", schema: { type: "string" } },
      { name: "ok", in: "query", schema: { type: "string" } },
    ];
    const text = openapi({ "/../admin": get(), "/%2e%2e/admin": get(), admin: get(), "/a": get({ parameters }) });
    expect(slugs(text)).toHaveLength(1);
    expect(Object.keys(compile(text).toolkit?.tools[0]?.inputSchema.properties ?? {})).toEqual(["ok"]);
    expect(compile(text).problems.items.map(({ path }) => path)).toEqual([
      "/paths/~1..~1admin",
      "/paths/~1%2e%2e~1admin",
      "/paths/admin",
      "/paths/~1a/get/parameters/0",
      "/paths/~1a/get/parameters/1",
    ]);
  });

  it("cannot write a header by the name of its key", () => {
    const securitySchemes = { key: { type: "apiKey", in: "header", name: "X\r\nHost" } };
    const { toolkit, problems } = compile(openapi({ "/a": get() }, { components: { securitySchemes } }));
    expect(toolkit?.authSchemes.map(({ mode }) => mode)).toEqual(["NO_AUTH"]);
    expect(problems.items).toMatchObject([{ path: "/components/securitySchemes/key" }]);
  });

  it("compiles schemas that contain themselves, and names references that lead out", () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/node" }, far: { $ref: "https://evil.example.net/a.json" } },
    };
    const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/node" } } } };
    const text = openapi(
      { "/a": { post: { summary: "Send it", requestBody: body, responses: {} } } },
      { components: { schemas: { node } } },
    );
    expect(slugs(text)).toHaveLength(1);
    expect(messages(text)).toEqual([expect.stringContaining("https://evil.example.net/a.json")]);
    const circle = openapi({ "/a": { $ref: "#/paths/~1b" }, "/b": { $ref: "#/paths/~1a" }, "/c": get() });
    expect(slugs(circle)).toHaveLength(1);
  });

  it("is cut where a description has a megabyte", () => {
    const tool = compile(openapi({ "/a": get({ description: "word ".repeat(200_000) }) })).toolkit?.tools[0];
    expect(tool?.description.length).toBeLessThan(2_000);
  });

  it.each([
    ["nothing", ""],
    ["a page", "<!doctype html><html></html>"],
    ["a GraphQL schema", "type Query { a: Int }"],
    ["a list", "[]"],
    ["null", "null"],
    ["half of a document", '{"openapi": "3.0.0", "paths": {'],
    [
      "wrong types",
      '{"openapi": "3.0.0", "info": [], "paths": [1], "servers": {}, "components": {"securitySchemes": 4}}',
    ],
    ["wrong types in Swagger", '{"swagger": "2.0", "info": 1, "paths": {"/a": {"get": []}}, "definitions": 7}'],
    [
      "wrong types in a Discovery document",
      '{"kind": "discovery#restDescription", "resources": {"a": {"methods": {"b": {}}}}}',
    ],
    ["a collection of nothing", '{"openapi": "3.0.0", "info": {"title": "a"}, "paths": {}}'],
  ])("is named as unusable: %s", (_, text) => {
    const { toolkit, problems } = compile(text);
    expect([toolkit, problems.hasFatal]).toEqual([undefined, true]);
    for (const { line, column, fix } of problems.items)
      expect([line > 0, column > 0, fix !== ""]).toEqual([true, true, true]);
  });

  it("cannot put a secret into the name of a host, nor into the address of a page", () => {
    const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
    const base = openapi(
      { "/a": get() },
      { servers: [{ url: "https://{api_key}.evil.net" }], components: { securitySchemes } },
    );
    expect(compile(base).toolkit).toBeUndefined();
    expect(messages(base)).toEqual([expect.stringContaining("{api_key} is secret")]);
    const withOne = openapi(
      { "/a": get(), "/b": get({ servers: [{ url: "https://{api_key}.evil.net" }] }) },
      { components: { securitySchemes } },
    );
    expect(slugs(withOne)).toHaveLength(1);
    expect(compile(withOne).toolkit?.meta).toMatchObject({
      hosts: ["x.example.net"],
      origins: ["https://x.example.net"],
    });
    const page = (more: object) =>
      JSON.stringify({
        name: "X",
        auth_schemes: [
          { auth_mode: "OAUTH2", authorization_url: "https://x.net/a", token_url: "https://x.net/t", ...more },
        ],
      });
    expect(compile(page({})).toolkit).toBeDefined();
    for (const more of [
      { authorization_params: { a: "{{client_secret}}" } },
      { authorization_params: { a: "{client_secret}" } },
      { authorization_url: "https://x.net/{{client_secret}}" },
      { token_url: "https://{{client_secret}}.x.net" },
      { authorization_params: { a: "{{pat}}" }, fields: [{ name: "pat", is_secret: true }] },
    ])
      expect(compile(page(more)).toolkit).toBeUndefined();
  });

  it("leaves out a tool that is too large to be read, and refuses facts that are", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`property_${n}`, { type: "string" }]),
    );
    const requestBody = { content: { "application/json": { schema: { type: "object", properties } } } };
    const text = openapi({ "/a": get(), "/b": { post: { summary: "Send it", requestBody, responses: {} } } });
    expect(slugs(text)).toHaveLength(1);
    expect(messages(text)).toEqual([expect.stringMatching(/bytes|too large/)]);
    const authorizationCode = {
      ...{ authorizationUrl: "https://x.net/a", tokenUrl: "https://x.net/t" },
      scopes: { ["s".repeat(300_000)]: "" },
    };
    const securitySchemes = { o: { type: "oauth2", flows: { authorizationCode } } };
    expect(compile(openapi({ "/a": get() }, { components: { securitySchemes } })).toolkit).toBeUndefined();
  });

  it("names what ends it after two hundred other problems", () => {
    const paths = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, get()]));
    const { toolkit, problems } = compile(openapi(paths));
    expect([toolkit, problems.hasFatal, problems.items.length, problems.count]).toEqual([undefined, true, 200, 301]);
  });

  it("has no other sign-in than that of its integration.yaml, which is broken", () => {
    const { toolkit, problems } = compile(openapi({ "/a": get() }), { integration: "name: X" });
    expect(toolkit).toBeUndefined();
    expect(problems.items).toMatchObject([{ path: "integration.yaml#/auth_schemes", fatal: true }]);
  });

  it.each(["ftp://x.net", "https://", "https:///a", "https://a@b.net", "https://a b.net", "javascript:alert(1)"])(
    "is refused with the address %s",
    (url) => {
      const integration = JSON.stringify({
        name: "X",
        auth_schemes: [{ auth_mode: "API_KEY" }],
        proxy: { base_url: url },
      });
      expect(compile(integration).toolkit).toBeUndefined();
      expect(messages(integration)).toEqual([expect.stringContaining("is no http(s) address")]);
    },
  );

  it("compiles what is right beside what is wrong", () => {
    const text = openapi({
      "/a": get(),
      "/b": { get: 7 },
      "/c": 7,
      "/d": get({ parameters: "x", responses: 7, tags: 3 }),
      "/e": get({ operationId: [null], description: {} }),
      "/f": get({ summary: [1] }),
    });
    expect(slugs(text).length).toBeGreaterThanOrEqual(3);
  });
});
