/** The forms in which providers give the next page. */
import { describe, expect, it } from "vitest";
import { nextPage } from "./next-page";
import { linkedNext } from "./page-links";
import type { Page } from "./page-parameters";
import { findListPath, joinPages, toFacts } from "./page-envelope";

const ITEMS_URL = "https://api.example.com/v1/items";
const toolOf = (parameters: Record<string, Record<string, unknown>>) => ({
  inputSchema: { type: "object", properties: parameters },
  run: {
    request: {
      method: "GET" as const,
      baseUrl: "https://api.example.com/v1",
      path: "/items",
      parameters: Object.keys(parameters).map((name) => ({
        key: name.replace(/[[\]$]/g, "_"),
        name,
        in: "query" as const,
      })),
    },
  },
});
const text = { type: "string" };
const whole = { type: "integer" };
const after = (
  parameters: Record<string, Record<string, unknown>>,
  data: Record<string, unknown>,
  args: Record<string, unknown> = {},
  page: Partial<Page> = {},
) => {
  const path = findListPath(data);
  const list = path?.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], data) as
    | unknown[]
    | undefined;
  return nextPage(toolOf(parameters), args, {
    data,
    headers: {},
    url: ITEMS_URL,
    byUrl: false,
    list,
    before: undefined,
    isCounted: true,
    ...page,
  });
};
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `i${id}` }));

describe("a link without a name of the current address", () => {
  it("is followed unchanged, because some providers refuse other names beside their cursor", () => {
    const link = `<${ITEMS_URL}?limit=1&page_info=abc>; rel="next"`;
    const result = after(
      { status: text, limit: whole, page_info: text },
      { orders: items(1) },
      { status: "any", limit: 1 },
      {
        url: `${ITEMS_URL}?status=any&limit=1`,
        headers: { link },
      },
    );
    expect(result).toEqual({ url: `${ITEMS_URL}?limit=1&page_info=abc` });
  });
});

describe("nextPage", () => {
  it.each([
    ["Google", { pageToken: text }, { items: items(1), nextPageToken: "t2" }, { pageToken: "t2" }],
    ["Google without a list on an empty page", { pageToken: text }, { nextPageToken: "t2" }, { pageToken: "t2" }],
    [
      "Slack",
      { cursor: text },
      { ok: true, channels: items(1), response_metadata: { next_cursor: "c2" } },
      { cursor: "c2" },
    ],
    [
      "HubSpot",
      { after: text },
      { results: items(1), paging: { next: { after: "20", link: "https://api.example.com/v1/items?after=20" } } },
      { after: "20" },
    ],
    [
      "Intercom",
      { starting_after: text, page: whole },
      { data: items(1), pages: { type: "pages", page: 1, next: { page: 2, starting_after: "s2" }, total_pages: 3 } },
      { starting_after: "s2" },
    ],
    [
      "Stripe",
      { starting_after: text, ending_before: text },
      { object: "list", data: items(3), has_more: true },
      { starting_after: "i2" },
    ],
    [
      "Twitter",
      { pagination_token: text },
      { data: items(1), meta: { result_count: 1, next_token: "n2" } },
      { pagination_token: "n2" },
    ],
    ["Airtable", { offset: text }, { records: items(1), offset: "itr2" }, { offset: "itr2" }],
    [
      "Zoom",
      { next_page_token: text, page_size: whole },
      { meetings: items(1), next_page_token: "z2" },
      { next_page_token: "z2" },
    ],
    [
      "Jira",
      { startAt: { type: "integer", default: 0 }, maxResults: whole },
      { startAt: 0, maxResults: 2, total: 5, values: items(2) },
      { startAt: 2 },
    ],
    [
      "Spotify's offset in a link",
      { offset: whole, limit: whole },
      { items: items(2), next: "https://api.example.com/v1/items?offset=2", total: 9 },
      { offset: 2 },
    ],
    ["Zoho", { page: whole }, { data: items(2), info: { page: 1, more_records: true } }, { page: 2 }],
    ["a count of pages", { page: whole }, { items: items(2), meta: { page_number: 2, total_pages: 3 } }, { page: 3 }],
    [
      "pages that begin with 0",
      { page: { type: "integer", default: 0 } },
      { content: items(2), last: false },
      { page: 1 },
    ],
    ["a number of the next page", { page: whole }, { items: items(2), next_page: 2 }, { page: 2 }],
  ])("recognizes the paging of %s", (_, parameters, data, expected) => {
    expect(after(parameters as Record<string, Record<string, unknown>>, data)).toMatchObject({ arguments: expected });
  });

  it.each([
    ["an empty cursor", { cursor: text }, { channels: items(1), response_metadata: { next_cursor: "" } }],
    ["has_more false", { starting_after: text }, { data: items(1), has_more: false }],
    ["a null link, however full the page", { page: whole, per_page: whole }, { results: items(100), next: null }],
    ["the last page of the count", { page: whole }, { items: items(2), page: 3, total_pages: 3 }],
    ["a page that is not full", { page: whole, per_page: whole }, { items: items(2) }],
    ["the total", { offset: whole }, { items: items(2), total: 2 }],
    ["an answer without a list", { page: whole }, { id: "i1", name: "one" }],
    ["a record that has an address called next", {}, { id: "i1", next: "/v1/items/i1/erase" }],
  ])("ends at %s", (_, parameters, data) => {
    expect(after(parameters as Record<string, Record<string, unknown>>, data, { per_page: 50 })).toBe("none");
  });

  it("follows rel=next, with the tool's own arguments if they suffice", () => {
    const link = `<${ITEMS_URL}?page=2&per_page=5>; rel="next", <${ITEMS_URL}?page=9&per_page=5>; rel="last"`;
    const here = { headers: { link }, url: `${ITEMS_URL}?per_page=5` };
    expect(after({ page: whole, per_page: whole }, { response_data: items(5) }, { per_page: 5 }, here)).toEqual({
      arguments: { page: 2 },
    });
    expect(after({ per_page: whole }, { response_data: items(5) }, { per_page: 5 }, here)).toEqual({
      url: `${ITEMS_URL}?page=2&per_page=5`,
    });
    expect(
      after(
        { page: whole },
        { response_data: items(5) },
        {},
        { headers: { link: `<${ITEMS_URL}?page=1>; rel="prev"` } },
      ),
    ).toBe("none");
  });

  it("never leaves the host, and uses https if a provider behind a gateway writes http", () => {
    expect(after({}, { items: items(1), next: "https://evil.example.net/v1/items?x=2" })).toBe("unknown");
    expect(after({}, { items: items(1), next: "https://me:secret@api.example.com/v1/items?x=2" })).toBe("unknown");
    expect(after({}, { items: items(1), next: "//evil.example.net/v1" })).toBe("unknown");
    expect(after({}, { items: items(1), "@odata.nextLink": "http://api.example.com/v1/items?$skiptoken=x" })).toEqual({
      url: `${ITEMS_URL}?$skiptoken=x`,
    });
    expect(after({}, { items: items(1), next_page_uri: "/2010/items.json?PageToken=x" })).toEqual({
      url: "https://api.example.com/2010/items.json?PageToken=x",
    });
  });

  it("returns unknown if there is another page and no argument leads to it", () => {
    expect(after({}, { items: items(1), has_more: true })).toBe("unknown");
    expect(after({}, { items: items(1), nextPageToken: "t" })).toBe("unknown");
  });
});

describe("linkedNext", () => {
  it("reads links whose address contains commas and semicolons", () => {
    expect(linkedNext('<https://a.example/x?ids=1,2;3>; title="a, b"; rel=next')).toBe("https://a.example/x?ids=1,2;3");
    expect(linkedNext("<https://a.example/style.css>; rel=preload")).toBeUndefined();
  });
});

describe("joinPages", () => {
  it("keeps the shape of one page: lists joined, related objects once, everything else from the last page", () => {
    const firstPage = { data: [1, 2], included: [{ id: "a" }], links: { next: "x" }, meta: { page: 1 } };
    const two = { data: [2, 3], included: [{ id: "a" }, { id: "b" }], links: {}, meta: { page: 2 } };
    expect(joinPages(firstPage, two, ["data"])).toEqual({
      data: [1, 2, 2, 3],
      included: [{ id: "a" }, { id: "b" }],
      links: {},
      meta: { page: 2 },
    });
    expect(joinPages({ d: { items: [1] }, nextPageToken: "a" }, { d: {} }, ["d", "items"])).toEqual({
      d: { items: [1] },
    });
  });

  it("finds the list below its envelope and among others", () => {
    expect(findListPath({ errors: [], data: { extra: ["x", "y", "z"], items: [] } })).toEqual(["data", "items"]);
    expect(findListPath({ id: 1 })).toBeUndefined();
    expect(toFacts({ "@odata.nextLink": "u", page: { totalPages: 3 } })).toEqual(
      new Map<string, unknown>([
        ["odatanextlink", "u"],
        ["totalpages", 3],
      ]),
    );
  });
});
