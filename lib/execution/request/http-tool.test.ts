/** The requests of tools: every style of parameter and body, and arguments that try to break out. */
import { describe, expect, it } from "vitest";
import type { RequestParameter, ToolRequest } from "@/lib/catalog/tool-request";
import { toRequest } from "./http-tool";

const base: ToolRequest = { method: "GET", baseUrl: "https://api.example.com", path: "/x", parameters: [] };
const withPath = (parameter: Partial<RequestParameter>, value: unknown) =>
  toRequest(
    { ...base, path: "/a/{color}/z", parameters: [{ key: "color", name: "color", in: "path", ...parameter }] },
    { color: value },
  ).url.slice("https://api.example.com".length);
const withQuery = (parameter: Partial<RequestParameter>, value: unknown) =>
  toRequest(
    { ...base, parameters: [{ key: "color", name: "color", in: "query", ...parameter }] },
    { color: value },
  ).url.slice("https://api.example.com/x".length);

const list = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

describe("path parameters (OpenAPI 3.0.3, style values)", () => {
  it.each([
    ["simple", false, "blue", "blue"],
    ["simple", false, list, "blue,black,brown"],
    ["simple", false, object, "R,100,G,200,B,150"],
    ["simple", true, list, "blue,black,brown"],
    ["simple", true, object, "R=100,G=200,B=150"],
    ["label", false, "blue", ".blue"],
    ["label", false, list, ".blue.black.brown"],
    ["label", false, object, ".R.100.G.200.B.150"],
    ["label", true, list, ".blue.black.brown"],
    ["label", true, object, ".R=100.G=200.B=150"],
    ["matrix", false, "blue", ";color=blue"],
    ["matrix", false, list, ";color=blue,black,brown"],
    ["matrix", false, object, ";color=R,100,G,200,B,150"],
    ["matrix", true, list, ";color=blue;color=black;color=brown"],
    ["matrix", true, object, ";R=100;G=200;B=150"],
  ] as const)("%s, explode %s: %j is %s", (style, explode, value, text) => {
    expect(withPath({ style, explode }, value)).toBe(`/a/${text}/z`);
  });

  it.each([
    ["a/b", "a%2Fb"],
    ["a?b#c", "a%3Fb%23c"],
    ["ä €", "%C3%A4%20%E2%82%AC"],
    ["%2f", "%252f"],
    ["a\\b", "a%5Cb"],
    ["$&", "%24%26"],
    ["\ud800", "%EF%BF%BD"],
    ["...", "..."],
    [0, "0"],
    [false, "false"],
  ])("encodes %j", (value, text) => {
    expect(withPath({}, value)).toBe(`/a/${text}/z`);
  });

  it.each([["."], [".."], [""], [null], [undefined], [[]], [["", ""].slice(2)]])("refuses %j (422)", (value) => {
    expect(() => withPath({}, value)).toThrow(/color/);
  });

  it.each([
    ["https://api.example.com/users/AB-1?x=1", "AB-1"],
    ["https://api.example.com/users/AB-1/", "AB-1"],
    ["AB-1", "AB-1"],
  ])("takes the last segment of an address, if the tool says so: %s", (value, text) => {
    expect(withPath({ form: "end-of-url" }, value)).toBe(`/a/${text}/z`);
  });

  it.each([
    ["/ajXp112QmuoKj4854875==", "%252FajXp112QmuoKj4854875%253D%253D"],
    ["a//b", "a%252F%252Fb"],
    ["a/b", "a%2Fb"],
    ["123", "123"],
  ])("encodes %s twice where a server would split it at its slashes, if the tool says so", (value, text) => {
    expect(withPath({ form: "slashes-twice" }, value)).toBe(`/a/${text}/z`);
  });

  it("keeps slashes if the tool allows reserved characters, but never dot segments", () => {
    expect(withPath({ allowReserved: true }, "projects/p/topics/t?x#y")).toBe("/a/projects/p/topics/t%3Fx%23y/z");
    expect(() => withPath({ allowReserved: true }, "a/../../b")).toThrow(/"\.\."/);
    expect(() => withPath({ allowReserved: true }, "/")).toThrow(/empty/);
  });
});

describe("arguments that the connection fills", () => {
  const sid: RequestParameter = { key: "account", name: "sid", in: "path", fromConnection: "username" };
  const url = (
    args: Record<string, unknown>,
    variables: Record<string, unknown> = { username: "AC1", password: "s" },
  ) => toRequest({ ...base, path: "/a/{sid}", parameters: [sid] }, args, { variables }).url;

  it("use the connection's value only if the argument is left out", () => {
    expect(url({})).toBe("https://api.example.com/a/AC1");
    expect(url({ account: null })).toBe("https://api.example.com/a/AC1");
    expect(url({ account: "AC2" })).toBe("https://api.example.com/a/AC2");
  });

  it("return 422 for a connection's value that leaves the path, and name a missing argument", () => {
    expect(() => url({}, { username: ".." })).toThrow(/account/);
    expect(() => url({}, {})).toThrow(/account.*must not be empty/);
    expect(() => url({}, Object.create({ username: "AC1" }) as Record<string, unknown>)).toThrow(/account/);
  });

  it("fill query and header parameters too", () => {
    const parameters: RequestParameter[] = [
      { key: "q", name: "site", in: "query", fromConnection: "site" },
      { key: "h", name: "X-Org", in: "header", fromConnection: "org" },
    ];
    const request = toRequest({ ...base, parameters }, {}, { variables: { site: "a b", org: "o1" } });
    expect(request.url).toBe("https://api.example.com/x?site=a%20b");
    expect(request.headers["x-org"]).toBe("o1");
  });
});

describe("query parameters", () => {
  it.each([
    ["form", true, "blue", "?color=blue"],
    ["form", true, "", "?color="],
    ["form", true, list, "?color=blue&color=black&color=brown"],
    ["form", true, object, "?R=100&G=200&B=150"],
    ["form", false, list, "?color=blue,black,brown"],
    ["form", false, object, "?color=R,100,G,200,B,150"],
    ["spaceDelimited", false, list, "?color=blue%20black%20brown"],
    ["pipeDelimited", false, list, "?color=blue%7Cblack%7Cbrown"],
    ["spaceDelimited", false, object, "?color=R%20100%20G%20200%20B%20150"],
    ["deepObject", true, object, "?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    ["deepObject", true, { a: { b: [1, 2] } }, "?color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D=2"],
    ["brackets", true, { a: [{ t: 1, v: 2 }] }, "?color%5Ba%5D%5B%5D%5Bt%5D=1&color%5Ba%5D%5B%5D%5Bv%5D=2"],
    ["brackets", true, ["x", "y"], "?color%5B%5D=x&color%5B%5D=y"],
    ["dots", true, { "a b": 1, c: "d" }, "?color.a%20b=1&color.c=d"],
    ["form", true, [], ""],
    ["form", false, [], ""],
    ["form", true, [{ a: 1 }], "?color=%7B%22a%22%3A1%7D"],
  ] as const)("%s, explode %s: %j is %s", (style, explode, value, text) => {
    expect(withQuery({ style, explode }, value)).toBe(text);
  });

  it("are JSON if declared, keep reserved characters if allowed, and leave out null", () => {
    expect(withQuery({ json: true }, { a: 1 })).toBe("?color=%7B%22a%22%3A1%7D");
    expect(withQuery({ allowReserved: true }, "a/b?c:d,e&f=g#h+i")).toBe("?color=a/b?c:d,e%26f%3Dg%23h%2Bi");
    expect(withQuery({}, null)).toBe("");
    expect(withQuery({}, undefined)).toBe("");
    expect(withQuery({ explode: true }, { birthdate: ["ge1980", "lt1990"], name: "a" })).toBe(
      "?birthdate=ge1980&birthdate=lt1990&name=a",
    );
  });
});

describe("header parameters", () => {
  const withHeader = (value: unknown, more: Partial<RequestParameter> = {}) =>
    toRequest({ ...base, parameters: [{ key: "h", name: "X-Color", in: "header", ...more }] }, { h: value }).headers[
      "x-color"
    ];
  it("write lists and objects in the simple style", () => {
    expect([withHeader(list), withHeader(object), withHeader(object, { explode: true }), withHeader(5)]).toEqual([
      "blue,black,brown",
      "R,100,G,200,B,150",
      "R=100,G=200,B=150",
      "5",
    ]);
  });
  it.each([["a\r\nb: c"], ["a\nb"], ["a\0b"], ["日本"]])("cannot be %j (422)", (value) => {
    expect(() => withHeader(value)).toThrow(/header/);
  });
});

describe("bodies", () => {
  const post = (
    body: ToolRequest["body"],
    args: Record<string, unknown>,
    more: Parameters<typeof toRequest>[2] = {},
  ) => {
    const { body: content, headers } = toRequest({ ...base, method: "POST", ...(body && { body }) }, args, more);
    return [content instanceof Uint8Array ? Buffer.from(content).toString("utf8") : content, headers["content-type"]];
  };
  const fields = [
    { key: "a", name: "A" },
    { key: "b", name: "B" },
  ];

  it("are a JSON object of the passed fields, and keep null", () => {
    expect(post({ mode: "flat", contentType: "application/json", fields }, { a: null, c: 1 })).toEqual([
      '{"A":null}',
      "application/json",
    ]);
    expect(post({ mode: "flat", contentType: "application/json", fields }, {})).toEqual([undefined, undefined]);
    expect(post({ mode: "flat", contentType: "application/json", fields, required: true }, {})).toEqual([
      "{}",
      "application/json",
    ]);
    expect(
      post({ mode: "flat", contentType: "application/json", fields }, { a: 1 }, { extraBody: { k: "v" } })[0],
    ).toBe('{"A":1,"k":"v"}');
  });

  it("get values inside JSON beside existing ones, without changing the caller's objects", () => {
    const inside = [
      { key: "assignee", name: "assignee" },
      { key: "text", name: "content.raw", as: "inside" as const },
      { key: "who", name: "assignee.id", as: "inside" as const },
    ];
    const assignee = { name: "A" };
    const body = { mode: "flat" as const, contentType: "application/json", fields: inside };
    expect(post(body, { assignee, text: "x", who: 1 })[0]).toBe(
      '{"assignee":{"name":"A","id":1},"content":{"raw":"x"}}',
    );
    expect(assignee).toEqual({ name: "A" });
  });

  it("can be a form with nested values, lists and JSON parts", () => {
    const form = [
      { key: "a", name: "A" },
      { key: "b", name: "B", as: "csv" as const },
      { key: "c", name: "C", as: "json" as const },
      { key: "d", name: "D", as: "deepObject" as const },
    ];
    expect(
      post(
        { mode: "flat", contentType: "application/x-www-form-urlencoded", fields: form },
        { a: ["x y", "z"], b: [1, 2], c: { k: 1 }, d: { e: { f: "&" } } },
      ),
    ).toEqual(["A=x%20y&A=z&B=1,2&C=%7B%22k%22%3A1%7D&D%5Be%5D%5Bf%5D=%26", "application/x-www-form-urlencoded"]);
    expect(
      post(
        { mode: "form", contentType: "application/x-www-form-urlencoded", key: "a" },
        { a: { x: 1, y: { z: 2 } } },
      )[0],
    ).toBe("x=1&y%5Bz%5D=2");
  });

  it("can be multipart with files, and no name breaks out of its header", () => {
    const file = { name: 'a"\r\nX: y.txt', mimetype: "text/plain\r\nX: y", bytes: Buffer.from("content") };
    const [content, type] = post(
      {
        mode: "flat",
        contentType: "multipart/form-data",
        fields: [
          { key: "f", name: "file", as: "file" },
          { key: "a", name: "A" },
        ],
      },
      { f: {}, a: "1" },
      { files: new Map([["f", file]]) },
    );
    const boundary = /boundary=(\S+)/.exec(String(type))?.[1];
    expect(content).toBe(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a%22%0D%0AX: y.txt"\r\ncontent-type: text/plainX: y\r\n\r\ncontent\r\n--${boundary}\r\ncontent-disposition: form-data; name="A"\r\n\r\n1\r\n--${boundary}--\r\n`,
    );
  });

  it("can be a whole value as JSON, text or bytes", () => {
    expect(post({ mode: "json", contentType: "application/json", key: "a" }, { a: [1] })).toEqual([
      "[1]",
      "application/json",
    ]);
    expect(post({ mode: "text", contentType: "text/markdown", key: "a" }, { a: "# x" })).toEqual([
      "# x",
      "text/markdown",
    ]);
    expect(
      post(
        { mode: "file", contentType: "application/octet-stream", key: "a" },
        { a: {} },
        { files: new Map([["a", { name: "x", mimetype: "image/png", bytes: Buffer.from("png") }]]) },
      ),
    ).toEqual(["png", "image/png"]);
  });

  it("are put into the query for a GET", () => {
    const request = toRequest(
      { ...base, body: { mode: "flat", contentType: "application/json", fields } },
      { a: { x: 1 }, b: [1, 2] },
    );
    expect([request.url, request.body]).toEqual(["https://api.example.com/x?A%5Bx%5D=1&B=1&B=2", undefined]);
  });

  it("keep an argument named __proto__ as data", () => {
    const args = JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>;
    expect(
      post(
        { mode: "flat", contentType: "application/json", fields: [{ key: "__proto__", name: "__proto__" }] },
        args,
      )[0],
    ).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
