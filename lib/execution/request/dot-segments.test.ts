/** Dot segments in every encoding, in every place where a tool's template puts a value into its URL. */
import { describe, expect, it } from "vitest";
import type { RequestParameter, ToolRequest } from "@/lib/catalog/tool-request";
import { hasDotSegment } from "@/lib/kernel/text/has-dot-segment";
import { fillBaseUrl } from "@/lib/connected-accounts/credentials/fill-base-url";
import { toRequest } from "./http-tool";

const LEAVING = [
  ...[".", "..", "../x", "x/..", "x/../y", "/..", "x/./y", "..\\x", "x\\..", "..;", "..;a=1/x", ".. /x", "..\0"],
  ...["\t..", ".\t.", ".\n./x", "x/.\r./y", "%2e", "%2E%2e", ".%2e", "%2e.", "%2e%2e/x", "%2e%2e%2fx", "..%2fx"],
  ...["..%5cx", "..%3bx", "%2e%09%2e", "%252e%252e", "%252e%252e%252fx", "%25252e%25252e", "%2e%2e%20/x", "..%00"],
];
const STAYING = [
  ...["", "a", "...", "a..b", "..a", "a..", ".a", "a.", "a/.b/c", "a/..b", "Q1.2026", "v1.0/x", "a%2fb", "%2e%2ea"],
  ...["https://api.example.com/v1.0/me", "100%", "%", "%zz", "a/...", "root:/Reports/May 2026.xlsx:"],
];

describe('"." or ".." as a part of a path', () => {
  it.each(LEAVING)("is found in %j", (path) => expect(hasDotSegment(path)).toBe(true));
  it.each(STAYING)("is not found in %j", (path) => expect(hasDotSegment(path)).toBe(false));
});

describe("422: a template's path", () => {
  const PLACES: Partial<RequestParameter>[] = [
    {},
    { allowReserved: true },
    { style: "label" },
    { style: "matrix" },
    { explode: true },
  ];
  const request = (parameter: Partial<RequestParameter>): ToolRequest => ({
    method: "GET",
    baseUrl: "https://api.example.com/v1",
    path: "/files/{id}/content",
    parameters: [{ key: "file_id", name: "id", in: "path", ...parameter }],
  });

  it.each(PLACES)("cannot be left through %j", (parameter) => {
    for (const value of LEAVING.flatMap((text) => [text, [text, text], { [text]: text }])) {
      let url: string;
      try {
        url = toRequest(request(parameter), { file_id: value }).url;
      } catch (error) {
        expect(error).toMatchObject({ status: 422, message: expect.stringContaining("file_id: ") as string });
        continue;
      }
      expect(new URL(url).pathname).toMatch(/^\/v1\/files\/.+\/content$/);
      expect(hasDotSegment(url)).toBe(false);
    }
  });

  it.each(LEAVING)("refuses %j as a whole value", (value) => {
    for (const parameter of [{}, { allowReserved: true }])
      expect(() => toRequest(request(parameter), { file_id: value })).toThrow(/file_id: is part of the address/);
  });

  it("names the wrong argument among several, and finds dots that two arguments form together", () => {
    const two = {
      ...request({}),
      path: "/{a}/{b}",
      parameters: ["a", "b"].map((key) => ({ key, name: key, in: "path" as const })),
    };
    expect(() => toRequest(two, { a: "x", b: ".." })).toThrow(/tool\. b: /);
    expect(() => toRequest({ ...two, path: "/{a}{b}" }, { a: ".", b: "." })).toThrow(/tool\. a: /);
    expect(() => toRequest({ ...two, path: "/.{a}" }, { a: ".", b: "x" })).toThrow(/tool\. a: /);
  });

  it("refuses dots in the values of a connection too (400)", () => {
    for (const region of LEAVING)
      expect(() => fillBaseUrl("https://api.example.com/{region}/v1", { region })).toThrow(/region/);
  });

  it("keeps paths of several parts", () => {
    expect(toRequest(request({ allowReserved: true }), { file_id: "Reports/2026/may.v2.md" }).url).toBe(
      "https://api.example.com/v1/files/Reports/2026/may.v2.md/content",
    );
  });
});
