/** Credentials that lead to the host of another toolkit: its policies hold there as a whole. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createRule } from "@/lib/policies/create-rule";
import type { RuleAction } from "@/lib/policies/rules.contract";
import { ON } from "@/test/builders/origin";
import { createTestOwner } from "@/test/builders/owners";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { executeTool } from "./execute-tool";

let provider: Provider;
let projectId: string;
const tool = (slug: string) => ({
  slug,
  input: { type: "object", properties: { text: { type: "string" } } },
  request: {
    method: "GET" as const,
    path: "/read",
    parameters: [{ key: "text", name: "text", in: "query" as const }],
  },
});
beforeAll(async () => {
  provider = await startProvider();
  const auth = [{ mode: "API_KEY" as const }];
  await installConnectToolkits({
    desk: { name: "Desk", auth, baseUrl: provider.baseUrl, tools: [tool("DESK_READ")] },
    shop: { name: "Shop", auth, baseUrl: "https://shop.test", tools: [tool("SHOP_READ")] },
  });
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  ({ projectId } = await createTestOwner());
});

const rule = (action: RuleAction) =>
  createRule(
    projectId,
    { name: "Desk", enabled: true, match: { toolkits: ["desk"] }, action },
    { id: "user_1", name: "Ada" },
  );
const read = () => {
  const val = { generic_api_key: "the-key-of-ada-0123456789", base_url: provider.baseUrl };
  return executeTool(
    { projectId, settings: { storePayloads: true } },
    "SHOP_READ",
    {
      arguments: { text: "ada@acme.test" },
      custom_connection_data: { authScheme: "API_KEY", toolkitSlug: "shop", val },
    },
    { ...ON, source: {} },
  );
};

it("replaces values in arguments and in results", async () => {
  await rule({ type: "redact", place: "arguments", paths: ["**"], detectors: ["email"] });
  await rule({ type: "redact", place: "result", paths: ["**.method"] });
  expect((await read()).data).toMatchObject({ method: "[redacted]" });
  expect(provider.seen.map(({ url }) => url)).toEqual(["/read?text=%5Bemail%5D"]);
});

it("counts the calls of a limit", async () => {
  await rule({ type: "limit", per_minute: 1, by: "all" });
  const settled = await Promise.allSettled([read(), read(), read()]);
  const [failed] = settled.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  expect(failed).toMatchObject({ status: 429 });
});
