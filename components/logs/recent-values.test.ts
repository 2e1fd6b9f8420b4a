import { expect, it } from "vitest";
import type { LogRow } from "./log-fields";
import { toRecentValues } from "./recent-values";

const row = (metadata: Record<string, string>, more: Partial<LogRow> = {}): LogRow => ({
  id: "log_1",
  timestamp: "2026-11-25T00:00:00.000Z",
  type: "tool_execution",
  status: "failed",
  level: "error",
  metadata: { tool_slug: "GITHUB_GET", toolkit_slug: "github", ...metadata },
  metrics: {},
  parent: null,
  ...more,
});

it("suggests each value of the rows once, the latest first, with what tells it apart", () => {
  const rows = [
    row({ user_id: "ada", connected_account_id: "ca_1", error_code: "404" }),
    row({ user_id: "bob" }, { message: "GitHub answered 429 Too Many Requests." }),
    row({ user_id: "ada", error_code: "404" }, { status: "success" }),
  ];
  expect(toRecentValues(rows)).toEqual({
    toolkit: [{ value: "github", label: "github", toolkit: "github" }],
    tool: [{ value: "GITHUB_GET", label: "GITHUB_GET", toolkit: "github" }],
    user: [
      { value: "ada", label: "ada" },
      { value: "bob", label: "bob" },
    ],
    account: [{ value: "ca_1", label: "ada", detail: "ca_1", toolkit: "github" }],
    code: [
      { value: "404", label: "404 Not found" },
      { value: "429", label: "429 Too many requests" },
    ],
  });
});
