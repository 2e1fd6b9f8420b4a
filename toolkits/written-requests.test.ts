/** What hand-written tools send: the arguments as callers of each provider know them, in the request as its API reads it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseYamlFile, ToolkitFile } from "@/lib/catalog/compile/toolkit-file";
import { handTool } from "@/lib/catalog/compile/written-tools";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { toRequest } from "@/lib/execution/request/http-tool";

function sent(toolkit: string, slug: string, args: Record<string, unknown>) {
  const path = resolve(import.meta.dirname, toolkit, "toolkit.yaml");
  const file = parseYamlFile(ToolkitFile, path, readFileSync(path, "utf8"));
  const written = file.tools[slug];
  if (!written) throw new Error(`no tool ${slug}`);
  const tool = handTool(slug, written, { baseUrl: file.baseUrl, headers: file.headers });
  if (!tool.run.request) throw new Error("no request");
  const { method, url, body } = toRequest(tool.run.request, prepareArguments(tool, args));
  const { pathname, search } = new URL(url);
  return {
    call: `${method} ${pathname}${decodeURIComponent(search)}`,
    ...(typeof body === "string" && body !== "" ? { body } : {}),
  };
}
const json = (answer: { body?: string }): unknown => JSON.parse(answer.body ?? "null");

describe("SerpApi", () => {
  it.each([
    ["SERPAPI_SEARCH", { query: "tea" }, "q=tea&engine=google"],
    ["SERPAPI_SEARCH", { q: "tea", engine: "google_light" }, "q=tea&engine=google_light"],
    [
      "SERPAPI_FINANCE_SEARCH",
      { query: "GOOGL:NASDAQ", window: "1M" },
      "q=GOOGL:NASDAQ&engine=google_finance&window=1M",
    ],
    ["SERPAPI_IMAGE_SEARCH", { query: "tea", safe: "active" }, "q=tea&engine=google_images&safe=active"],
    [
      "SERPAPI_TRENDS_SEARCH",
      { query: "tea,coffee", data_type: "GEO_MAP" },
      "q=tea,coffee&engine=google_trends&data_type=GEO_MAP",
    ],
    ["SERPAPI_WALMART_SEARCH", { q: "tea", sort: "price_low" }, "query=tea&engine=walmart&sort=price_low"],
    ["SERPAPI_EBAY_SEARCH", { nkw: "tea", page: 2, num: 25 }, "_nkw=tea&engine=ebay&_pgn=2&_ipg=25"],
  ])("%s names its engine, which the caller may change", (slug, args, query) => {
    expect(sent("serpapi", slug, args).call).toBe(`GET /search.json?${query}`);
  });
});

describe("GitLab", () => {
  it("sends lists and excluded values as GitLab reads them", () => {
    expect(
      sent("gitlab", "GITLAB_GET_PROJECT_MERGE_REQUESTS", {
        id: "group/name",
        state: "opened",
        "iids[]": [1, 2],
        not_filter: { labels: "bug" },
        per_page: 50,
      }).call,
    ).toBe(
      "GET /api/v4/projects/group%2Fname/merge_requests?state=opened&iids[]=1&iids[]=2&not[labels]=bug&per_page=50",
    );
  });

  it.each([
    ["GITLAB_GET_COMMIT_REFS", { project_id: 7, sha: "abc", ref_type: "branch" }],
    ["GITLAB_GET_COMMIT_REFS", { id: "7", sha: "abc", type: "branch" }],
  ])("%s takes the names of both catalogues", (slug, args) => {
    expect(sent("gitlab", slug, args).call).toBe("GET /api/v4/projects/7/repository/commits/abc/refs?type=branch");
  });

  it("searches for what the caller looks for", () => {
    expect(sent("gitlab", "GITLAB_SEARCH", { scope: "merge_requests", search: "tea" }).call).toBe(
      "GET /api/v4/search?scope=merge_requests&search=tea",
    );
  });

  it("closes and changes an issue", () => {
    const answer = sent("gitlab", "GITLAB_UPDATE_PROJECT_ISSUE", {
      id: 7,
      issue_iid: 3,
      state_event: "close",
      weight: 2,
    });
    expect(answer.call).toBe("PUT /api/v4/projects/7/issues/3");
    expect(json(answer)).toEqual({ state_event: "close", weight: 2 });
  });
});

it("Tavily searches with all its settings", () => {
  const args = { query: "tea", search_depth: "advanced", include_answer: true, include_domains: ["example.com"] };
  expect(json(sent("tavily", "TAVILY_TAVILY_SEARCH", args))).toEqual(args);
  const answered = { query: "tea", include_answer: "advanced", include_raw_content: "text" };
  expect(json(sent("tavily", "TAVILY_TAVILY_SEARCH", answered))).toEqual(answered);
});

it("Exa reads pages by address or by ID", () => {
  const byId = { ids: ["https://example.com"], text: { maxCharacters: 100 }, highlights: true };
  expect(json(sent("exa", "EXA_GET_CONTENTS_ACTION", byId))).toEqual(byId);
  const args = { query: "tea", type: "neural", numResults: 3, contents: { text: true } };
  expect(json(sent("exa", "EXA_SEARCH", args))).toEqual(args);
});

it("Firecrawl takes data of the caller's form from a page", () => {
  const args = { url: "https://example.com", formats: ["markdown", "json"], jsonOptions: { prompt: "the price" } };
  expect(json(sent("firecrawl", "FIRECRAWL_SCRAPE_EXTRACT_DATA_LLM", args))).toEqual(args);
});

it("Apify gives a part of a dataset's rows", () => {
  const args = { datasetId: "d1", format: "jsonl", clean: true, limit: 5, fields: "a,b" };
  expect(sent("apify", "APIFY_GET_DATASET_ITEMS", args).call).toBe(
    "GET /v2/datasets/d1/items?format=jsonl&limit=5&clean=true&fields=a,b",
  );
});

it("Supabase exchanges a refresh token", () => {
  const args = { grant_type: "refresh_token", refresh_token: "r", client_id: "c" };
  expect(sent("supabase", "SUPABASE_EXCHANGE_AUTH_CODE", args).body).toBe(
    "grant_type=refresh_token&client_id=c&refresh_token=r",
  );
});

it("HeyGen and NextDNS take all settings of a session and of a log", () => {
  const session = { quality: "high", avatar_id: "a", voice: { voice_id: "v", rate: 1 }, version: "v2" };
  expect(json(sent("heygen", "HEYGEN_STREAMING_NEW", session))).toEqual(session);
  expect(sent("nextdns", "NEXTDNS_GET_LOGS", { profile: "p", status: "blocked", limit: 10, sort: "asc" }).call).toBe(
    "GET /profiles/p/logs?sort=asc&limit=10&status=blocked",
  );
});
