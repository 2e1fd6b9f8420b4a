/** The OpenAPI document, which everybody can request without limits. */
import { expect, it } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { remembered } from "@/test/setup/process-memory";

const ask = (headers: Record<string, string> = {}) =>
  GET(new Request("http://localhost:3000/api/openapi.json", { headers }), { params: Promise.resolve({}) });
const cachedEntry = () => remembered.get("openapi");

it("is made once, and has an etag", async () => {
  const first = await ask();
  const entry = cachedEntry();
  const second = await ask();
  expect(cachedEntry()).toBe(entry);
  expect(first.headers.get("etag")).toMatch(/^"[\w-]{27}"$/);
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  expect([first.headers.get("cache-control"), first.headers.get("content-type")]).toEqual([
    "no-cache",
    "application/json",
  ]);
  expect(await second.json()).toMatchObject({ openapi: expect.any(String) as string });
});

it("304: for a client that has it already", async () => {
  const etag = (await ask()).headers.get("etag") ?? "";
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const answer = await ask({ "if-none-match": tag });
    expect([answer.status, answer.headers.get("etag"), await answer.text()], tag).toEqual([304, etag, ""]);
  }
  for (const tag of ['"other"', etag.slice(0, -2), ""])
    expect((await ask({ "if-none-match": tag })).status, tag).toBe(200);
});
