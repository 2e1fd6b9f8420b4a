/** Policies look at the request that is sent: the resolved URL, each value of a name, and the content of the body. */
import { describe, expect, it } from "vitest";
import { leavesAt } from "@/lib/policies/leaves-at";
import { CannotLook } from "@/lib/policies/opaque";
import { RequestView } from "./request-view";

const view = (url: string, body?: string | Uint8Array, headers: Record<string, string> = {}) =>
  new RequestView({ method: "POST", url, headers, ...(body !== undefined && { body }) }, false);
const leaves = (from: RequestView, path: string) => leavesAt(from.parts, path.split("."));
const HOST = "https://api.acme.test";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("the URL", () => {
  it.each([
    ["/rep%6Fs/x", "/repos/x"],
    ["/rep%6Fs/%FF", "/repos/\uFFFD"],
    ["/open/%2e%2e/repos", "/repos"],
    ["/open%2F..%2Frepos", "/repos"],
    ["//repos//x/", "/repos/x/"],
    ["/open\\..\\repos", "/repos"],
  ])("%s is %s", (path, resolved) => expect(view(HOST + path).parts.path).toBe(resolved));

  it("has its host without case, and all values of a name, also of one in brackets", () => {
    expect(view("https://API.acme.test./x").parts.host).toBe("api.acme.test");
    const from = view(`${HOST}/x?to=a&to=b&TO=c&cc[]=d&m[to]=e`);
    expect(leaves(from, "query.to").sort()).toEqual(["a", "b", "c", "e"]);
    expect(leaves(from, "query.cc")).toEqual(["d"]);
  });

  it("names the method that takes the place of the sent one", () => {
    const headers = { "x-http-method-override": "DELETE" };
    expect(leaves(view(HOST, undefined, headers), "method")).toEqual(["POST", "DELETE"]);
    expect(leaves(view(`${HOST}/?_method=PUT`), "method")).toEqual(["POST", "PUT"]);
    expect(leaves(view(HOST, "a=1&_method=delete", FORM), "method")).toEqual(["POST", "delete"]);
    expect(leaves(view(HOST, '{"_method":"PATCH"}'), "method")).toEqual(["POST", "PATCH"]);
    const part = '--x\r\nContent-Disposition: form-data; name="_method"\r\n\r\nDELETE\r\n--x--';
    const multipart = { "content-type": "multipart/form-data; boundary=x" };
    expect(leaves(view(HOST, part, multipart), "method")).toEqual(["POST", "DELETE"]);
  });
});

describe("the body", () => {
  it("is read as JSON and as a form, also from bytes, with commas as they are", () => {
    expect(leaves(view(HOST, '\uFEFF {"to":"a"}'), "body.to")).toEqual(["a"]);
    expect(leaves(view(HOST, Buffer.from('{"to":"a"}')), "body.to")).toEqual(["a"]);
    expect(leaves(view(HOST, "to=a,b&to=c%40d", FORM), "body.to")).toEqual(["a,b", "c@d"]);
  });

  it("is JSON of many megabytes, of which repeated names cannot be looked into", () => {
    const long = "x\\n".repeat(5_000_000);
    expect(leaves(view(HOST, `{"to" : "a","text":"${long}"}`), "body.to")).toEqual(["a"]);
    expect(() => leaves(view(HOST, `{"to":"a","text":"${long}","to" : "b"}`), "body.to")).toThrow();
  });

  it("is a text without names, read also without its percent-encoding", () => {
    const from = view(HOST, "to=eve%40evil.test");
    expect(leaves(from, "**")).toContain("to=eve@evil.test");
    expect(() => leaves(from, "body.to")).toThrow(CannotLook);
    expect(() => leaves(from, "**.to")).toThrow(CannotLook);
  });

  it.each([
    ["bytes", Buffer.from([0xff, 0xfe, 0x41, 0x00]), {}],
    ["UTF-16", Buffer.from("eve", "utf16le"), {}],
    ["a compressed text", "eve", { "content-encoding": "gzip" }],
    ["JSON with a name twice", '{"to":"a@acme.test","to":"eve@evil.test"}', {}],
    ["JSON with escapes that not every server reads", '{"to":"eve\\u0040evil.test",}', {}],
    ["a file elsewhere", "[the content of https://x.test]", {}],
  ])("%s cannot be looked into", (kind, body, headers) => {
    const request = { method: "POST", url: HOST, headers, body };
    const from = new RequestView(request, kind === "a file elsewhere");
    for (const path of ["**", "body", "**.to"]) expect(() => leaves(from, path)).toThrow(CannotLook);
    expect(leaves(from, "path")).toEqual(["/"]);
  });

  it("of many values is counted in one pass", () => {
    const body = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ id: index })));
    expect(leaves(view(HOST, body), "body.id")).toHaveLength(20_000);
  });
});

describe("a change", () => {
  it("is made in each place of the request", () => {
    const from = view(`${HOST}/x?to=a&to=b`, "to=c&x=1", FORM);
    const { query, body } = from.parts;
    const changed = from.withParts({
      ...from.parts,
      query: { ...query, to: ["a", "z"] },
      body: { ...Object(body), to: "y" },
    });
    expect(changed).toMatchObject({ url: `${HOST}/x?to=a&to=z`, body: "to=y&x=1" });
    const json = view(HOST, '{"a":1}');
    expect(json.withParts({ ...json.parts, body: { a: 2 } })?.body).toBe('{"a":2}');
  });

  it("of a name in the query or in a form cannot be made", () => {
    const from = view(`${HOST}/x?to=a`, "b=1", FORM);
    for (const name of ["query", "body"]) {
      expect(from.withParts({ ...from.parts, [name]: { other: "a" } })).toBeNull();
      expect(from.withParts({ ...from.parts, [name]: { to: "a", b: "1", other: "a" } })).toBeNull();
    }
  });

  it("of the host, the path or the method cannot be made", () => {
    const from = view(`${HOST}/x?to=a`);
    for (const name of ["host", "path", "method", "endpoint"])
      expect(from.withParts({ ...from.parts, [name]: "changed" })).toBeNull();
  });
});
