/** A stolen or forgotten sign-in of a member lets no program in. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { MCP_TOOLS, newMcpOwner, newMcpServer } from "@/test/clients/mcp-api";
import { sessionCookie } from "@/test/builders/owners";
import {
  allow,
  authorizeUrl,
  register,
  serveOAuth,
  show,
  submit,
  verifierAndChallenge,
} from "@/test/clients/oauth-client";

let provider: Provider;
let server: Awaited<ReturnType<typeof serveOAuth>>;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  server = await serveOAuth();
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

it("asks a member whose sign-in is older than ten minutes for a proof, before and after the page", async () => {
  const owner = await newMcpOwner();
  const { userId } = owner;
  const { id } = await newMcpServer(owner, { name: "Desk tools" });
  const browser = { cookie: await sessionCookie(userId) };
  const clientId = (await register()).body.client_id ?? "";
  const url = authorizeUrl(clientId, id, verifierAndChallenge().challenge);
  const age = (minutes: number) =>
    db.userSession.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - minutes * 60_000) } });
  await age(11);
  const { status, headers } = await show(url, browser);
  const to = new URL(headers.get("location") ?? "");
  expect([status, to.pathname, to.searchParams.get("step")]).toEqual([303, "/login", "confirm"]);
  const { search } = new URL(url);
  expect(to.searchParams.get("next")).toBe(`/oauth/authorize${search}`);
  const late = await submit(url, browser, { decision: "allow", as: `member:${userId}`, user_id: "ada" });
  expect(new URL(late.to).pathname).toBe("/login");
  expect(await db.oauthGrant.count({ where: { serverId: id } })).toBe(0);
  await age(9);
  const { organizationId } = await db.member.findFirstOrThrow({ where: { userId } });
  const rule = { where: { id: organizationId }, data: { requiresSecondStep: true } };
  await db.organization.update(rule);
  const cookies = { cookie: await sessionCookie(userId) };
  const setUp = new URL((await submit(url, cookies, { decision: "allow", as: `member:${userId}`, user_id: "ada" })).to);
  expect([setUp.pathname, setUp.searchParams.get("step")]).toEqual(["/login", null]);
  expect(await db.oauthGrant.count({ where: { serverId: id } })).toBe(0);
  await db.organization.update({ ...rule, data: { requiresSecondStep: false } });
  expect(await allow(url, { cookie: await sessionCookie(userId) }, { user_id: "ada" })).toBeTruthy();
});
