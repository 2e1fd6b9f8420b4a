/** Longer stories of the official SDKs' tools: the proxy with every method, and a tool of the caller's own. */
import { expect } from "@playwright/test";
import { AuthScheme } from "@composio/core";
import { z } from "zod/v3";
import { GITHUB_LOGIN, GITHUB_REPO } from "../fixtures/emulators";
import type { CheckedApi } from "../fixtures/loopback";
import type { Sdk } from "./sdks";

const latest = { dangerouslySkipVersionCheck: true };

type ProxyStory = { userId: string; accountId: string; api: CheckedApi };

/** Each method arrives with its parameters and body, and the provider's status comes back. */
export async function callEveryMethod(
  composio: Sdk,
  tools: Sdk["tools"],
  { userId, accountId, api }: ProxyStory,
): Promise<void> {
  const config = await composio.authConfigs.create("github", {
    type: "use_custom_auth",
    authScheme: "BEARER_TOKEN",
    credentials: { base_url: api.url },
  });
  const { id: connectedAccountId } = await composio.connectedAccounts.initiate(`${userId}-proxy`, config.id, {
    config: AuthScheme.BearerToken({ token: "proxy-token-0b1c" }),
  });
  const parameters = [
    { in: "query" as const, name: "page", value: 2 },
    { in: "header" as const, name: "x-trace", value: "trace-1" },
  ];
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    const body = method === "GET" ? undefined : { method };
    const answer = await tools.proxyExecute({
      connectedAccountId,
      endpoint: "/things",
      method,
      body,
      parameters,
    });
    expect(answer).toMatchObject({
      status: 200,
      data: { ok: true, method, path: "/things?page=2", sent: body ? JSON.stringify(body) : "" },
    });
    // The check of the new account's token can arrive in between.
    const sent = api.seen.findLast((request) => request.method === method && request.path === "/things?page=2");
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer proxy-token-0b1c",
      "x-trace": "trace-1",
    });
  }
  expect(
    await tools.proxyExecute({
      connectedAccountId: accountId,
      endpoint: `/repos/${GITHUB_LOGIN}/not-there`,
      method: "GET",
    }),
  ).toMatchObject({ status: 404, data: { message: "Not Found" } });
  await expect(
    tools.proxyExecute({ connectedAccountId: "ca_000000000000", endpoint: "/things", method: "GET" }),
  ).rejects.toMatchObject({ status: 404, error: { error: { code: 404 } } });
}

/** Code of the caller's own sends requests with the account of the product. */
export async function runCustomTool(tools: Sdk["tools"], userId: string): Promise<void> {
  const older = tools as Sdk["tools"] & { createCustomTool: (tool: unknown) => Promise<{ slug: string }> };
  type Send = (request: { endpoint: string; method: string }) => Promise<{ data: { full_name: string } }>;
  const tool = await older.createCustomTool({
    slug: "REPOSITORY_NAME",
    name: "Repository name",
    description: "Gives the full name",
    toolkitSlug: "github",
    inputParams: z.object({ repo: z.string() }),
    execute: async ({ repo }: { repo: string }, _connection: unknown, send: Send) => ({
      data: {
        name: (await send({ endpoint: `/repos/${GITHUB_LOGIN}/${repo}`, method: "GET" })).data.full_name,
      },
      error: null,
      successful: true,
    }),
  });
  expect(tool.slug).toBe("REPOSITORY_NAME");
  expect(await tools.execute("REPOSITORY_NAME", { userId, arguments: { repo: GITHUB_REPO }, ...latest })).toMatchObject(
    { successful: true, data: { name: `${GITHUB_LOGIN}/${GITHUB_REPO}` } },
  );
}

/** Credentials and parameters of the call reach the provider; no account is needed. */
export async function callWithBroughtCredentials(
  tools: Sdk["tools"],
  { userId, api }: Omit<ProxyStory, "accountId">,
): Promise<void> {
  const customAuthParams = {
    baseURL: api.url,
    parameters: [
      { in: "header" as const, name: "x-of-the-call", value: "header-1" },
      { in: "query" as const, name: "from", value: "query-1" },
    ],
  };
  expect(
    await tools.execute("HACKERNEWS_GET_USER", {
      userId,
      arguments: { username: "pg" },
      ...latest,
      customAuthParams,
    }),
  ).toMatchObject({ successful: true });
  expect(api.seen.findLast(({ path }) => path.includes("from=query-1"))).toMatchObject({
    path: expect.stringMatching(/pg.*from=query-1/),
    headers: { "x-of-the-call": "header-1" },
  });
  const customConnectionData = {
    authScheme: "BEARER_TOKEN" as const,
    toolkitSlug: "github",
    val: { token: "only-for-this-call", base_url: api.url },
  };
  expect(
    await tools.execute("GITHUB_GET_A_REPOSITORY", {
      userId,
      arguments: { owner: GITHUB_LOGIN, repo: GITHUB_REPO },
      ...latest,
      customConnectionData,
    }),
  ).toMatchObject({ successful: true });
  const repository = `/repos/${GITHUB_LOGIN}/${GITHUB_REPO}`;
  expect(api.seen.findLast(({ path }) => path === repository)).toMatchObject({
    headers: { authorization: "Bearer only-for-this-call" },
  });
}
