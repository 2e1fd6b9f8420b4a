/** Each provider is asked in its own form, against a real server that answers in its own form. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { webSearchApi } from "./contract";
import { SearchError, searchWeb, toText } from "./search-web";
import { PROVIDER_NAMES, type ProviderName } from "./constants";

const KEY = "key-of-the-operator";
const QUESTION = "a question of the caller & more";
const page = (text: string) => ({ title: "First", url: "https://one.example/", [text]: "About one." });

/** The documented answer of each provider, without the parts that are not read. */
const ANSWERS: Record<ProviderName, object> = {
  searxng: { query: QUESTION, results: [page("content")], answers: [{ answer: "In words." }], suggestions: [] },
  brave: { type: "search", web: { type: "search", results: [page("description")] } },
  tavily: { query: QUESTION, answer: "In words.", results: [page("content")], response_time: 1.2 },
  exa: { requestId: "1", answer: "In words.", citations: [{ id: "1", ...page("text") }] },
};

let server: Server;
let baseUrl: string;
let reply: { status: number; body: string };
const requests: { method: string; url: URL; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://search");
      requests.push({ method: request.method ?? "", url, headers: request.headers, body });
      response.writeHead(reply.status, { location: "/elsewhere" }).end(reply.body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void requests.splice(0));

const ask = (provider: ProviderName) =>
  searchWeb("project", { provider, baseUrl, apiKey: KEY }, { question: QUESTION });

it.each(PROVIDER_NAMES)("asks %s in its form, and reads its answer", async (provider) => {
  reply = { status: 200, body: JSON.stringify(ANSWERS[provider]) };
  const answer = provider === "brave" ? null : "In words.";
  const pages = [{ title: "First", url: "https://one.example/", text: "About one." }];
  expect(await ask(provider)).toEqual({ answer, pages });
  const [{ method, url, headers, body } = requests[0]!] = requests;
  const expected = {
    searxng: ["GET", "/search", headers.authorization, url.searchParams.get("q"), url.searchParams.get("format")],
    brave: ["GET", "/web/search", headers["x-subscription-token"], url.searchParams.get("q"), undefined],
    tavily: ["POST", "/search", headers.authorization, body && JSON.parse(body).query, undefined],
    exa: ["POST", "/answer", headers["x-api-key"], body && JSON.parse(body).query, undefined],
  }[provider as "exa"];
  expect([method, url.pathname, ...expected.slice(2)]).toEqual([
    ...expected.slice(0, 2),
    expect.stringContaining(KEY),
    QUESTION,
    provider === "searxng" ? "json" : undefined,
  ]);
  expect(url.href).not.toContain(KEY);
});

it("says what went wrong, without the question, the key or the answer", async () => {
  const wrong: [number, string, RegExp][] = [
    [403, `no format for ${QUESTION}`, /SearXNG answered 403.*search.formats/],
    [302, "", /answered 302/],
    [200, `no JSON ${KEY}`, /couldn't be read/],
    [200, '{"results": "none"}', /couldn't be read/],
    [200, "[]", /couldn't be read/],
    [200, JSON.stringify({ results: [{ content: "x".repeat(3 * 1024 * 1024) }] }), /./],
  ];
  for (const [status, body, message] of wrong) {
    reply = { status, body };
    const error = await ask("searxng").catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SearchError);
    expect((error as Error).message).toMatch(message);
    for (const hidden of [KEY, "a question"]) expect(inspect(error, { depth: 10 })).not.toContain(hidden);
  }
});

it("keeps 20 pages, with what is an address and a text, and tells them as a text", async () => {
  const odd = [7, null, { url: "javascript:1" }, { url: "https://a.example/", title: 7, content: null }];
  const many = Array.from({ length: 30 }, (_, index) => ({
    url: `https://a.example/${index}`,
    content: "x".repeat(5000),
  }));
  reply = { status: 200, body: JSON.stringify({ results: [...odd, ...many] }) };
  const { pages } = await ask("searxng");
  expect([pages.length, pages[0], pages[1]?.text.length]).toEqual([
    17,
    { title: "", url: "https://a.example/", text: "" },
    2000,
  ]);
  expect(toText({ answer: "Yes.", pages: [{ title: "One", url: "https://one.example/", text: "Text" }] })).toBe(
    "Yes.\n\n1. One\nhttps://one.example/\nText",
  );
  expect(toText({ answer: null, pages: [] })).toBe("Nothing was found.");
});

it("422: SearXNG without an address, and addresses that hold a key", () => {
  const read = (body: object) => webSearchApi.setWebSearch.body.safeParse(body).success;
  expect([read({ provider: "searxng" }), read({ provider: "brave", api_key: "k" })]).toEqual([false, true]);
  for (const base_url of ["ftp://a.example", "https://u:p@a.example", "https://a.example?key=1"])
    expect(read({ provider: "searxng", base_url })).toBe(false);
});
