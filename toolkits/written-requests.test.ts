/** Requests of hand-written tools: arguments as callers of each provider know them, sent as its API reads them. */
import { describe, expect, it } from "vitest";
import { json, buildRequest } from "@/test/builders/written-request";

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
    expect(buildRequest("serpapi", slug, args).call).toBe(`GET /search.json?${query}`);
  });
});

describe("GitLab", () => {
  it("sends lists and excluded values as GitLab reads them", () => {
    expect(
      buildRequest("gitlab", "GITLAB_GET_PROJECT_MERGE_REQUESTS", {
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
  ])("%s takes the names of both catalogs", (slug, args) => {
    expect(buildRequest("gitlab", slug, args).call).toBe(
      "GET /api/v4/projects/7/repository/commits/abc/refs?type=branch",
    );
  });

  it("searches for what the caller looks for", () => {
    expect(buildRequest("gitlab", "GITLAB_SEARCH", { scope: "merge_requests", search: "tea" }).call).toBe(
      "GET /api/v4/search?scope=merge_requests&search=tea",
    );
  });

  it("closes and changes an issue", () => {
    const answer = buildRequest("gitlab", "GITLAB_UPDATE_PROJECT_ISSUE", {
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
  expect(json(buildRequest("tavily", "TAVILY_TAVILY_SEARCH", args))).toEqual(args);
  const settings = { query: "tea", include_answer: "advanced", include_raw_content: "text" };
  expect(json(buildRequest("tavily", "TAVILY_TAVILY_SEARCH", settings))).toEqual(settings);
});

it("Exa reads pages by address or by ID", () => {
  const byId = { ids: ["https://example.com"], text: { maxCharacters: 100 }, highlights: true };
  expect(json(buildRequest("exa", "EXA_GET_CONTENTS_ACTION", byId))).toEqual(byId);
  const args = { query: "tea", type: "neural", numResults: 3, contents: { text: true } };
  expect(json(buildRequest("exa", "EXA_SEARCH", args))).toEqual(args);
});

it("Firecrawl takes data of the caller's form from a page", () => {
  const args = { url: "https://example.com", formats: ["markdown", "json"], jsonOptions: { prompt: "the price" } };
  expect(json(buildRequest("firecrawl", "FIRECRAWL_SCRAPE_EXTRACT_DATA_LLM", args))).toEqual(args);
});

it("Apify gives a part of a dataset's rows", () => {
  const args = { datasetId: "d1", format: "jsonl", clean: true, limit: 5, fields: "a,b" };
  expect(buildRequest("apify", "APIFY_GET_DATASET_ITEMS", args).call).toBe(
    "GET /v2/datasets/d1/items?format=jsonl&limit=5&clean=true&fields=a,b",
  );
});

it("Supabase exchanges a refresh token", () => {
  const args = { grant_type: "refresh_token", refresh_token: "r", client_id: "c" };
  expect(buildRequest("supabase", "SUPABASE_EXCHANGE_AUTH_CODE", args).body).toBe(
    "grant_type=refresh_token&client_id=c&refresh_token=r",
  );
});

it("HeyGen and NextDNS take all settings of a session and of a log", () => {
  const session = { quality: "high", avatar_id: "a", voice: { voice_id: "v", rate: 1 }, version: "v2" };
  expect(json(buildRequest("heygen", "HEYGEN_STREAMING_NEW", session))).toEqual(session);
  expect(
    buildRequest("nextdns", "NEXTDNS_GET_LOGS", { profile: "p", status: "blocked", limit: 10, sort: "asc" }).call,
  ).toBe("GET /profiles/p/logs?sort=asc&limit=10&status=blocked");
});

describe("PagerDuty", () => {
  it("sends an event, with all that happened, to the host of events", () => {
    const event = {
      routing_key: "k",
      event_action: "trigger",
      dedup_key: "d",
      payload: { summary: "down", source: "web-1", severity: "critical", custom_details: { load: 9 } },
      links: [{ href: "https://example.com" }],
    };
    const answer = buildRequest("pagerduty", "PAGERDUTY_SEND_EVENT", event);
    expect([answer.host, answer.call]).toEqual(["events.pagerduty.com", "POST /v2/enqueue"]);
    expect(json(answer)).toEqual(event);
  });

  it("finds incidents by lists, under our names and the doubled underscores of older callers", () => {
    const expected = "GET /incidents?statuses[]=triggered&service_ids[]=S&team_ids[]=T&sort_by=created_at:desc&limit=5";
    const rest = { statuses: ["triggered"], sort_by: ["created_at:desc"], limit: 5 };
    expect(
      buildRequest("pagerduty", "PAGERDUTY_FETCH_INCIDENT_LIST", { ...rest, service_ids: ["S"], team_ids: ["T"] }).call,
    ).toBe(expected);
    expect(
      buildRequest("pagerduty", "PAGERDUTY_FETCH_INCIDENT_LIST", { ...rest, service__ids: ["S"], team__ids: ["T"] })
        .call,
    ).toBe(expected);
  });

  it("asks for figures by filters, also when they come one by one", () => {
    const answer = buildRequest("pagerduty", "PAGERDUTY_POST_INCIDENTS_METRICS_FILTERED_BY_SERVICE", {
      filters__created__at__start: "2026-01-01T00:00:00Z",
      filters__team__ids: ["T"],
      aggregate_unit: "week",
    });
    expect(json(answer)).toEqual({
      filters: { created_at_start: "2026-01-01T00:00:00Z", team_ids: ["T"] },
      aggregate_unit: "week",
    });
  });
});

describe("Datadog", () => {
  it("creates a dashboard with its widgets", () => {
    const board = {
      title: "T",
      layout_type: "ordered",
      widgets: [{ definition: { type: "note", content: "hi", title: "N" } }],
      template_variables: [{ name: "host", prefix: "host", defaults: ["*"] }],
    };
    expect(json(buildRequest("datadog", "DATADOG_CREATE_DASHBOARD", board))).toEqual(board);
  });

  it("searches logs by a filter, or by single values", () => {
    const answer = buildRequest("datadog", "DATADOG_SEARCH_LOGS", {
      query: "status:error",
      time_from: 1,
      time_to: 2,
      limit: 9,
    });
    expect(json(answer)).toEqual({ filter: { query: "status:error", from: "1", to: "2" }, page: { limit: 9 } });
  });

  it("writes lists of tags with commas", () => {
    const args = { start: 1, end: 2, tags: ["env:a", "team:b"], priority: "low" };
    expect(buildRequest("datadog", "DATADOG_LIST_EVENTS", args).call).toBe(
      "GET /api/v1/events?start=1&end=2&priority=low&tags=env:a,team:b",
    );
  });
});

describe("Cloudflare", () => {
  it.each([["zone_id"], ["zone_identifier"]])("creates a DNS record in the zone named by %s", (zone) => {
    const record = { type: "MX", name: "example.com", content: "mx.example.com", ttl: 1, priority: 10 };
    const answer = buildRequest("cloudflare", "CLOUDFLARE_CREATE_DNS_RECORD", { [zone]: "z", ...record });
    expect(answer.call).toBe("POST /client/v4/zones/z/dns_records");
    expect(json(answer)).toEqual(record);
  });

  it("finds the zones of an account", () => {
    expect(buildRequest("cloudflare", "CLOUDFLARE_LIST_ZONES", { account: { id: "a" }, status: "active" }).call).toBe(
      "GET /client/v4/zones?status=active&account.id=a",
    );
  });
});

it("BugSnag gets filters as its server reads lists: without numbers, each type before its value", () => {
  const filters = {
    "error.status": [
      { type: "eq", value: "open" },
      { type: "eq", value: "fixed" },
    ],
  };
  const toFilter = (value: string) => `filters[error.status][][type]=eq&filters[error.status][][value]=${value}`;
  expect(
    buildRequest("bugsnag", "BUGSNAG_LIST_ERRORS_ON_PROJECT", { project_id: "p", sort: "users", filters }).call,
  ).toBe(`GET /projects/p/errors?sort=users&${toFilter("open")}&${toFilter("fixed")}`);
});

it("Bitbucket gets the plain values of an issue inside the objects it wants", () => {
  const answer = buildRequest("bitbucket", "BITBUCKET_UPDATE_ISSUE", {
    workspace: "w",
    repo_slug: "r",
    issue_id: 3,
    content: "text",
    assignee_account_id: "1:2",
  });
  expect(answer.call).toBe("PUT /2.0/repositories/w/r/issues/3");
  expect(json(answer)).toEqual({ content: { raw: "text" }, assignee: { account_id: "1:2" } });
});

it("WhatsApp gets what each message needs without being told", () => {
  const expected = { messaging_product: "whatsapp", to: "49", type: "text", text: { body: "hi" } };
  expect(
    json(buildRequest("whatsapp", "WHATSAPP_SEND_MESSAGE", { phone_number_id: "1", to_number: "49", text: "hi" })),
  ).toEqual(expected);
});

it("values of the original's flat names arrive inside the objects that the providers read", () => {
  expect(
    json(buildRequest("exa", "EXA_FIND_SIMILAR", { url: "https://example.com", text: true, num_results: 3 })),
  ).toEqual({
    url: "https://example.com",
    contents: { text: true },
    numResults: 3,
  });
  const video = { video_inputs: [{}], dimension__width: 1280, dimension__height: 720 };
  expect(json(buildRequest("heygen", "HEYGEN_V2_VIDEO_GENERATE", video))).toEqual({
    video_inputs: [{}],
    dimension: { width: 1280, height: 720 },
  });
  const expected = { query: "tea", scrapeOptions: { formats: ["markdown"] } };
  expect(json(buildRequest("firecrawl", "FIRECRAWL_SEARCH", { query: "tea", formats: ["markdown"] }))).toEqual(
    expected,
  );
  const privacy = { blocklists: [{ id: "nextdns-recommended" }] };
  expect(json(buildRequest("nextdns", "NEXTDNS_UPDATE_PRIVACY_SETTINGS", { config: "p", ...privacy }))).toEqual(
    privacy,
  );
});

describe("PagerDuty's exchanged and wrapped arguments", () => {
  it("takes the names that callers know", () => {
    const added = buildRequest("pagerduty", "PAGERDUTY_ADD_SERVICE_TO_INCIDENT_WORKFLOW_TRIGGER", {
      id: "T",
      service__id: "S",
    });
    expect([added.call, json(added)]).toEqual([
      "POST /incident_workflows/triggers/T/services",
      { service: { id: "S" } },
    ]);
    expect(buildRequest("pagerduty", "PAGERDUTY_RETRIEVE_BUSINESS_SERVICE_IMPACTS", { id: "B" }).call).toBe(
      "GET /business_services/impacts?ids=B",
    );
    const rule = { id: "U", status_update_notification_rule_id: "R" };
    expect(buildRequest("pagerduty", "PAGERDUTY_UPDATE_USER_NOTIFICATION_RULE_BY_ID", rule).call).toBe(
      "PUT /users/U/status_update_notification_rules/R",
    );
    const connection = { integration_id: "I", name: "n", service_url: "https://a.b", health__is__healthy: true };
    expect(json(buildRequest("pagerduty", "PAGERDUTY_CREATE_WORKFLOW_INTEGRATION_CONNECTION", connection))).toEqual({
      name: "n",
      service_url: "https://a.b",
      health: { is_healthy: true },
    });
  });
});

describe("PostHog", () => {
  it("asks for nothing that only its server writes, and takes it from callers that send it", () => {
    const organization = { organization_id: "@current", name: "Shop" };
    expect(json(buildRequest("posthog", "POSTHOG_CREATE_PROJECT", organization))).toEqual({ name: "Shop" });
    expect(json(buildRequest("posthog", "POSTHOG_CREATE_PROJECT", { ...organization, api_token: "phc_1" }))).toEqual({
      name: "Shop",
      api_token: "phc_1",
    });
  });
});
