/** Ways round policies by requests of one's own: each is judged by what is sent. */
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { announcePolicies } from "@/lib/policies/project-policies";
import { createRule } from "@/lib/policies/create-rule";
import type { RuleAction, RuleMatch } from "@/lib/policies/rules.contract";
import { accountId, caller, FACTS, failure, json, projectId, provider } from "@/test/builders/execute-tool";
import { executeProxy, type ProxyInput } from "./execute-proxy";

const DENY: RuleAction = { type: "deny", reason: "No." };
const rule = (match: RuleMatch, action: RuleAction = DENY) =>
  createRule(projectId, { name: "Rule", enabled: true, match, action }, { id: "user_1", name: "Ada" });
const proxy = (input: Partial<ProxyInput>) =>
  executeProxy(caller(), { connected_account_id: accountId, endpoint: "/x", method: "POST", ...input }, FACTS);
const status = async (input: Partial<ProxyInput>) => {
  const { status: code, details } = await failure(proxy(input));
  return [code, details.slug];
};
const DENIED = [403, "PolicyDenied"];

afterEach(async () => {
  await db.$transaction(async (tx) => {
    await tx.policyRule.deleteMany({ where: { projectId } });
    await announcePolicies(tx, projectId);
  });
});

it("a path and a host count as they are sent", async () => {
  await rule({ arguments: [{ path: "path", operator: "like", values: ["/repos/*"] }] });
  const ways = ["/rep%6Fs/x", "/open/../repos/x", "/open%2F..%2Frepos/x", "//repos/x", "/rep%6Fs/%FF"];
  for (const endpoint of [...ways, `${provider.baseUrl}/repos/x`, `${provider.baseUrl}/a/%2E%2e/repos/x`])
    expect(await status({ endpoint }), endpoint).toEqual(DENIED);
  expect(provider.seen).toEqual([]);
  expect((await proxy({ endpoint: "/open" })).status).toBe(200);
  await rule({ arguments: [{ path: "host", operator: "equals", values: [new URL(provider.baseUrl).host] }] });
  expect(await status({ endpoint: "/open" })).toEqual(DENIED);
});

it("each value of a query name counts, in the endpoint and in parameters", async () => {
  await rule({ arguments: [{ path: "query.to", operator: "equals", values: ["eve"] }] });
  const to = (value: string) => ({ name: "to", value, type: "query" as const });
  expect(await status({ endpoint: "/x?to=eve&to=ada" })).toEqual(DENIED);
  expect(await status({ endpoint: "/x?to=ada&to=eve" })).toEqual(DENIED);
  expect(await status({ endpoint: "/x?to=eve", parameters: [to("ada")] })).toEqual(DENIED);
  expect(await status({ parameters: [to("eve"), to("ada")] })).toEqual(DENIED);
  expect((await proxy({ parameters: [to("ada"), to("bob")] })).status).toBe(200);
});

it("a body of another form is looked into, and denied where that is not possible", async () => {
  await rule({ arguments: [{ path: "body.to", operator: "email_domain_not_in", values: ["acme.test"] }] });
  const form = { name: "Content-Type", value: "application/x-www-form-urlencoded", type: "header" as const };
  expect(await status({ body: "to=a%40acme.test,eve%40evil.test", parameters: [form] })).toEqual(DENIED);
  expect((await proxy({ body: "to=a%40acme.test", parameters: [form] })).status).toBe(200);
  const base64 = (text: string) => ({ base64: Buffer.from(text).toString("base64"), content_type: "application/json" });
  expect(await status({ binary_body: base64('{"to":"eve@evil.test"}') })).toEqual(DENIED);
  expect((await proxy({ binary_body: base64('{"to":"a@acme.test"}') })).status).toBe(200);
  expect(await status({ body: "to: eve@evil.test" })).toEqual(DENIED);
  expect(await status({ binary_body: { url: `${provider.baseUrl}/file` } })).toEqual(DENIED);
  expect((await proxy({ method: "GET" })).status).toBe(200);
});

it("a redaction is made in the query and in a form, and denies what it cannot change", async () => {
  await rule({}, { type: "redact", place: "arguments", paths: ["**"], detectors: ["email"] });
  const form = { name: "content-type", value: "application/x-www-form-urlencoded", type: "header" as const };
  await proxy({ endpoint: "/x?to=ada@acme.test&a=1", body: "cc=bob%40acme.test&b=2", parameters: [form] });
  expect(provider.seen[0]).toMatchObject({ url: "/x?to=%5Bemail%5D&a=1", body: "cc=%5Bemail%5D&b=2" });
  expect(await status({ endpoint: "/users/ada@acme.test" })).toEqual(DENIED);
  expect(await status({ body: "to=ada%40acme.test" })).toEqual(DENIED);
});

it("a redirect is not followed if rules looked at the request", async () => {
  await rule({ arguments: [{ path: "path", operator: "like", values: ["/repos/*"] }] });
  provider.answer = (request, response) =>
    request.url === "/open" ? response.writeHead(307, { location: "/repos/x" }).end() : response.writeHead(200).end();
  expect((await proxy({ endpoint: "/open" })).status).toBe(307);
  expect(provider.seen.map(({ url }) => url)).toEqual(["/open"]);
});

it("an answer that cannot be looked into is withheld", async () => {
  await rule({}, { type: "redact", place: "result", paths: ["**.salary"] });
  json(200, { salary: 1 });
  expect((await proxy({})).data).toEqual({ salary: "[redacted]" });
  const text = (type: string) => {
    provider.answer = (_, response) => response.writeHead(200, { "content-type": type }).end("name,salary\nada,9");
  };
  text("text/csv");
  expect(await proxy({})).toMatchObject({ status: 403 });
  text("image/png");
  const answer = await proxy({});
  expect([answer.status, answer.binary_data]).toEqual([403, undefined]);
});
