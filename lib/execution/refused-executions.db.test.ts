/** Refusals before anything is sent, and inline credentials. */
import { describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { countExecutions } from "@/lib/logs/execution-counts";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { newId } from "@/lib/kernel/ids";
import { connectLoopback } from "@/test/servers/loopback-provider";
import {
  FACTS,
  KEY,
  provider,
  projectId,
  otherProjectId,
  accountId,
  caller,
  run,
  failure,
} from "@/test/builders/execute-tool";
import { executeProxy, type ProxyInput } from "./execute-proxy";

describe("refusals before anything is sent", () => {
  it("name each argument that does not fit, with its shape and an example (422)", async () => {
    const error = await failure(run("LOOPBACK_CREATE_ISSUE", { arguments: { ownr: "a", count: "many" } }));
    expect([error.status, error.details.errors]).toEqual([
      422,
      [
        'ownr: is not an argument of LOOPBACK_CREATE_ISSUE. Did you mean owner (string, for example "text")?',
        'owner: is required; expected string, for example "text".',
        'title: is required; expected string, for example "A bug".',
        "count: expected integer, for example 1.",
      ],
    ]);
    await flushToolLogs();
  });

  it("include a path argument that would lead to another resource (422)", async () => {
    for (const owner of ["..", "."])
      expect((await failure(run("LOOPBACK_CREATE_ISSUE", { arguments: { owner, title: "x" } }))).status).toBe(422);
    expect((await failure(run("LOOPBACK_CREATE_ISSUE", { arguments: { owner: "", title: "x" } }))).status).toBe(422);
  });

  it("suggest tools for an unknown slug (404)", async () => {
    const error = await failure(run("LOOPBACK_CREATE_ISUE", {}));
    expect([error.status, error.details.suggestedFix]).toEqual([404, expect.stringContaining("LOOPBACK_CREATE_ISSUE")]);
  });

  it("return 400 1803 for a user without an account", async () => {
    expect((await failure(run("LOOPBACK_READ", { user_id: "carol" }))).details.code).toBe(1803);
    expect((await failure(run("LOOPBACK_READ", {}, caller(otherProjectId)))).details.code).toBe(1803);
  });

  it("return 400 1812 for an empty user_id, which does not skip the check of the owner", async () => {
    const unnamed = await failure(run("LOOPBACK_READ", { user_id: "", connected_account_id: accountId }));
    expect([unnamed.status, unnamed.details.code]).toEqual([400, 1812]);
    expect((await failure(run("LOOPBACK_READ", { user_id: "" }))).details.code).toBe(1803);
  });

  it("return 400 1812 for another user's account, and 404 for another project's", async () => {
    expect(
      (await failure(run("LOOPBACK_READ", { user_id: "bob", connected_account_id: accountId }))).details.code,
    ).toBe(1812);
    expect(
      (await failure(run("LOOPBACK_READ", { connected_account_id: accountId }, caller(otherProjectId)))).status,
    ).toBe(404);
  });

  it("return 403 for a tool that the auth config does not allow", async () => {
    await connectLoopback(projectId, "dora", "key-of-dora-0123456789", {
      toolAccess: { tools_available_for_execution: ["LOOPBACK_CREATE_ISSUE"] },
    });
    const error = await failure(run("LOOPBACK_READ", { user_id: "dora" }));
    expect([error.status, error.message]).toEqual([403, expect.stringContaining("LOOPBACK_READ")]);
    expect(
      (await run("LOOPBACK_CREATE_ISSUE", { user_id: "dora", arguments: { owner: "a", title: "b" } })).successful,
    ).toBe(true);
  });

  it("do not affect a tool that the auth config allows under its former name", async () => {
    await connectLoopback(projectId, "dan", "key-of-dan-0123456789", {
      toolAccess: { tools_available_for_execution: ["LOOPBACK_POST_REPOS_ISSUES"] },
    });
    const call = { user_id: "dan", arguments: { owner: "a", title: "b" } };
    expect((await run("LOOPBACK_CREATE_ISSUE", call)).successful).toBe(true);
    expect((await run("LOOPBACK_POST_REPOS_ISSUES", call)).successful).toBe(true);
    expect((await failure(run("LOOPBACK_READ", { user_id: "dan" }))).status).toBe(403);
  });

  it("return 400 for text without arguments, a private base URL, and headers that break the request", async () => {
    expect((await failure(run("LOOPBACK_READ", { text: "read it" }))).status).toBe(400);
    expect((await failure(run("LOOPBACK_READ", { custom_auth_params: { base_url: "http://10.0.0.1/" } }))).status).toBe(
      400,
    );
    for (const name of ["x\r\ny", "host", "transfer-encoding"])
      expect(
        (
          await failure(
            run("LOOPBACK_READ", { custom_auth_params: { parameters: [{ in: "header", name, value: "1" }] } }),
          )
        ).status,
      ).toBe(400);
    expect(
      (
        await failure(
          run("LOOPBACK_READ", {
            custom_auth_params: { parameters: [{ in: "header", name: "x-a", value: "1\r\nx-b: 2" }] },
          }),
        )
      ).status,
    ).toBe(400);
    expect(provider.seen).toHaveLength(0);
  });

  it("are logged too", async () => {
    await failure(run("LOOPBACK_READ", { user_id: "nobody-here" }));
    await flushToolLogs();
    const { rows } = await pool().query(
      "SELECT status, error, error_code FROM tool_log WHERE project_id = $1 AND user_id = 'nobody-here'",
      [projectId],
    );
    expect(rows).toEqual([
      { status: "failed", error: "The user nobody-here has no connected loopback account.", error_code: "1803" },
    ]);
  });
});

describe("credentials in the request", () => {
  it("can be custom parameters without an account, which stay out of the log", async () => {
    const answer = await run("LOOPBACK_READ", {
      user_id: "nobody",
      custom_auth_params: {
        parameters: [
          { in: "header", name: "X-Custom", value: "custom-secret-value" },
          { in: "query", name: "k", value: "query-secret&value" },
        ],
      },
    });
    expect(provider.seen[0]).toMatchObject({ url: "/read?k=query-secret%26value" });
    expect(provider.seen[0]?.headers["x-custom"]).toBe("custom-secret-value");
    expect(provider.seen[0]?.headers.authorization).toBeUndefined();
    const row = await requireToolLog(projectId, answer.log_id);
    expect(JSON.stringify(row)).not.toMatch(/custom-secret|query-secret/);
  });

  it("leave the user's account in use if custom parameters are no credentials", async () => {
    await run("LOOPBACK_READ", {
      custom_auth_params: { parameters: [{ in: "header", name: "Accept-Language", value: "de" }] },
    });
    expect(provider.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "accept-language": "de" });
  });

  it("replace the account's credential, also if the account is named", async () => {
    await run("LOOPBACK_READ", {
      connected_account_id: accountId,
      custom_auth_params: { parameters: [{ in: "header", name: "Authorization", value: "Bearer mine" }] },
    });
    expect(provider.seen[0]?.headers.authorization).toBe("Bearer mine");
  });

  it("replace an account by custom connection data", async () => {
    const answer = await run("LOOPBACK_READ", {
      user_id: null,
      custom_connection_data: {
        authScheme: "API_KEY",
        toolkitSlug: "loopback",
        val: { generic_api_key: "a-key-from-the-caller" },
      },
    });
    expect(provider.seen[0]?.headers.authorization).toBe("Bearer a-key-from-the-caller");
    expect(JSON.stringify(await requireToolLog(projectId, answer.log_id))).not.toContain("a-key-from-the-caller");
  });

  it("leave the auth config's base URL in use before the tool's", async () => {
    await connectLoopback(projectId, "eve", "key-of-eve-0123456789", { baseUrl: `${provider.baseUrl}/prefix/` });
    await run("LOOPBACK_READ", { user_id: "eve", arguments: { q: "1" } });
    expect(provider.seen[0]?.url).toBe("/prefix/read?q=1");
  });
});

describe("refused proxied requests", () => {
  const proxied = async (input: object, project = projectId) => {
    const facts = { ...FACTS, requestId: newId("request") };
    const { settings } = caller();
    await executeProxy(
      { projectId: project, settings },
      { method: "GET", endpoint: "/user", ...input } as ProxyInput,
      facts,
    ).then(
      () => expect.unreachable("the request was carried out"),
      () => undefined,
    );
    await flushToolLogs();
    const { rows } = await pool().query<Record<string, unknown>>(
      "SELECT tool_slug, toolkit_slug, status, error, error_code FROM tool_log WHERE project_id = $1 AND request_id = $2",
      [project, facts.requestId],
    );
    return rows;
  };

  it.each([
    ["an unknown account", { connected_account_id: "ca_unknown" }, "404"],
    ["an odd id", { connected_account_id: "\ud800" }, "404"],
    ["a very long id", { connected_account_id: "x".repeat(100_000) }, "404"],
    ["no account at all", {}, "400"],
  ])("are logged without a toolkit for %s, because none is known", async (_, input, code) => {
    expect(await proxied(input)).toEqual([
      expect.objectContaining({ tool_slug: "PROXY_EXECUTE", toolkit_slug: "", status: "failed", error_code: code }),
    ]);
  });

  it("are logged for another project's account, with its id and not its toolkit", async () => {
    const rows = await proxied({ connected_account_id: accountId }, otherProjectId);
    expect(rows).toEqual([expect.objectContaining({ toolkit_slug: "", error_code: "404" })]);
    expect(String(rows[0]?.error)).toContain(accountId);
  });

  it("are logged with the toolkit of a disabled account", async () => {
    const account = await connectLoopback(projectId, "off", "key-of-off-0123456789");
    await pool().query("UPDATE connected_account SET enabled = false WHERE id = $1", [account]);
    expect(await proxied({ connected_account_id: account })).toEqual([
      expect.objectContaining({ toolkit_slug: "loopback", status: "failed" }),
    ]);
  });

  it("are logged and counted while accounts cannot be read", async () => {
    const before = await countExecutions(projectId);
    await pool().query("ALTER TABLE connected_account RENAME TO account_away");
    try {
      expect(await proxied({ connected_account_id: "ca_away" })).toHaveLength(1);
    } finally {
      await pool().query("ALTER TABLE account_away RENAME TO connected_account");
    }
    expect((await countExecutions(projectId)).total).toBe(before.total + 1);
  });
});
