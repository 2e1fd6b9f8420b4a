/** The error body: its size for many problems, and its text when the database fails. */
import { expect, it } from "vitest";
import { z } from "zod";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { DatabaseBusy, DatabaseTimeout, DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { errorAnswer, errorResponse } from "./error-response";

it("400: names at most fifty problems, each of limited length", async () => {
  const { error } = z.array(z.literal("a".repeat(5000))).safeParse(Array.from({ length: 200 }, () => 1));
  const answer = errorResponse(error, "req_test");
  const { error: body } = (await answer.json()) as { error: { errors: string[] } };
  expect(answer.status).toBe(400);
  expect(body.errors).toHaveLength(50);
  expect(Math.max(...body.errors.map((sentence) => sentence.length))).toBeLessThanOrEqual(500);
});

it("a list of a hundred thousand wrong items is one problem, not a hundred thousand", () => {
  const wrong = Array.from({ length: 100_000 }, () => 1);
  const config = {
    toolkit: { slug: "github" },
    auth_config: {
      type: "use_custom_auth",
      restrict_to_following_tools: wrong,
      tool_access_config: { tools_available_for_execution: wrong },
      credentials: { scopes: wrong },
    },
  };
  const account = {
    auth_config_id: "ac_x",
    user_id: "u",
    experimental: { acl_config_for_shared: { allowed_user_ids: wrong, not_allowed_user_ids: wrong } },
  };
  const results = [
    authConfigsApi.createAuthConfig.body.safeParse(config),
    connectedAccountsApi.createConnectLink.body.safeParse(account),
  ];
  for (const { success, error } of results) {
    expect(success).toBe(false);
    expect(JSON.stringify(error?.issues).length).toBeLessThan(2000);
  }
});

it("503: if the database is away, says when to retry, and not to retry work that may have been done", () => {
  const nothing = errorAnswer(new DatabaseUnavailable("nothing", 0, true), "req_1");
  expect(nothing).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  expect(nothing.headers).not.toHaveProperty("x-should-retry");
  expect(JSON.parse(nothing.text ?? "")).toMatchObject({ error: { slug: "DatabaseUnavailable", status: 503 } });
  const unknown = errorAnswer(new DatabaseUnavailable("unknown", 0, true), "req_2");
  expect(unknown).toMatchObject({ status: 503, headers: { "retry-after": "2", "x-should-retry": "false" } });
  const busy = errorAnswer(new DatabaseBusy(), "req_3");
  expect(busy).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
});

it("503: names a statement that took too long or waited for a lock, and says not to retry work that may have been done", () => {
  const slow = errorAnswer(new DatabaseTimeout("answer", "nothing"), "req_1");
  expect(slow).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(slow.headers).not.toHaveProperty("x-should-retry");
  expect(JSON.parse(slow.text ?? "")).toMatchObject({ error: { slug: "DatabaseTimeout" } });
  const locked = errorAnswer(new DatabaseTimeout("lock", "unknown"), "req_2");
  expect(locked).toMatchObject({ status: 503, headers: { "x-should-retry": "false" } });
  expect(JSON.parse(locked.text ?? "")).toMatchObject({ error: { slug: "DatabaseLockTimeout" } });
});
