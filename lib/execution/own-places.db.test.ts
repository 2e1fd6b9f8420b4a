/** Where an account's credentials go: to its own addresses, whatever a caller names. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { accountId, caller, failure, KEY, projectId, provider, run } from "@/test/builders/execute-tool";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";

let thief: Provider;
beforeAll(async () => {
  thief = await startProvider();
});
afterAll(() => thief.close());
beforeEach(() => thief.reset());

const custom = (base_url: string, parameters: { in: "header" | "query"; name: string; value: string }[] = []) =>
  ({ connected_account_id: accountId, custom_auth_params: { base_url, parameters } }) as const;
const TOOLS = ["LOOPBACK_READ", "LOOPBACK_TWO_STEPS"];

it.each(TOOLS)(
  "%s takes no account's token to an address that the caller names, in any spelling (400)",
  async (tool) => {
    for (const url of [
      thief.baseUrl,
      `${thief.baseUrl}/path?x=`,
      thief.baseUrl.replace("127.0.0.1", "localhost"),
      provider.baseUrl.replace("127.0.0.1", "localhost"),
      provider.baseUrl.replace("http:", "https:"),
      "https://127.0.0.1",
    ])
      for (const dry_run of [false, true]) {
        const error = await failure(run(tool, { ...custom(url), dry_run }));
        expect([error.status, error.message]).toEqual([400, expect.stringContaining("custom_auth_params")]);
      }
    const harmless = [{ in: "header" as const, name: "Accept", value: "text/plain" }];
    expect((await failure(run(tool, custom(thief.baseUrl, harmless)))).status).toBe(400);
    expect((await failure(run(tool, { user_id: "ada", custom_auth_params: { baseURL: thief.baseUrl } }))).status).toBe(
      400,
    );
    expect([thief.seen, provider.seen]).toEqual([[], []]);
  },
);

it("sends a request to another address with the caller's credentials, and nothing of the account", async () => {
  thief.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
  await run("LOOPBACK_READ", custom(thief.baseUrl, [{ in: "header", name: "X-Other", value: "of-the-caller" }]));
  expect(thief.seen[0]?.headers["x-other"]).toBe("of-the-caller");
  expect(JSON.stringify(thief.seen)).not.toContain(KEY);
});

it("accepts a base URL on the account's own origin", async () => {
  await run("LOOPBACK_READ", custom(`${provider.baseUrl}/v2`));
  expect(provider.seen[0]?.url).toBe("/v2/read");
  expect(JSON.stringify(provider.seen)).toContain(KEY);
});

it("sends the account's token elsewhere if the project's owner allows it", async () => {
  const settings = { storePayloads: true, credentialsElsewhere: true as const };
  await run("LOOPBACK_READ", custom(thief.baseUrl), { ...caller(), settings });
  expect(JSON.stringify(thief.seen)).toContain(KEY);
});

it("returns 400 for a tool outside of the auth config's list, also on the account's own origin", async () => {
  const { authConfigId } = await db.connectedAccount.findFirstOrThrow({ where: { id: accountId, projectId } });
  const list = (tools: string[]) =>
    db.authConfig.updateMany({
      where: { id: authConfigId, projectId },
      data: { toolAccess: { tools_available_for_execution: tools } },
    });
  await list(["LOOPBACK_READ"]);
  try {
    const settings = { storePayloads: true, credentialsElsewhere: true as const };
    for (const as of [caller(), { ...caller(), settings }])
      for (const path of ["/admin", "/admin?x=", "/admin#"])
        expect((await failure(run("LOOPBACK_READ", custom(provider.baseUrl + path), as))).status).toBe(400);
    expect(provider.seen).toEqual([]);
    await run("LOOPBACK_READ", custom(`${provider.baseUrl}/`));
    expect(provider.seen.map(({ url }) => url)).toEqual(["/read"]);
  } finally {
    await list([]);
  }
});
