/** Lists that are read to their end, against a provider on loopback. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "../execute-tool";
import { setToolHandlers } from "../handlers";
import { ON } from "@/test/builders/origin";

const KEY = "key-of-the-first-user-0123456789";
const string = { type: "string" };
const integer = { type: "integer" };
const query = (...names: string[]) => names.map((name) => ({ key: name, name, in: "query" as const }));
const TOOLS = [
  {
    slug: "LOOPBACK_LIST",
    input: { type: "object", properties: { q: string, page: integer, per_page: integer } },
    request: { method: "GET" as const, path: "/items", parameters: query("q", "page", "per_page") },
  },
  {
    slug: "LOOPBACK_FEED",
    input: { type: "object", properties: { q: string, cursor: string } },
    request: { method: "GET" as const, path: "/feed", parameters: query("q", "cursor") },
  },
  {
    slug: "LOOPBACK_WRITE",
    input: { type: "object", properties: {} },
    request: { method: "POST" as const, path: "/items", parameters: [] },
  },
  { slug: "LOOPBACK_STEPS", input: { type: "object", properties: {} }, handler: "steps" },
];

let provider: Provider;
let projectId: string;

beforeAll(async () => {
  provider = await startProvider();
  setToolHandlers({ loopback: { steps: () => Promise.resolve({}) } });
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", KEY);
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
});

const run = (slug: string, input: Partial<ExecutionInput>, facts: { timeoutMs?: number } = {}) =>
  executeTool(
    { projectId, settings: { storePayloads: true } },
    slug,
    { user_id: "ada", auto_paginate: true, ...input } as ExecutionInput,
    { ...ON, source: {}, ...facts },
  );

type Page = { status?: number; headers?: Record<string, string>; body?: unknown; after?: number };
/** Answers with `page(n)`, where n counts the requests from 1; never if it comes after `Infinity`. */
const pages = (page: (number: number, url: URL) => Page) => {
  provider.answer = (request, response) => {
    const {
      status = 200,
      headers = {},
      body,
      after = 0,
    } = page(provider.seen.length, new URL(request.url, provider.baseUrl));
    if (after === Infinity) return;
    setTimeout(() => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    }, after);
  };
};
const two = (number: number) => [{ id: number * 2 - 1 }, { id: number * 2 }];
const ids = (list: unknown) => (list as { id: number }[]).map(({ id }) => id);
const urls = () => provider.seen.map(({ url }) => url);

it("follows rel=next to the end and joins the lists in the shape of one page", async () => {
  pages((number) => ({
    body: two(number),
    ...(number < 3 && { headers: { link: `<${provider.baseUrl}/items?q=a&page=${number + 1}>; rel="next"` } }),
  }));
  const { data, successful, log_id } = await run("LOOPBACK_LIST", { arguments: { q: "a" } });
  expect([successful, ids(data.response_data)]).toEqual([true, [1, 2, 3, 4, 5, 6]]);
  expect(data.auto_paginate).toEqual({ pages: 3, items: 6, more: false, stopped: "end" });
  expect(urls()).toEqual(["/items?q=a", "/items?q=a&page=2", "/items?q=a&page=3"]);
  expect(provider.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  expect((await requireToolLog(projectId, log_id)).response).toMatchObject({ data: { auto_paginate: { pages: 3 } } });
});

it("follows cursors, and keeps the other fields of the last page", async () => {
  pages((number) => ({
    body: { ok: true, members: two(number), response_metadata: { next_cursor: number < 3 ? `c${number + 1}` : "" } },
  }));
  const { data } = await run("LOOPBACK_FEED", { arguments: { q: "a" } });
  expect(data).toEqual({
    ok: true,
    members: [1, 2, 3, 4, 5, 6].map((id) => ({ id })),
    response_metadata: { next_cursor: "" },
    auto_paginate: { pages: 3, items: 6, more: false, stopped: "end" },
  });
  expect(urls()).toEqual(["/feed?q=a", "/feed?q=a&cursor=c2", "/feed?q=a&cursor=c3"]);
});

it("stays on the provider's host when a link leaves it", async () => {
  const other = await startProvider();
  pages(() => ({ body: { items: two(1), next: `${other.baseUrl}/feed?x=2` } }));
  const { data } = await run("LOOPBACK_FEED", {});
  await other.close();
  expect([other.seen.length, provider.seen.length, data.auto_paginate]).toEqual([
    0,
    1,
    { pages: 1, items: 2, more: true, stopped: "unknown" },
  ]);
});

it("stops if a cursor repeats, and if the provider gives the same page again", async () => {
  pages((number) => ({ body: { items: two(number), next_cursor: number % 2 ? "c1" : "c0" } }));
  const circled = await run("LOOPBACK_FEED", { arguments: { cursor: "c0" } });
  expect([ids(circled.data.items), circled.data.auto_paginate]).toEqual([
    [1, 2, 3, 4],
    { pages: 2, items: 4, more: true, stopped: "repeated" },
  ]);
  provider.reset();
  pages(() => ({ body: { items: two(1) } }));
  const same = await run("LOOPBACK_LIST", {});
  expect([ids(same.data.items), same.data.auto_paginate, urls()]).toEqual([
    [1, 2],
    { pages: 1, items: 2, more: true, stopped: "repeated" },
    ["/items", "/items?page=2"],
  ]);
});

it("stops at the budget, and returns the arguments of the next page", async () => {
  pages((_, url) => ({ body: { items: two(Number(url.searchParams.get("page") ?? 1)), has_more: true } }));
  const byPages = await run("LOOPBACK_LIST", { auto_paginate: { max_pages: 3 } });
  expect(byPages.data.auto_paginate).toEqual({
    pages: 3,
    items: 6,
    more: true,
    stopped: "max_pages",
    next: { arguments: { page: 4 } },
  });
  const byItems = await run("LOOPBACK_LIST", { arguments: { page: 4 }, auto_paginate: { max_items: 3 } });
  expect([ids(byItems.data.items), byItems.data.auto_paginate]).toEqual([
    [7, 8, 9, 10],
    { pages: 2, items: 4, more: true, stopped: "max_items", next: { arguments: { page: 6 } } },
  ]);
});

it("stops when the pages together are too large", async () => {
  pages((number) => ({ body: { items: [{ id: number, text: "x".repeat(6_000_000) }], next_cursor: `c${number}` } }));
  expect((await run("LOOPBACK_FEED", {})).data.auto_paginate).toEqual({
    pages: 2,
    items: 2,
    more: true,
    stopped: "size",
    next: { arguments: { cursor: "c2" } },
  });
});

it("keeps the fetched pages if a later page fails or the time is over, and reports that", async () => {
  pages((number) =>
    number === 3
      ? { status: 500, body: { message: "out of order" } }
      : { body: { items: two(number), next_cursor: `c${number}` } },
  );
  const failed = await run("LOOPBACK_FEED", {});
  expect(failed).toMatchObject({
    successful: true,
    error: null,
    data: { items: [1, 2, 3, 4].map((id) => ({ id })), next_cursor: "c2" },
  });
  expect(failed.data.auto_paginate).toEqual({
    pages: 2,
    items: 4,
    more: true,
    stopped: "error",
    error: "Loopback answered 500 Internal Server Error: out of order",
    next: { arguments: { cursor: "c2" } },
  });
  expect((await requireToolLog(projectId, failed.log_id)).response).toMatchObject({ status: 200 });
  provider.reset();
  // Cut off ever later, until the first page has come: a machine can be slow.
  let late: Awaited<ReturnType<typeof run>> | undefined;
  for (let timeoutMs = 400; !late?.data.items; timeoutMs *= 2) {
    provider.reset();
    pages((number) => ({
      body: { items: two(number), next_cursor: `c${number}` },
      after: number === 2 ? Infinity : 0,
    }));
    late = await run("LOOPBACK_FEED", {}, { timeoutMs });
  }
  expect(late.data).toMatchObject({
    items: two(1),
    auto_paginate: { pages: 1, stopped: "time", next: { arguments: { cursor: "c1" } } },
  });
});

it("shows the provider's message if the first page fails, and is off without auto_paginate", async () => {
  pages(() => ({ status: 403, body: { message: "no" } }));
  expect(await run("LOOPBACK_LIST", {})).toMatchObject({
    successful: false,
    data: { message: "no", status_code: 403 },
  });
  pages((number) => ({ body: { items: two(number), next_cursor: "more" } }));
  expect((await run("LOOPBACK_FEED", { auto_paginate: false })).data).toEqual({ items: two(2), next_cursor: "more" });
});

it("does not send a credential twice if a link repeats it", async () => {
  pages((number, url) => ({ body: { items: two(number), ...(number === 1 && { next: `${url.href}&x=2` }) } }));
  const { data } = await run("LOOPBACK_FEED", {
    custom_auth_params: { parameters: [{ name: "sig", in: "query", value: "secret-in-the-query" }] },
  });
  expect([urls(), data.auto_paginate]).toEqual([
    ["/feed?sig=secret-in-the-query", "/feed?x=2&sig=secret-in-the-query"],
    { pages: 2, items: 4, more: false, stopped: "end" },
  ]);
});

it("returns 400 for tools that do more than read", async () => {
  await expect(run("LOOPBACK_WRITE", {})).rejects.toMatchObject({
    kind: "BadRequest",
    message:
      "auto_paginate is for tools that read with GET; LOOPBACK_WRITE sends POST, which may change something each time.",
  });
  await expect(run("LOOPBACK_STEPS", {})).rejects.toMatchObject({
    kind: "BadRequest",
    message: "auto_paginate is for tools that read with GET; LOOPBACK_STEPS takes several steps of its own.",
  });
  expect(provider.seen).toEqual([]);
});
