// A search engine that a tool asks.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { callApi } from "./main-job.mjs";

/** A SearXNG with one result. */
export async function startSearch() {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const results = [{ url: "https://example.com/", title: "Found in the release", content: "A text", score: 1 }];
    response.end(JSON.stringify({ query: new URL(request.url, "http://x").searchParams.get("q"), results }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${server.address().port}`;
  return {
    address,
    settings: { PATCHBAY_SEARCH_PROVIDER: "searxng", PATCHBAY_SEARCH_BASE_URL: `http://${address}` },
    close: () => server.close(),
  };
}

/** Runs a tool that needs no account. */
export async function useSearch(client) {
  const body = { user_id: "ada", arguments: { content: "release" } };
  const result = await callApi(client, "POST", "/api/v3/tools/execute/COMPOSIO_SEARCH_EXA_ANSWER", body);
  assert.ok(result.successful, `The tool failed: ${JSON.stringify(result)}`);
  assert.match(JSON.stringify(result.data), /Found in the release/);
}
